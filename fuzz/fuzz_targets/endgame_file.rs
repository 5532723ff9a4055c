#![no_main]
plyground_fuzz::target!("endgame_file");
