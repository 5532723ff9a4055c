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
