#![no_main]
plyground_fuzz::target!("shard_lines");
