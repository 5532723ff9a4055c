//! The Python package: its tests in a virtual environment of their own, and its wheel.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// What the tests cannot do without, and what they skip aloud.
const NEEDED: &str = "python/tests/requirements.txt";
const PEERS: &str = "python/tests/requirements-peers.txt";

/// What cargo calls the compiled half of the package.
const LIBRARY: &str = if cfg!(target_os = "macos") { "lib_native.dylib" } else { "lib_native.so" };

/// Makes the virtual environment; `None`, said aloud, where that is not possible. Mostly downloads.
pub fn prepare(root: &Path) -> Result<Option<Environment>, String> {
    Environment::prepare(root)
}

/// Builds the wheel, installs it and runs the tests.
pub fn test(root: &Path) -> Result<(), String> {
    prepare(root)?.map_or(Ok(()), |environment| environment.test_wheel(root))
}

/// Builds the wheel as a release; its path. `None` where there is no Python to build it with.
pub fn dist(root: &Path, folder: &Path) -> Result<Option<PathBuf>, String> {
    match Environment::prepare(root)? {
        Some(environment) => environment.build_wheel(root, &["--release"], folder).map(Some),
        None => Ok(None),
    }
}

fn settings(root: &Path) -> PathBuf {
    root.join("python/pyproject.toml")
}

fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// A virtual environment with what the tests need.
pub struct Environment {
    python: PathBuf,
}

impl Environment {
    /// Makes the environment, or finds the one of an earlier run with the same requirements. `None`, said aloud, where there is no
    /// Python or nothing can be installed.
    fn prepare(root: &Path) -> Result<Option<Self>, String> {
        let read =
            |name: &str| fs::read_to_string(root.join(name)).map_err(|error| format!("cannot read {name}: {error}"));
        let wanted = read(NEEDED)? + &read(PEERS)?;
        let folder = target(root).join("python/environment");
        let environment = Environment { python: folder.join("bin/python") };
        let mark = folder.join("requirements");
        if fs::read_to_string(&mark).is_ok_and(|installed| installed == wanted) {
            return Ok(Some(environment));
        }
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| format!("cannot remove {}: {error}", folder.display()))?;
        }
        let mut python = Command::new("python3");
        if !succeeds(python.args(["-c", "import sys; sys.exit(sys.version_info < (3, 10))"])) {
            eprintln!(
                "== SKIPPED: the Python package is not tested, because there is no python3 of version 3.10 or later"
            );
            return Ok(None);
        }
        if !succeeds(Command::new("python3").args(["-m", "venv"]).arg(&folder)) {
            eprintln!("== SKIPPED: the Python package is not tested, because `python3 -m venv` does not work here");
            return Ok(None);
        }
        if !environment.install(&root.join(NEEDED)) {
            eprintln!("== SKIPPED: the Python package is not tested, because {NEEDED} could not be installed");
            return Ok(None);
        }
        if environment.install(&root.join(PEERS)) {
            fs::write(&mark, wanted).map_err(|error| format!("cannot write {}: {error}", mark.display()))?;
        } else {
            eprintln!(
                "== SKIPPED: the adapters are not tested with other libraries, because {PEERS} could not be installed"
            );
        }
        Ok(Some(environment))
    }

    /// Builds the wheel in a cheap profile that is still optimised, installs it and runs the tests.
    fn test_wheel(&self, root: &Path) -> Result<(), String> {
        let wheel = self.build_wheel(root, &["--profile", "quick"], &target(root).join("python/test-wheels"))?;
        self.run("install the wheel", |command| {
            command.args(["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"]).arg(&wheel)
        })?;
        self.run_tests(root)
    }

    /// Runs the tests with the library that `cargo build` of the whole workspace left in `target/debug`. A wheel would compile most
    /// crates once more, because another set of packages asks for other features.
    pub fn test_debug_build(&self, root: &Path) -> Result<(), String> {
        let package = self.site_packages()?.join("plyground");
        copy_package(root, &target(root).join("debug").join(LIBRARY), &package)
            .map_err(|error| format!("cannot copy the Python package to {}: {error}", package.display()))?;
        self.run_tests(root)
    }

    /// Where this environment keeps its packages.
    fn site_packages(&self) -> Result<PathBuf, String> {
        let words = ["-c", "import sysconfig; print(sysconfig.get_path('platlib'))"];
        let output = Command::new(&self.python).args(words).output();
        let output = output.map_err(|error| format!("cannot start {}: {error}", self.python.display()))?;
        match String::from_utf8(output.stdout) {
            Ok(path) if output.status.success() => Ok(PathBuf::from(path.trim())),
            _ => Err(format!("{} does not say where its packages are", self.python.display())),
        }
    }

    fn run_tests(&self, root: &Path) -> Result<(), String> {
        // Away from the sources, where Python would find the package without its compiled half.
        let elsewhere = target(root).join("python");
        self.run("Python tests", |command| {
            let words = ["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "--rootdir"];
            command.current_dir(&elsewhere).args(words).arg(root.join("python")).arg("-c").arg(settings(root));
            command.arg(root.join("python/tests"))
        })?;
        self.run("examples in docstrings", |command| {
            let words =
                ["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "--doctest-modules", "--pyargs", "plyground"];
            command.current_dir(&elsewhere).args(words)
        })
    }

    fn install(&self, requirements: &Path) -> bool {
        let words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
        succeeds(Command::new(&self.python).args(words).arg(requirements))
    }

    /// Builds the wheel into an empty folder.
    fn build_wheel(&self, root: &Path, profile: &[&str], folder: &Path) -> Result<PathBuf, String> {
        if folder.exists() {
            for wheel in wheels(folder)? {
                fs::remove_file(&wheel).map_err(|error| format!("cannot remove {}: {error}", wheel.display()))?;
            }
        }
        self.run("Python wheel", |command| {
            let words = ["-m", "maturin", "build", "--locked", "--quiet", "--manifest-path"];
            command.args(words).arg(root.join("python/Cargo.toml")).args(profile).arg("--out").arg(folder)
        })?;
        wheels(folder)?.pop().ok_or_else(|| format!("maturin left no wheel in {}", folder.display()))
    }

    fn run(&self, what: &str, words: impl FnOnce(&mut Command) -> &mut Command) -> Result<(), String> {
        eprintln!("== {what}");
        let begun = Instant::now();
        let done = succeeds(words(&mut Command::new(&self.python)));
        eprintln!("== {what}: {:.0} s", begun.elapsed().as_secs_f64());
        if done { Ok(()) } else { Err(format!("{what} failed")) }
    }
}

/// Copies the package's own files and puts the compiled library where they look for it.
fn copy_package(root: &Path, library: &Path, package: &Path) -> std::io::Result<()> {
    if package.exists() {
        fs::remove_dir_all(package)?;
    }
    fs::create_dir_all(package)?;
    for entry in fs::read_dir(root.join("python/plyground"))? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), package.join(entry.file_name()))?;
        }
    }
    fs::copy(library, package.join("_native.abi3.so"))?;
    Ok(())
}

fn wheels(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(paths.filter(|path| path.extension().is_some_and(|extension| extension == "whl")).collect())
}

fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
