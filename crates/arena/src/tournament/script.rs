//! Job scripts for batch systems, printed for people to read and edit.

use super::plan::TournamentPlan;
use plyground_core::shell::quote;

/// The system that starts the shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheduler {
    /// Slurm job arrays.
    Slurm,
    /// HyperQueue.
    HyperQueue,
    /// GNU parallel, on one machine or over ssh.
    Parallel,
}

/// A script that plays `count` shards of the plan into `folder` and says how to go on. `program` is the command of this
/// program.
pub fn script(scheduler: Scheduler, plan: &TournamentPlan, count: u64, folder: &str, program: &str) -> String {
    let file = quote(&plan.file.display().to_string());
    let (folder, program) = (quote(folder), quote(program));
    let last = count.saturating_sub(1);
    let run = |shard: &str| format!("{program} tournament run {file} --shard {shard} --dir {folder}");
    let afterwards = format!(
        "# afterwards:\n#   {program} tournament missing {file} {folder} --shards {count}\n#   {program} tournament merge {file} {folder}\n"
    );
    match scheduler {
        Scheduler::Slurm => format!(
            "#!/bin/sh\n\
             # {name}: {games} games in {count} shards.\n\
             # Arrays usually end at index 1000; play what is missing with: sbatch --array=$({program} tournament missing {file} {folder} --shards {count}) this-file\n\
             #SBATCH --job-name=plyground\n\
             #SBATCH --array=0-{last}\n\
             #SBATCH --ntasks=1\n\
             #SBATCH --cpus-per-task=1\n\
             #SBATCH --requeue\n\
             #SBATCH --open-mode=append\n\
             {afterwards}\
             # Exit code 75 means: stopped, try again.\n\
             exec {run} --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\"\n",
            name = plan.name,
            games = plan.games(),
            run = run(&format!("auto/{count}")),
        ),
        Scheduler::HyperQueue => format!(
            "#!/bin/sh\n\
             # {}: {} games in {count} shards. Tasks of a lost worker start again by themselves.\n\
             {afterwards}\
             hq submit --array 0-{last} --cpus 1 -- {} --jobs 1\n",
            plan.name,
            plan.games(),
            run(&format!("auto/{count}")),
        ),
        Scheduler::Parallel => format!(
            "#!/bin/sh\n\
             # {}: {} games in {count} shards. Run it again to resume; add `--sshlogin host,host` for more machines.\n\
             {afterwards}\
             seq 0 {last} | parallel --joblog plyground.log --resume-failed \"{} --jobs 1\"\n",
            plan.name,
            plan.games(),
            run(&format!("{{}}/{count}")).replace('"', "\\\""),
        ),
    }
}
