//! Debian packages that tests need. Installed where they are missing and we may; otherwise named.

use std::process::Command;

/// A package, and a file that shows it is there.
struct Package {
    name: &'static str,
    proof: &'static str,
}

/// What the tests of today need beyond Rust and a C compiler.
const PACKAGES: &[Package] = &[
    Package { name: "chromium-headless-shell", proof: "/usr/bin/chromium-headless-shell" },
    Package { name: "chromium-driver", proof: "/usr/bin/chromedriver" },
    Package { name: "fonts-dejavu-core", proof: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf" },
    Package { name: "grhino", proof: "/usr/games/gtp-rhino" },
    Package { name: "munge", proof: "/usr/sbin/munged" },
    Package { name: "slurm-client", proof: "/usr/bin/sbatch" },
    Package { name: "slurmctld", proof: "/usr/sbin/slurmctld" },
    Package { name: "slurmd", proof: "/usr/sbin/slurmd" },
];

/// Installs what is missing.
pub fn install() -> Result<(), String> {
    let missing: Vec<&str> =
        PACKAGES.iter().filter(|package| !std::path::Path::new(package.proof).exists()).map(|p| p.name).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let list = missing.join(" ");
    eprintln!("installing: {list}");
    let updated = apt(&["update", "--quiet"]);
    let installed = updated && {
        let mut words = vec!["install", "--yes", "--quiet", "--no-install-recommends"];
        words.extend(&missing);
        apt(&words)
    };
    if installed {
        Ok(())
    } else {
        Err(format!("the tests need these packages and they could not be installed: {list}"))
    }
}

fn apt(words: &[&str]) -> bool {
    Command::new("apt-get").args(words).env("DEBIAN_FRONTEND", "noninteractive").status().is_ok_and(|s| s.success())
}
