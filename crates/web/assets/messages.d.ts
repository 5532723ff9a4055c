// Written from the types in src/messages; `cargo xtask bless` writes it again.

export type Scene = { 
/**
 * Width.
 */
cols: number, 
/**
 * Height.
 */
rows: number, 
/**
 * Row by row from the top left.
 */
cells: Array<Cell>, 
/**
 * Joined sides.
 */
links: Array<Link>, 
/**
 * One per player.
 */
seats: Array<SceneSeat>, 
/**
 * The roll on the table, from 1.
 */
die: number | null, 
/**
 * Captions; empty when columns are counted from 0.
 */
col_names: Array<string>, 
/**
 * Captions; empty when rows are counted from 0.
 */
row_names: Array<string>, };

export type Cell = { 
/**
 * `plain`, `hole`, `blocked`, `permanent`, `special`, `home` or `goal`.
 */
ground: string, 
/**
 * Whose home or goal, from 1.
 */
of: number | null, 
/**
 * The letter of a special square.
 */
letter: string | null, 
/**
 * What stands on it.
 */
piece: Piece | null, };

export type Piece = { 
/**
 * From 1; absent for nobody's.
 */
owner: number | null, 
/**
 * Inscription.
 */
label: string, };

export type Link = { 
/**
 * One end.
 */
from: [number, number], 
/**
 * The other.
 */
to: [number, number], };

export type SceneSeat = { 
/**
 * `red`, `player 3`, …
 */
name: string, 
/**
 * Tells his pieces apart without colour.
 */
symbol: string, };

export type ClickOn = number | string;

export type LegalMove = { 
/**
 * In the game's notation.
 */
text: string, 
/**
 * In order.
 */
clicks: Array<ClickOn>, };

export type Effects = { 
/**
 * Cells that change.
 */
cells: Array<number>, 
/**
 * Lines along which it happens, cell by cell.
 */
paths: Array<Array<number>>, };

export type Catalog = { 
/**
 * The games.
 */
games: Array<CatalogGame>, 
/**
 * Kinds of players, for those who write specs.
 */
players: Array<PlayerKind>, 
/**
 * Whether `process(…)` may be used.
 */
processes: boolean, };

export type CatalogGame = { 
/**
 * The word on the command line.
 */
name: string, 
/**
 * Its name among people.
 */
title: string, 
/**
 * One sentence.
 */
summary: string, 
/**
 * Fewest and most players.
 */
players: [number, number], 
/**
 * Whether dice are rolled.
 */
chance: boolean, 
/**
 * Whether first positions can be drawn by lot.
 */
deals: boolean, 
/**
 * Named variants; the first is the usual one.
 */
variants: Array<NamedText>, 
/**
 * Parameters of a variant of one's own.
 */
parameters: Array<NamedText>, 
/**
 * Boards that come with the program.
 */
boards: Array<BoardChoice>, 
/**
 * Engines by plain names, weakest first.
 */
opponents: Array<Opponent>, 
/**
 * A position worth looking at.
 */
picture: Scene, };

export type NamedText = { 
/**
 * The word.
 */
name: string, 
/**
 * One sentence.
 */
summary: string, };

export type BoardChoice = { 
/**
 * Its name.
 */
name: string, 
/**
 * One sentence.
 */
summary: string, 
/**
 * Number of players.
 */
players: number, 
/**
 * Width.
 */
cols: number, 
/**
 * Height.
 */
rows: number, };

export type Opponent = { 
/**
 * `beginner`, `strongest`, …
 */
name: string, 
/**
 * What it is.
 */
spec: string, 
/**
 * One sentence.
 */
summary: string, };

export type PlayerKind = { 
/**
 * The word in specs.
 */
name: string, 
/**
 * One sentence.
 */
summary: string, 
/**
 * The only game it plays, if it belongs to one.
 */
game: string | null, 
/**
 * What can be said about it.
 */
params: Array<PlayerParam>, };

export type PlayerParam = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it is unless said otherwise.
 */
default: string, 
/**
 * What it may be.
 */
values: string, 
/**
 * One sentence.
 */
summary: string, };

export type NewGame = { 
/**
 * The word on the command line.
 */
game: string, 
/**
 * A variant's name, or `key=value,…`.
 */
variant: string | null, 
/**
 * The name of a board that comes with the program.
 */
map: string | null, 
/**
 * A board of one's own.
 */
map_text: string | null, 
/**
 * A position in the game's notation.
 */
position: string | null, 
/**
 * One spec per seat, or `human`; seats beyond the list are taken by the strongest engine.
 */
seats: Array<string>, 
/**
 * What engines may use for a move, such as `1s`.
 */
time: string | null, 
/**
 * An account for everybody instead, such as `5m+3s`.
 */
clock: string | null, 
/**
 * Draw the first position by lot.
 */
deal: boolean, 
/**
 * Ask for every roll instead of rolling.
 */
real_die: boolean, 
/**
 * The least time between two moves of engines.
 */
pace_ms: number | null, 
/**
 * Governs everything random.
 */
seed: number | null, };

export type Created = { 
/**
 * Its address below `/game/`.
 */
id: string, };

export type GameSummary = { 
/**
 * Its address below `/game/`.
 */
id: string, 
/**
 * The game's name among people.
 */
title: string, 
/**
 * Its variant or map.
 */
variant: string, 
/**
 * Turns made.
 */
plies: number, 
/**
 * Who plays.
 */
seats: Array<string>, 
/**
 * Whether it is over.
 */
over: boolean, 
/**
 * When it was last changed, in seconds since 1970.
 */
changed: number, };

export type ImportWish = { 
/**
 * Of which game, if the text does not say it.
 */
game: string | null, 
/**
 * A record of ours, one of the game's community, or a map.
 */
text: string, };

export type TurnOf = { 
/**
 * `player`, `chance` or `over`.
 */
kind: string, 
/**
 * Who moves or rolls, from 1.
 */
player: number | null, };

export type Clock = { 
/**
 * Milliseconds left when this was sent.
 */
left_ms: number, 
/**
 * Whether it runs.
 */
runs: boolean, };

export type TableSeat = { 
/**
 * What the game calls the player.
 */
name: string, 
/**
 * Tells his pieces apart without colour.
 */
symbol: string, 
/**
 * Countable belongings.
 */
holdings: Array<[string, number]>, 
/**
 * Excluded from the game.
 */
eliminated: boolean, 
/**
 * Who sits there, in words.
 */
label: string, 
/**
 * The spec of an engine; absent for a person.
 */
spec: string | null, 
/**
 * Thinking at this moment.
 */
thinking: boolean, 
/**
 * Milliseconds used so far.
 */
used_ms: number, 
/**
 * What is left, in a game with clocks.
 */
clock: Clock | null, };

export type PlayedMove = { 
/**
 * As recorded, with its roll.
 */
text: string, 
/**
 * Who made it, from 1.
 */
player: number | null, };

export type Ending = { 
/**
 * One sentence: who won.
 */
text: string, 
/**
 * One sentence: why it ended.
 */
reason: string, 
/**
 * Payoffs by seat.
 */
payoffs: Array<number>, 
/**
 * Places by seat, from 1.
 */
places: Array<number>, };

export type Can = { 
/**
 * Something can be taken back.
 */
undo: boolean, 
/**
 * Something was taken back.
 */
redo: boolean, 
/**
 * A person is still playing.
 */
resign: boolean, };

export type State = { 
/**
 * Grows with every change.
 */
version: number, 
/**
 * The game's name on the command line.
 */
game: string, 
/**
 * Its name among people.
 */
title: string, 
/**
 * As `--variant` takes it, or the map's name.
 */
variant: string, 
/**
 * Whether `variant` is the name of a map.
 */
mapped: boolean, 
/**
 * The position in text.
 */
position: string, 
/**
 * The stage of the game.
 */
phase: string, 
/**
 * Turns made.
 */
plies: number, 
/**
 * The board.
 */
scene: Scene, 
/**
 * The cells of the last move.
 */
last: Array<number>, 
/**
 * What is waited for.
 */
turn: TurnOf, 
/**
 * Whether it is a person who moves or rolls.
 */
yours: boolean, 
/**
 * Legal moves of a person to move.
 */
legal: Array<LegalMove>, 
/**
 * Probabilities of the faces where somebody has to roll.
 */
faces: Array<number>, 
/**
 * Every turn.
 */
moves: Array<PlayedMove>, 
/**
 * Who sits where.
 */
seats: Array<TableSeat>, 
/**
 * How it ended, if it did.
 */
result: Ending | null, 
/**
 * Engines and clocks wait.
 */
paused: boolean, 
/**
 * Whether there are engines at all.
 */
machines: boolean, 
/**
 * The least time between two moves of engines, in milliseconds.
 */
pace_ms: number, 
/**
 * Which buttons make sense.
 */
can: Can, 
/**
 * Forms of record of the game's own community.
 */
formats: Array<string>, 
/**
 * Why the last change is not saved yet, in one sentence; until it is, the game cannot go on.
 */
unsaved: string | null, };

export type Glance = { 
/**
 * After so many turns.
 */
ply: number, 
/**
 * The board.
 */
scene: Scene, 
/**
 * The cells of the move that led there.
 */
last: Array<number>, 
/**
 * In text.
 */
position: string, };

export type Request = { 
/**
 * Echoed in the answer.
 */
re: number, } & ({ "do": "move", 
/**
 * In the game's notation.
 */
text: string, } | { "do": "roll", 
/**
 * From 1.
 */
face: number | null, } | { "do": "undo" } | { "do": "redo" } | { "do": "resign" } | { "do": "pause", 
/**
 * Stop them.
 */
on: boolean, } | { "do": "pace", 
/**
 * Least time between two moves.
 */
ms: number, } | { "do": "rematch" } | { "do": "at", 
/**
 * After so many turns.
 */
ply: number, } | { "do": "preview", 
/**
 * In the game's notation.
 */
text: string, } | { "do": "study" } & StudyWish | { "do": "rest" } | { "do": "review" });

export type Command = { "do": "move", 
/**
 * In the game's notation.
 */
text: string, } | { "do": "roll", 
/**
 * From 1.
 */
face: number | null, } | { "do": "undo" } | { "do": "redo" } | { "do": "resign" } | { "do": "pause", 
/**
 * Stop them.
 */
on: boolean, } | { "do": "pace", 
/**
 * Least time between two moves.
 */
ms: number, } | { "do": "rematch" } | { "do": "at", 
/**
 * After so many turns.
 */
ply: number, } | { "do": "preview", 
/**
 * In the game's notation.
 */
text: string, } | { "do": "study" } & StudyWish | { "do": "rest" } | { "do": "review" };

export type Answer = { "type": "done" } | { "type": "refused", 
/**
 * One sentence.
 */
reason: string, } | { "type": "glance" } & Glance | { "type": "effects" } & Effects | { "type": "game", 
/**
 * Its address.
 */
id: string, };

export type Push = { "type": "state", 
/**
 * As it stands.
 */
state: State, } | { "type": "insight", 
/**
 * What it thinks.
 */
insight: Insight, } | { "type": "review", 
/**
 * The turn.
 */
review: Review, };

export type StudyWish = { 
/**
 * After so many turns; absent: where the game stands, its roll included.
 */
ply: number | null, 
/**
 * So many moves get exact values.
 */
lines: number, 
/**
 * Who thinks; absent: the strongest.
 */
player: string | null, };

export type RatedMove = { 
/**
 * In the game's notation.
 */
text: string, 
/**
 * The clicks that enter it.
 */
clicks: Array<ClickOn>, 
/**
 * What it is worth, as [`Insight::value`].
 */
value: number, 
/**
 * The same between 0 and 1, as [`Insight::share`].
 */
share: number, 
/**
 * Whether that is its value within the search, or only a bound.
 */
exact: boolean, };

export type FaceLine = { 
/**
 * From 1.
 */
face: number, 
/**
 * How likely it is.
 */
chance: number, 
/**
 * The best move.
 */
best: string | null, 
/**
 * What the position is worth then, as [`Insight::value`].
 */
value: number | null, };

export type Insight = { 
/**
 * Of the position after so many turns.
 */
ply: number, 
/**
 * Which version of the game it is about.
 */
version: number, 
/**
 * Who thinks.
 */
player: string, 
/**
 * From whose point of view values are told, as a number from 1.
 */
view: number, 
/**
 * What it is worth.
 */
value: number, 
/**
 * The same between 0 (lost) and 1 (won), for bars and graphs.
 */
share: number, 
/**
 * What values count.
 */
unit: string, 
/**
 * Whether the value is proven.
 */
exact: boolean, 
/**
 * Turns until the end, where a win or loss is proven.
 */
plies_to_end: number | null, 
/**
 * Plies searched.
 */
depth: number, 
/**
 * Positions visited in the last slice.
 */
nodes: number, 
/**
 * Positions a second.
 */
speed: number, 
/**
 * Share of the questions to the table that it answered.
 */
table_hits: number | null, 
/**
 * Size of the table in bytes.
 */
table_bytes: number | null, 
/**
 * The line of play that is expected.
 */
line: Array<string>, 
/**
 * Moves, best first.
 */
moves: Array<RatedMove>, 
/**
 * At a roll: what each face would bring.
 */
faces: Array<FaceLine>, 
/**
 * Whether there is nothing more to find out.
 */
finished: boolean, };

export type Review = { 
/**
 * The position after so many turns, before this turn.
 */
ply: number, 
/**
 * How many turns there are.
 */
plies: number, 
/**
 * Which version of the game it is about.
 */
version: number, 
/**
 * For whom the share is told, from 1: the first player in games of two, among more whoever moved, and at the end the winner.
 */
view: number, 
/**
 * What the position was worth to him, between 0 and 1.
 */
share: number, 
/**
 * Who moved, from 1; absent at the end of the game.
 */
player: number | null, 
/**
 * What was played.
 */
played: string | null, 
/**
 * What would have been best.
 */
best: string | null, 
/**
 * What the move gave away, between 0 and 1.
 */
error: number, 
/**
 * What the roll brought, in games with dice.
 */
luck: number | null, 
/**
 * Whether these numbers are exact.
 */
exact: boolean, };

export type XrayWish = { 
/**
 * The word on the command line.
 */
game: string, 
/**
 * A variant's name, or `key=value,…`.
 */
variant: string | null, 
/**
 * The name of a board that comes with the program.
 */
map: string | null, 
/**
 * A position in the game's notation.
 */
position: string | null, 
/**
 * Take the position of this game of the server instead.
 */
id: string | null, 
/**
 * After so many turns of it.
 */
ply: number | null, 
/**
 * One spec, or two to compare.
 */
players: Array<string>, 
/**
 * How deep to search.
 */
depth: number, };

export type XrayNode = { 
/**
 * The visit it belongs to; absent directly below the root.
 */
parent: number | null, 
/**
 * The move or roll that led there.
 */
text: string, 
/**
 * Lower end of the window, as the root player counts; absent where nothing bounded it.
 */
low: number | null, 
/**
 * Upper end.
 */
high: number | null, 
/**
 * The value, as the root player counts; absent if the visit was not finished.
 */
value: number | null, 
/**
 * Who was to move, from 1.
 */
player: number | null, 
/**
 * Why it ended: `complete`, `alpha`, `beta`, `star`, `table`, `known`, `probe`, `depth`, `terminal`, `beam`, `stopped`.
 */
ending: string, };

export type XrayIteration = { 
/**
 * Plies.
 */
depth: number, 
/**
 * For the player to move.
 */
value: number, 
/**
 * The best move.
 */
best: string | null, 
/**
 * Nodes of this iteration.
 */
nodes: number, 
/**
 * Its time.
 */
seconds: number, 
/**
 * What was predicted, if anything was.
 */
predicted: number | null, 
/**
 * The aspiration window, if there was one.
 */
window: [number, number] | null, 
/**
 * How often the value fell below it.
 */
fail_low: number, 
/**
 * How often it rose above it.
 */
fail_high: number, };

export type Xray = { 
/**
 * Who searched.
 */
player: string, 
/**
 * What values count.
 */
unit: string, 
/**
 * The best move.
 */
best: string | null, 
/**
 * Its value for the player to move.
 */
value: number, 
/**
 * Plies searched.
 */
depth: number, 
/**
 * Nodes of all iterations.
 */
nodes: number, 
/**
 * Time of all iterations.
 */
seconds: number, 
/**
 * Every iteration.
 */
iterations: Array<XrayIteration>, 
/**
 * Questions to the table, and how many it answered.
 */
table: [number, number] | null, 
/**
 * Chance nodes left below, above the window, and by probing, in searches with dice.
 */
star: [number, number, number] | null, 
/**
 * The tree of the last iteration, parents before children; empty if this kind of search cannot be watched.
 */
nodes_seen: Array<XrayNode>, 
/**
 * Why there is no tree, where there is none.
 */
undrawn: string | null, 
/**
 * Visits that did not fit into the picture.
 */
omitted: number, 
/**
 * How often a visit ended for each reason, in the picture.
 */
endings: Array<[string, number]>, };

export type XrayAnswer = { 
/**
 * The board.
 */
scene: Scene, 
/**
 * The position in text.
 */
position: string, 
/**
 * Who is to move, from 1.
 */
mover: number | null, 
/**
 * One per spec.
 */
searches: Array<Xray>, };

export type NewTournament = { 
/**
 * Its name in the archive.
 */
name: string, 
/**
 * The game's name on the command line.
 */
game: string, 
/**
 * A variant's name, or `key=value,…`.
 */
variant: string | null, 
/**
 * The name of a board that comes with the program.
 */
map: string | null, 
/**
 * Who takes part.
 */
players: Array<NewEntrant>, 
/**
 * Whether the first player meets all others and they do not meet each other.
 */
gauntlet: boolean, 
/**
 * Openings per pairing.
 */
repeats: number, 
/**
 * How games begin: `auto`, `start`, `deal`, `random:4`, …
 */
openings: string | null, 
/**
 * What a move may cost, such as `100ms`.
 */
time: string | null, 
/**
 * The same in positions.
 */
nodes: number | null, 
/**
 * The same in plies.
 */
depth: number | null, 
/**
 * Governs everything random.
 */
seed: number | null, };

export type NewEntrant = { 
/**
 * What to call him; empty for his spec.
 */
name: string, 
/**
 * What he is.
 */
spec: string, };

export type TournamentSummary = { 
/**
 * Its name, which is also its address below `/arena/`.
 */
name: string, 
/**
 * Games planned.
 */
planned: number, 
/**
 * Games played.
 */
played: number, 
/**
 * Whether games are being played.
 */
running: boolean, };

export type TournamentState = { 
/**
 * Its name.
 */
name: string, 
/**
 * Games planned.
 */
planned: number, 
/**
 * Games played.
 */
played: number, 
/**
 * Whether games are being played.
 */
running: boolean, 
/**
 * Whether it is being paused: running games are played to their ends.
 */
pausing: boolean, 
/**
 * Seconds until the end, if things go on like this.
 */
seconds_left: number | null, 
/**
 * What ended it before its time.
 */
trouble: string | null, 
/**
 * One table per event, and one for all of them if there are several.
 */
tables: Array<ScoreTable>, 
/**
 * How the first player's score against the second one grew, where only these two play.
 */
duel: Duel | null, 
/**
 * Games on the boards right now.
 */
boards: Array<RunningGame>, 
/**
 * Games that did not end by the rules.
 */
failed: Array<FailedGame>, };

export type ScoreTable = { 
/**
 * What was played.
 */
label: string, 
/**
 * Games planned.
 */
planned: number, 
/**
 * Games played.
 */
played: number, 
/**
 * Best score first.
 */
rows: Array<ScoreRow>, 
/**
 * Points per game of each seat.
 */
seat_scores: Array<number>, };

export type ScoreRow = { 
/**
 * What he is called.
 */
name: string, 
/**
 * What he is.
 */
spec: string, 
/**
 * Games played.
 */
games: number, 
/**
 * Games in which the first place was his alone.
 */
wins: number, 
/**
 * Games in which he shared it.
 */
draws: number, 
/**
 * Games in which he had no part in it.
 */
losses: number, 
/**
 * Mean share of the first place.
 */
score: number, 
/**
 * The lower end of its 95 % interval.
 */
low: number, 
/**
 * The upper end.
 */
high: number, 
/**
 * Elo, mean 0, or the rating where more than two sit at a table.
 */
elo: number | null, 
/**
 * Opponents who are better with 95 % confidence.
 */
worse_than: number, 
/**
 * Opponents of whom that cannot be said either way.
 */
even_with: number, 
/**
 * Opponents who are worse.
 */
better_than: number, 
/**
 * His score against each row of the table.
 */
against: Array<number | null>, };

export type Duel = { 
/**
 * The one whose score it is.
 */
first: string, 
/**
 * The other one.
 */
second: string, 
/**
 * The sequential test asks whether the first is stronger by `elo1` rather than by `elo0`.
 */
elo0: number, 
/**
 * The other end of the question.
 */
elo1: number, 
/**
 * Where the test says no.
 */
lower: number, 
/**
 * Where it says yes.
 */
upper: number, 
/**
 * From the first games to the last.
 */
points: Array<DuelPoint>, };

export type DuelPoint = { 
/**
 * Games played.
 */
games: number, 
/**
 * Elo difference, where it is finite.
 */
elo: number | null, 
/**
 * The lower end of its 95 % interval.
 */
low: number | null, 
/**
 * The upper end.
 */
high: number | null, 
/**
 * Log-likelihood ratio of the test.
 */
llr: number, };

export type RunningGame = { 
/**
 * Its number.
 */
number: number, 
/**
 * Who plays, in turn order.
 */
players: Array<string>, 
/**
 * Its position not long ago.
 */
scene: Scene, };

export type FailedGame = { 
/**
 * Its number.
 */
number: number, 
/**
 * Who played, in turn order.
 */
players: Array<string>, 
/**
 * How it ended: `time-out`, `crash`, …
 */
termination: string, 
/**
 * What happened.
 */
detail: string, };

export type NewHosting = { 
/**
 * What to call the map, or the name of one that comes with the program.
 */
map: string, 
/**
 * A map of one's own.
 */
map_text: string | null, 
/**
 * One per seat: `client`, or a spec.
 */
seats: Array<string>, 
/**
 * What is added to a player's account before each of his moves, such as `2s`.
 */
time: string | null, 
/**
 * Search depth on the clients' honour, where there is no clock.
 */
depth: number | null, 
/**
 * Games in a row.
 */
games: number, };

export type HostingState = { 
/**
 * Where clients connect.
 */
address: string, 
/**
 * The map's name.
 */
map: string, 
/**
 * `waiting`, `playing`, `over` or `failed`.
 */
phase: string, 
/**
 * What is going on, in a sentence.
 */
words: string, 
/**
 * The board.
 */
scene: Scene | null, 
/**
 * Stones of each player, -1 for the disqualified.
 */
standing: Array<number>, 
/**
 * What happened, the latest last.
 */
log: Array<string>, 
/**
 * Finished games.
 */
results: Array<HostedGame>, };

export type HostedGame = { 
/**
 * One per seat.
 */
seats: Array<HostedSeat>, 
/**
 * Turns made.
 */
turns: number, };

export type HostedSeat = { 
/**
 * Who sat here.
 */
name: string, 
/**
 * Stones at the end.
 */
stones: number, 
/**
 * Place, from 1.
 */
place: number, 
/**
 * Why he was disqualified, if he was.
 */
out: string | null, };

export type MapText = { 
/**
 * As files have it.
 */
text: string, };

export type MapVerdict = { 
/**
 * What is wrong with it.
 */
problem: string | null, 
/**
 * Tiles that are no holes.
 */
tiles: number, 
/**
 * Stones of players.
 */
stones: number, 
/**
 * Choice, inversion, bonus tiles and expansion stones.
 */
specials: number, 
/**
 * Joined sides.
 */
transitions: number, };

export type Lab = { 
/**
 * Every study.
 */
studies: Array<LabStudy>, 
/**
 * Names of the maps that come with the program.
 */
maps: Array<string>, 
/**
 * Every run in the data folder.
 */
runs: Array<LabRunSummary>, };

export type LabStudy = { 
/**
 * Its name on the command line.
 */
name: string, 
/**
 * What it asks.
 */
question: string, 
/**
 * Where the question comes from.
 */
source: string, 
/**
 * Whether it measures time, so that it is better left alone meanwhile.
 */
timed: boolean, 
/**
 * Whether the number of games can be chosen.
 */
takes_games: boolean, 
/**
 * Whether its maps can be chosen.
 */
takes_maps: boolean, 
/**
 * Whether its player can be chosen.
 */
takes_player: boolean, };

export type NewLabRun = { 
/**
 * The study's name.
 */
study: string, 
/**
 * About a minute instead of enough to believe the answer.
 */
quick: boolean, 
/**
 * Games per pairing.
 */
games: number | null, 
/**
 * Names of maps instead of the study's own.
 */
maps: Array<string>, 
/**
 * A player instead of the study's own.
 */
player: string | null, 
/**
 * Governs everything random.
 */
seed: number | null, };

export type LabRunSummary = { 
/**
 * Its folder, which is also its address below `/lab/`.
 */
name: string, 
/**
 * Whether it is being worked at.
 */
running: boolean, 
/**
 * Whether its report can be read.
 */
reported: boolean, };

export type LabRunState = { 
/**
 * Its folder.
 */
name: string, 
/**
 * What is asked, if the run was begun from a page.
 */
question: string | null, 
/**
 * The command that does the same in a terminal.
 */
command: string | null, 
/**
 * Pieces of work done.
 */
done: number, 
/**
 * Pieces of work in all, as far as known.
 */
of: number | null, 
/**
 * The piece that was finished last.
 */
cell: string | null, 
/**
 * Whether it is being worked at.
 */
running: boolean, 
/**
 * Whether the pieces at hand are the last for now.
 */
pausing: boolean, 
/**
 * Seconds until the end, if things go on like this.
 */
seconds_left: number | null, 
/**
 * What ended it before its time.
 */
trouble: string | null, 
/**
 * Whether its report can be read.
 */
reported: boolean, 
/**
 * Tables and plots to take away.
 */
files: Array<string>, };
