//! How much memory this process may use at most: what the machine has, or less where a control group says so.
//!
//! Linux hands out address space that it does not have and ends a process when the pages are touched, so a failed
//! allocation cannot be relied on. Sizes are therefore compared with this number before anything is allocated.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// Bytes of memory, or `None` where the system does not say. It is asked once per process.
pub fn physical_memory() -> Option<u64> {
    static BYTES: OnceLock<Option<u64>> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let read = |path: &Path| fs::read_to_string(path).ok();
        memory_of(read)
    })
}

/// The least of everything that the system's files say. `read` answers with the text of a file, if there is one.
fn memory_of(read: impl Fn(&Path) -> Option<String>) -> Option<u64> {
    let total = read(Path::new("/proc/meminfo")).and_then(|text| parse_total(&text));
    let groups = read(Path::new("/proc/self/cgroup")).unwrap_or_default();
    let mut least = total;
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(group)) = (fields.next(), fields.next()) else { continue };
        // Version 2 has one hierarchy without controllers in its line, version 1 has one for memory.
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            "memory" => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            _ => continue,
        };
        // A limit of a group above binds as well. Inside a container the group's path may not exist, but the root does.
        for ancestor in Path::new(group.trim_start_matches('/')).ancestors() {
            let limit = read(&Path::new(root).join(ancestor).join(file));
            let limit = limit.and_then(|text| text.trim().parse::<u64>().ok());
            least = [least, limit].into_iter().flatten().min();
        }
    }
    least
}

/// The line `MemTotal:       24607764 kB` in bytes.
fn parse_total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMINFO: &str = "MemTotal:       8388608 kB\nMemFree:        1 kB\n";

    fn memory(files: &[(&str, &str)]) -> Option<u64> {
        memory_of(|path| {
            let found = files.iter().find(|(name, _)| Path::new(name) == path);
            found.map(|(_, text)| text.to_string())
        })
    }

    #[test]
    fn the_machine_bounds_memory_and_a_control_group_bounds_it_further() {
        let total = ("/proc/meminfo", MEMINFO);
        assert_eq!(memory(&[total]), Some(8 << 30));
        let second = ("/proc/self/cgroup", "0::/user/app\n");
        assert_eq!(memory(&[total, second, ("/sys/fs/cgroup/user/app/memory.max", "max\n")]), Some(8 << 30));
        assert_eq!(memory(&[total, second, ("/sys/fs/cgroup/user/app/memory.max", "1048576\n")]), Some(1 << 20));
        assert_eq!(memory(&[total, second, ("/sys/fs/cgroup/user/memory.max", "2097152\n")]), Some(2 << 20));
        assert_eq!(memory(&[total, second, ("/sys/fs/cgroup/memory.max", "4096")]), Some(4096));
        let first = ("/proc/self/cgroup", "7:blkio:/\n4:memory:/job/1\n0::/\n");
        let limit = ("/sys/fs/cgroup/memory/job/1/memory.limit_in_bytes", "65536\n");
        assert_eq!(memory(&[total, first, limit]), Some(65536));
        let endless = ("/sys/fs/cgroup/memory/job/1/memory.limit_in_bytes", "9223372036854771712\n");
        assert_eq!(memory(&[total, first, endless]), Some(8 << 30));
    }

    #[test]
    fn a_system_that_says_nothing_has_no_bound() {
        assert_eq!(memory(&[]), None);
        assert_eq!(memory(&[("/proc/meminfo", "MemTotal: many kB")]), None);
    }
}
