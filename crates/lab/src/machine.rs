//! On what the measurements were made.

/// The processor and how many cores of it there are, as far as the system tells.
pub fn describe() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name));
    let model = model.map(str::trim).filter(|name| !name.is_empty()).unwrap_or(std::env::consts::ARCH);
    let word = if cores == 1 { "core" } else { "cores" };
    format!("{model}, {cores} {word}, {}", std::env::consts::OS)
}

/// The memory that this process holds, where the system tells it (Linux).
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(1024 * line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn held_memory_is_seen() {
        let before = resident_bytes().expect("Linux tells it");
        let block = vec![1_u8; 64 << 20];
        let after = resident_bytes().expect("Linux tells it");
        assert!(after >= before + (48 << 20), "{before} and {after} with {} more", block.len());
    }
}
