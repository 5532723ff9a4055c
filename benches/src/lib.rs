//! Benchmarks that compare Plyground with baselines in the same run. Run them with `cargo bench -p plyground-benches`.
