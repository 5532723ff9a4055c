//! The bench signature.

use plyground_engine::bench::run;

#[test]
fn the_same_list_twice_in_one_process_gives_the_same_numbers() {
    assert_eq!(run(|_| {}), run(|_| {}));
}
