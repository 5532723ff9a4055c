use super::*;

fn server(text: &str) -> Result<(), String> {
    let spec: Spec = text.parse().unwrap_or_else(|error| panic!("{error}"));
    SpecPolicy::server(false).check(&spec).map_err(|error| error.to_string())
}

#[test]
fn a_value_counts_the_same_by_name_by_position_and_in_quotation_marks() {
    for spec in [
        "search(table=100GB)",
        "search(table=\"100GB\")",
        "search(pvs, mobility, paranoid, all, on, on, on, off, on, 900GB)",
        "search(depth=3, pvs, mobility, paranoid, all, on, on, on, off, on, 900GB)",
        "search(replacement=pair, table=65MB)",
        "expectimax(net, star2, 100GB)",
        "expectimax(table=\"68000k\")",
        "mcts(memory=1GB)",
        "MrBlack(upper=65MB)",
        "FarmerBoy(0, lower=\"4GB\")",
        "search(threads=\"3\")",
        "best(3)",
        "best(threads=2)",
        "mcts(threads=2)",
        "best(time=1h)",
        "search(time=\"61s\")",
        "search(nodes=99999999999)",
        "mcts(iterations=18446744073709551615)",
        "search(depth=101)",
        "MrMonte(0, 9000000000)",
    ] {
        let refused = server(spec).expect_err(spec);
        assert!(refused.contains("too much for an engine of a page; at most"), "{spec}: {refused}");
    }
}

#[test]
fn what_pages_ask_for_every_day_passes() {
    for spec in [
        "best",
        "best(time=60s)",
        "best(lines=500)",
        "search(depth=3)",
        "search(eval=mobility, table=64MB, time=half)",
        "search(table=off)",
        "expectimax(table=1MB, depth=4)",
        "mcts",
        "mcts(policy=greedy, iterations=1000)",
        "mcts(policy=search(depth=1, table=off))",
        "MrMonte(2, 40, FarmerBoy(0))",
        "original(repaired)",
        "random",
        // What is wrong in other ways is for the builder to say.
        "search(table=plenty)",
        "serch(table=100GB)",
        "search(tabel=100GB)",
    ] {
        assert_eq!(server(spec), Ok(()), "{spec}");
    }
}

#[test]
fn players_inside_players_are_judged_too() {
    for (spec, part) in [
        ("mcts(policy=search(depth=1, table=1GB))", "at most 64MB"),
        ("mcts(policy=best)", "best: inside another player it needs a limit"),
        ("mcts(policy=search(time=half))", "search: inside another player it needs a limit"),
        ("montecarlo(policy=search(time=1s))", "at most 10ms"),
        ("MrMonte(0, 10, MrBlack(9))", "at most 3"),
        ("MrMonte(0, 10, FarmerBoy(0), search(nodes=1000000))", "at most 100000"),
        ("mcts(policy=mcts(iterations=9, policy=mcts(iterations=9)))", "tables of 832MB are too much"),
    ] {
        let refused = server(spec).expect_err(spec);
        assert!(refused.contains(part), "{spec}: {refused}");
    }
}

#[test]
fn programs_need_leave() {
    let spec: Spec = "process(\"sh\", protocol=ugi)".parse().expect("a spec");
    assert!(SpecPolicy::server(false).check(&spec).is_err_and(|error| error.to_string().contains("--allow-processes")));
    assert_eq!(SpecPolicy::server(true).check(&spec), Ok(()));
    let nested: Spec = "mcts(policy=process(\"sh\", nodes=1))".parse().expect("a spec");
    assert!(SpecPolicy::server(false).check(&nested).is_err());
    let patient: Spec = "process(\"sh\", answer=1h)".parse().expect("a spec");
    assert!(SpecPolicy::server(true).check(&patient).is_err());
}

#[test]
fn a_stricter_page_says_its_own_maximum() {
    let policy = SpecPolicy::server(false).within(Duration::from_secs(5), 400_000);
    let refused = |text: &str| policy.check(&text.parse().expect("a spec")).expect_err(text).to_string();
    assert_eq!(refused("best(time=6s)"), "best: time=6s is too much for an engine of a page; at most 5s are allowed");
    assert!(refused("mcts(iterations=500000)").contains("at most 400000"));
    assert_eq!(policy.time(), Duration::from_secs(5));
}

#[test]
fn a_machine_holds_what_it_holds() {
    let policy = SpecPolicy { table: 1 << 30, memory: 1 << 30, ..SpecPolicy::machine() };
    let check = |text: &str| policy.check(&text.parse().expect("a spec")).map_err(|error| error.to_string());
    assert_eq!(
        check("search(table=900GB)"),
        Err("search: table=900GB is too much for this machine; at most 1024MB are allowed".to_string())
    );
    assert_eq!(check("search(table=1GB, threads=16, time=1h)"), Ok(()));
    assert_eq!(check("mcts(policy=best)"), Ok(()));
    assert!(
        check("MrBlack(upper=600MB, lower=600MB)").is_err_and(|error| error.contains("tables of 1200MB are too much"))
    );
    assert_eq!(policy.check_games(300 << 20, 3), Ok(()));
    let refused = policy.check_games(300 << 20, 4).expect_err("4 times 300 MB").to_string();
    assert!(refused.starts_with("4 games at a time: tables of 1200MB are too much for this machine"), "{refused}");
    assert!(policy.check_table(1 << 30).is_ok() && policy.check_table((1 << 30) + 1).is_err());
}

#[test]
fn memory_counts_tables_trees_and_what_is_inside() {
    let memory = |text: &str| SpecPolicy::memory_of(&text.parse().expect("a spec"));
    assert_eq!(memory("random"), 0);
    assert_eq!(memory("search"), 64 << 20);
    assert_eq!(memory("search(table=off)"), 0);
    assert_eq!(memory("MrBlack"), 2 << 20);
    assert_eq!(memory("mcts(policy=search(table=1MB))"), (64 + 3) << 20);
    assert_eq!(memory("search(table=900000GB)"), 900_000 << 30);
}

/// A parameter that takes a size, a time or a player without saying so would slip through every policy.
#[test]
fn every_parameter_says_what_it_spends() {
    for kind in infos() {
        for param in &kind.params {
            let spends = match (param.name, param.values) {
                (_, values) if values.starts_with("size") => Resource::Memory,
                (_, "a player") if kind.name == "blunder" => Resource::Substitute,
                (_, "a player") => Resource::Player,
                ("threads", _) => Resource::Threads,
                ("time", _) | (_, "time") => Resource::Time,
                ("nodes", _) => Resource::Nodes,
                ("iterations", _) => Resource::Playouts,
                ("depth", _) => Resource::Depth,
                ("command", _) => Resource::Program,
                _ => Resource::None,
            };
            assert_eq!(param.resource, spends, "{}: {}", kind.name, param.name);
        }
    }
}
