#![no_main]
plyground_fuzz::target!("dialogue_codingame");
