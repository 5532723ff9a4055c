//! The tables of the archive. docs/archive.md explains them to people; keep both in step.

/// Raised whenever a program of today could misread a file of tomorrow.
pub(super) const VERSION: i32 = 1;
/// Marks a file as ours: "Plyg" in ASCII.
pub(super) const APPLICATION: i32 = 0x506c_7967;

/// Rows of `game` hold what cannot be computed from the other tables: a game's number gives its pairing, rotation and
/// opening. `WITHOUT ROWID` keeps games in the order of their numbers, so every question about a pairing is a question
/// about one stretch of the table.
pub(super) const TABLES: &str = "
CREATE TABLE tournament (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    plan        TEXT NOT NULL,
    seed        INTEGER NOT NULL,
    games       INTEGER NOT NULL,
    begun       TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT;

CREATE TABLE player (
    tournament INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    name       TEXT NOT NULL,
    spec       TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
    tournament INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    label      TEXT NOT NULL,
    game       TEXT NOT NULL,
    variant    TEXT,
    map_name   TEXT,
    map_text   TEXT,
    lenient    INTEGER NOT NULL,
    seats      INTEGER NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE pairing (
    tournament    INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    number        INTEGER NOT NULL,
    event         INTEGER NOT NULL,
    players       TEXT NOT NULL,
    first_game    INTEGER NOT NULL,
    games         INTEGER NOT NULL,
    first_opening INTEGER NOT NULL,
    openings      INTEGER NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX pairing_by_game ON pairing (tournament, first_game);

CREATE TABLE opening (
    tournament INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    position   TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE game (
    tournament  INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    termination INTEGER NOT NULL,
    seed        INTEGER NOT NULL,
    payoffs     TEXT NOT NULL,
    length      INTEGER NOT NULL,
    moves       TEXT NOT NULL,
    nodes       TEXT NOT NULL,
    micros      TEXT NOT NULL,
    turns       BLOB NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE fault (
    tournament INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    game       INTEGER NOT NULL,
    turn       INTEGER NOT NULL,
    seat       INTEGER NOT NULL,
    kind       INTEGER NOT NULL,
    detail     TEXT NOT NULL,
    PRIMARY KEY (tournament, game, turn, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE thought (
    tournament INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    game       INTEGER NOT NULL,
    turn       INTEGER NOT NULL,
    value      REAL NOT NULL,
    depth      INTEGER NOT NULL,
    nodes      INTEGER NOT NULL,
    micros     INTEGER NOT NULL,
    PRIMARY KEY (tournament, game, turn)
) STRICT, WITHOUT ROWID;

CREATE TABLE termination (code INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

CREATE VIEW seated_game AS
SELECT t.name AS tournament, g.number AS number, e.label AS event, p.players AS players,
       (g.number - p.first_game) % (length(p.players) - length(replace(p.players, ' ', '')) + 1) AS rotation,
       o.position AS start, r.name AS termination, g.payoffs, g.length, g.moves, g.nodes, g.micros, g.turns
FROM game g
JOIN tournament t ON t.id = g.tournament
JOIN pairing p ON p.tournament = g.tournament
  AND p.first_game = (SELECT max(q.first_game) FROM pairing q
                      WHERE q.tournament = g.tournament AND q.first_game <= g.number)
JOIN event e ON e.tournament = g.tournament AND e.number = p.event
JOIN opening o ON o.tournament = g.tournament
  AND o.number = p.first_opening
      + (g.number - p.first_game) / (length(p.players) - length(replace(p.players, ' ', '')) + 1) % p.openings
JOIN termination r ON r.code = g.termination;
";
