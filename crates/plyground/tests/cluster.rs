//! A real Slurm of three nodes on this machine plays a tournament in shards, loses a node in the middle, and ends with
//! exactly the games of one process.

mod common;
use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const PLAN: &str = r#"
name = "cluster"
seed = 11
repeats = 20

[[players]]
name = "monte"
spec = "montecarlo(iterations=3000)"
[[players]]
spec = "greedy"
[[players]]
name = "lot"
spec = "random"

[[games]]
game = "isola"
variant = "cols=6,rows=6"
"#;

const SHARDS: &str = "20";
/// Far more than the whole test takes, so that a broken cluster fails instead of hanging.
const PATIENCE: Duration = Duration::from_secs(150);

/// A process that ends with the test.
struct Daemon(Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Slurm and munge in a folder of their own, on ports of their own.
struct Cluster {
    home: PathBuf,
    nodes: Vec<Option<Daemon>>,
    _controller: Daemon,
    _munge: Daemon,
}

impl Cluster {
    fn start(home: &Path) -> Self {
        for program in ["munged", "slurmctld", "slurmd", "sbatch", "squeue"] {
            let found = ["/usr/sbin", "/usr/bin"].iter().any(|folder| Path::new(folder).join(program).exists());
            assert!(found, "{program} is missing; `cargo xtask test` installs slurm-wlm and munge where it may");
        }
        for folder in ["state", "spool/n1", "spool/n2", "spool/n3"] {
            fs::create_dir_all(home.join(folder)).expect("a folder for the cluster");
        }
        let munge = start_munge(home);
        fs::write(home.join("slurm.conf"), configuration(home)).expect("the configuration");
        let controller = daemon(home, "controller", "slurmctld", &["-D", "-i"]);
        let nodes = ["n1", "n2", "n3"].map(|node| Some(daemon(home, node, "slurmd", &["-D", "-N", node])));
        let cluster = Cluster {
            home: home.to_path_buf(),
            nodes: nodes.into_iter().collect(),
            _controller: controller,
            _munge: munge,
        };
        cluster.wait_for("three idle nodes", || {
            let states = cluster.tool("sinfo", &["-h", "-N", "-o", "%t"]);
            let states = String::from_utf8_lossy(&states.stdout).into_owned();
            states.lines().filter(|state| *state == "idle").count() == 3
        });
        cluster
    }

    /// Runs one of Slurm's commands.
    fn tool(&self, program: &str, words: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.args(words).current_dir(&self.home).env("SLURM_CONF", self.home.join("slurm.conf"));
        command.output().unwrap_or_else(|error| panic!("{program}: {error}"))
    }

    fn submit(&self, words: &[&str]) {
        let output = self.tool("sbatch", words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "sbatch {words:?}: {error}{}", self.logs());
    }

    fn queue_is_empty(&self) -> bool {
        let output = self.tool("squeue", &["-h"]);
        output.status.success() && output.stdout.is_empty()
    }

    /// The machine of a node at work burns down: its daemon, the steps it started and what they run. Returns how many
    /// tasks were lost.
    fn burn_a_busy_node(&mut self) -> usize {
        let begun = Instant::now();
        loop {
            for index in 0..self.nodes.len() {
                let Some(daemon) = self.nodes[index].as_ref().map(|node| node.0.id()) else { continue };
                signal("STOP", daemon);
                let work = work_of(&format!("n{}", index + 1), &self.home);
                if work.is_empty() {
                    signal("CONT", daemon);
                    continue;
                }
                for (process, step) in &work {
                    let below = children(*process);
                    signal("KILL", *step); // first, or it would report the end of what it started
                    below.into_iter().chain([*process]).for_each(|process| signal("KILL", process));
                }
                self.nodes[index] = None;
                return work.len();
            }
            assert!(begun.elapsed() < PATIENCE, "no node was ever at work{}", self.logs());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn wait_for(&self, what: &str, mut done: impl FnMut() -> bool) {
        let begun = Instant::now();
        while !done() {
            assert!(begun.elapsed() < PATIENCE, "no {what} after {PATIENCE:?}{}", self.logs());
            std::thread::sleep(Duration::from_millis(300));
        }
    }

    /// The last lines of every log, for whoever has to find out why a cluster did not start.
    fn logs(&self) -> String {
        let mut text = String::new();
        for name in ["munge", "controller", "n1", "n2", "n3"] {
            let log = fs::read_to_string(self.home.join(format!("{name}.log"))).unwrap_or_default();
            let tail: Vec<&str> = log.lines().rev().take(6).collect();
            text.push_str(&format!("\n-- {name}\n{}", tail.into_iter().rev().collect::<Vec<_>>().join("\n")));
        }
        text
    }
}

fn start_munge(home: &Path) -> Daemon {
    let key: Vec<u8> = (0..128u8).map(|byte| byte.wrapping_mul(37).wrapping_add(11)).collect();
    fs::write(home.join("munge.key"), key).expect("a key");
    let path = |name: &str| home.join(name).display().to_string();
    let words = [
        "--foreground".to_string(),
        "--force".to_string(),
        format!("--key-file={}", path("munge.key")),
        format!("--socket={}", path("munge.socket")),
        format!("--pid-file={}", path("munge.pid")),
        format!("--log-file={}", path("munge.log")),
        format!("--seed-file={}", path("munge.seed")),
    ];
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(home.join("munge.key"), fs::Permissions::from_mode(0o600)).expect("a private key");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let munge = daemon(home, "munge-output", "munged", &words);
    let begun = Instant::now();
    while !home.join("munge.socket").exists() {
        assert!(begun.elapsed() < PATIENCE, "munged does not listen");
        std::thread::sleep(Duration::from_millis(50));
    }
    munge
}

fn daemon(home: &Path, name: &str, program: &str, words: &[&str]) -> Daemon {
    let log = fs::File::create(home.join(format!("{name}.log"))).expect("a log");
    let program = ["/usr/sbin", "/usr/bin"].iter().map(|folder| Path::new(folder).join(program)).find(|p| p.exists());
    let mut command = Command::new(program.expect("looked for before"));
    command.args(words).env("SLURM_CONF", home.join("slurm.conf")).stdin(Stdio::null());
    command.stdout(log.try_clone().expect("a log")).stderr(log);
    Daemon(command.spawn().expect("the daemon starts"))
}

/// A port that nobody uses at the moment.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

fn configuration(home: &Path) -> String {
    let home = home.display();
    let nodes: String = (1..=3)
        .map(|n| {
            let port = free_port();
            format!("NodeName=n{n} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs=2 RealMemory=500 State=UNKNOWN\n")
        })
        .collect();
    format!(
        "SlurmctldHost=localhost(127.0.0.1)\nClusterName=test\nSlurmUser=root\nSlurmdUser=root\n\
         AuthType=auth/munge\nCredType=cred/munge\nAuthInfo=cred_expire=5,socket={home}/munge.socket\n\
         SlurmctldPort={}\nStateSaveLocation={home}/state\nSlurmdSpoolDir={home}/spool/%n\n\
         SlurmctldPidFile={home}/slurmctld.pid\nSlurmdPidFile={home}/slurmd-%n.pid\n\
         ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSelectType=select/cons_tres\n\
         SelectTypeParameters=CR_CPU\nSchedulerParameters=batch_sched_delay=0,sched_interval=2,bf_interval=2\n\
         ReturnToService=2\nSlurmdTimeout=10\nKillWait=2\nRequeueExit=75\nSlurmdParameters=config_overrides\n\
         SwitchType=switch/none\nMpiDefault=none\nAccountingStorageType=accounting_storage/none\n\
         JobAcctGatherType=jobacct_gather/none\n{nodes}\
         PartitionName=main Nodes=n[1-3] Default=YES MaxTime=INFINITE State=UP\n",
        free_port()
    )
}

fn signal(name: &str, process: u32) {
    let _ = Command::new("kill").args([format!("-{name}"), process.to_string()]).stderr(Stdio::null()).status();
}

/// Every process with its parent and its command line.
fn processes() -> Vec<(u32, u32, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("a process file system").flatten() {
        let Ok(process) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        let parent = after_name.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        found.push((process, parent, String::from_utf8_lossy(&line).replace('\0', " ")));
    }
    found
}

/// What runs on a node right now, with the step daemon that started it. Slurm names the node in the environment.
fn work_of(node: &str, home: &Path) -> Vec<(u32, u32)> {
    let name = format!("SLURMD_NODENAME={node}");
    let runs_there = |process: u32| {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        let at_home = fs::read_link(format!("/proc/{process}/cwd")).is_ok_and(|folder| folder == home);
        at_home && environment.split(|byte| *byte == 0).any(|entry| entry == name.as_bytes())
    };
    let all = processes();
    let is_step = |process: u32| all.iter().any(|(id, _, line)| *id == process && line.contains("slurmstepd"));
    let work = all.iter().filter(|(process, parent, _)| is_step(*parent) && runs_there(*process));
    work.map(|(process, parent, _)| (*process, *parent)).collect()
}

/// All descendants of a process.
fn children(process: u32) -> Vec<u32> {
    let all = processes();
    let mut found = vec![process];
    let mut next = 0;
    while next < found.len() {
        let parent = found[next];
        found.extend(all.iter().filter(|(_, p, _)| *p == parent).map(|(child, _, _)| *child));
        next += 1;
    }
    found.split_off(1)
}

/// Runs the program in the folder and returns what it printed.
fn run(home: &Path, words: &[&str]) -> String {
    let output = Command::new(cargo_bin("plyground")).args(words).current_dir(home).output().expect("the program runs");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("we print UTF-8")
}

fn finished_shards(home: &Path) -> usize {
    let files = fs::read_dir(home.join("shards")).into_iter().flatten().flatten();
    files.filter(|file| file.path().extension().is_some_and(|extension| extension == "games")).count()
}

#[test]
fn a_cluster_that_loses_a_node_plays_the_same_tournament() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path();
    fs::write(home.join("plan.toml"), PLAN).expect("the plan");

    run(home, &["tournament", "run", "plan.toml", "--archive", "alone.sqlite"]);
    let expected = run(home, &["tournament", "export", "plan.toml", "--archive", "alone.sqlite"]);
    assert!(expected.lines().count() >= 100, "a tournament worth the trouble");

    let mut cluster = Cluster::start(home);
    let script = run(home, &["tournament", "script", "slurm", "plan.toml", "--shards", SHARDS, "--dir", "shards"]);
    fs::write(home.join("job.sh"), script).expect("the job script");
    cluster.submit(&["job.sh"]);
    cluster.wait_for("first shards", || finished_shards(home) >= 2);
    let lost = cluster.burn_a_busy_node();
    assert!(lost > 0 && finished_shards(home) < 20, "the node burnt in the middle of the tournament");
    cluster.wait_for("empty queue", || cluster.queue_is_empty());

    let missing = ["tournament", "missing", "plan.toml", "shards", "--shards", SHARDS];
    let left = Command::new(cargo_bin("plyground")).args(missing).current_dir(home).output().expect("missing runs");
    let left = String::from_utf8_lossy(&left.stdout).trim().to_string();
    if !left.is_empty() {
        cluster.submit(&["--wait", &format!("--array={left}"), "job.sh"]);
    }
    run(home, &["tournament", "merge", "plan.toml", "shards", "--archive", "merged.sqlite"]);
    let merged = run(home, &["tournament", "export", "plan.toml", "--archive", "merged.sqlite"]);
    assert_eq!(merged, expected, "the cluster played other games than one process");
    let report = |archive: &str| run(home, &["tournament", "report", "plan.toml", "--archive", archive]);
    assert_eq!(report("merged.sqlite"), report("alone.sqlite"));
}
