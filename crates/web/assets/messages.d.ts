// Generated from the types in src/messages by `cargo xtask bless`.

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
 * The current roll, from 1.
 */
die: number | null, 
/**
 * Column captions; empty if columns are numbered from 0.
 */
col_names: Array<string>, 
/**
 * Row captions; empty if rows are numbered from 0.
 */
row_names: Array<string>, };

export type Cell = { 
/**
 * `plain`, `hole`, `blocked`, `permanent`, `special`, `home` or `goal`.
 */
ground: string, 
/**
 * The player whose home or goal it is, from 1.
 */
of: number | null, 
/**
 * The letter of a special square.
 */
letter: string | null, 
/**
 * The piece on it.
 */
piece: Piece | null, };

export type Piece = { 
/**
 * The owner, from 1; absent for neutral pieces.
 */
owner: number | null, 
/**
 * The label on it.
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
 * A symbol that identifies the player's pieces without colour.
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
clicks: Array<ClickOn>, 
/**
 * What to know before making it.
 */
notice: string | null, };

export type Effects = { 
/**
 * Cells that change.
 */
cells: Array<number>, 
/**
 * Lines of capture, cell by cell.
 */
paths: Array<Array<number>>, 
/**
 * The same as a sequence of changes.
 */
changes: Array<SceneChange>, };

export type SceneChange = { 
/**
 * `slide`, `place`, `flip`, `capture`, `close` or `blast`.
 */
kind: string, 
/**
 * The cell.
 */
cell: number, 
/**
 * Where a piece that slides comes from.
 */
from: number | null, 
/**
 * Changes of the same step happen together; step 0 is first.
 */
step: number, };

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
processes: boolean, 
/**
 * The name of the game that is hosted for network clients.
 */
network_game: string, 
/**
 * The name of the game that the map editor draws maps for.
 */
map_editor_game: string, };

export type CatalogGame = { 
/**
 * The name on the command line.
 */
name: string, 
/**
 * The display name.
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
 * Whether start positions can be random.
 */
deals: boolean, 
/**
 * Named variants; the first is the default.
 */
variants: Array<NamedText>, 
/**
 * Parameters of a custom variant.
 */
parameters: Array<NamedText>, 
/**
 * Built-in maps.
 */
boards: Array<BoardChoice>, 
/**
 * Formats of records that belong to this game: the ending of their files and what they are.
 */
record_formats: Array<NamedText>, 
/**
 * Engines under plain names, weakest first.
 */
opponents: Array<Opponent>, 
/**
 * Whether there is an introduction to play.
 */
introduced: boolean, 
/**
 * Whether positions can be put together by hand.
 */
set_up: boolean, 
/**
 * The rules: headings with a paragraph each.
 */
rules: Array<NamedText>, 
/**
 * A picture of a game in progress.
 */
picture: Scene, };

export type NamedText = { 
/**
 * The name.
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

export type BoardPicture = { 
/**
 * The variant's name.
 */
variant: string | null, 
/**
 * The map's name.
 */
map: string | null, 
/**
 * The start position, or one after some turns where the start has no pieces.
 */
scene: Scene, 
/**
 * The squares that the player to move may click first.
 */
offers: Array<number>, };

export type Opponent = { 
/**
 * `beginner`, `strongest`, …
 */
name: string, 
/**
 * The player spec.
 */
spec: string, 
/**
 * One sentence.
 */
summary: string, 
/**
 * Elo points above the weakest level, and half of the 95 % interval, where they were measured.
 */
elo: [number, number] | null, };

export type PlayerKind = { 
/**
 * The name in specs.
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
 * The parameters.
 */
params: Array<PlayerParam>, };

export type PlayerParam = { 
/**
 * Its name.
 */
name: string, 
/**
 * The default.
 */
default: string, 
/**
 * The possible values.
 */
values: string, 
/**
 * One sentence.
 */
summary: string, };

export type NewGame = { 
/**
 * The name on the command line.
 */
game: string, 
/**
 * A variant's name, or `key=value,…`.
 */
variant: string | null, 
/**
 * The name of a built-in map.
 */
map: string | null, 
/**
 * A custom map.
 */
map_text: string | null, 
/**
 * A position in the game's notation.
 */
position: string | null, 
/**
 * One spec per seat, or `human`; the strongest engine takes seats beyond the list.
 */
seats: Array<string>, 
/**
 * Time per move for engines, such as `1s`.
 */
time: string | null, 
/**
 * Time per move of single seats where it differs, in their order; empty texts for the general one.
 */
times: Array<string>, 
/**
 * A clock for every player instead, such as `5m+3s`.
 */
clock: string | null, 
/**
 * Start from a random position.
 */
deal: boolean, 
/**
 * Let people enter the rolls of a real die.
 */
real_die: boolean, 
/**
 * The minimum time between two engine moves.
 */
pace_ms: number | null, 
/**
 * Seeds everything random.
 */
seed: number | null, };

export type Created = { 
/**
 * For a game, its path below `/game/`.
 */
id: string, };

export type GameSummary = { 
/**
 * Its ID, by which it can be deleted; absent for a game in the archive of tournaments.
 */
id: string | null, 
/**
 * The address of its page.
 */
page: string, 
/**
 * The address of its requests: `scene` and `record` are below it, other formats below `export`.
 */
address: string, 
/**
 * The name of the game on the command line.
 */
game: string, 
/**
 * The display name of the game.
 */
title: string, 
/**
 * The variant or map.
 */
variant: string, 
/**
 * Turns made.
 */
plies: number, 
/**
 * The players: `human`, specs, or names.
 */
seats: Array<string>, 
/**
 * Whether it is over.
 */
over: boolean, 
/**
 * The places of all players, from 1; empty if it has no result.
 */
places: Array<number>, 
/**
 * Why it ended, where the rules did not end it.
 */
ending: string | null, 
/**
 * Whether a player's failure ended it.
 */
failed: boolean, 
/**
 * Where it comes from: `played`, `imported`, `hosted` or `tournament`.
 */
source: string, 
/**
 * The tournament it belongs to.
 */
tournament: string | null, 
/**
 * Export formats other than our own.
 */
formats: Array<string>, 
/**
 * When it was last changed, in seconds since 1970; for a game of a tournament, when that was entered.
 */
changed: number, };

export type LibraryQuery = { 
/**
 * Words that all have to occur in names of games, boards, players and tournaments.
 */
text: string, 
/**
 * The name of a game; empty for all.
 */
game: string, 
/**
 * Where they come from; empty for all.
 */
source: string, 
/**
 * How they ended; absent for all.
 */
result: ResultFilter | null, 
/**
 * The name of a tournament; empty for all.
 */
tournament: string, 
/**
 * Games to leave out at the beginning.
 */
skip: number, 
/**
 * Games in the answer.
 */
count: number | null, };

export type ResultFilter = "won" | "lost" | "decided" | "drawn" | "unfinished" | "failed";

export type LibraryPage = { 
/**
 * The games, newest first.
 */
games: Array<GameSummary>, 
/**
 * How many games were found in all.
 */
total: number, 
/**
 * Whether all games were looked at; otherwise there may be more.
 */
complete: boolean, };

export type ImportRequest = { 
/**
 * The name of the game, if the text does not contain it.
 */
game: string | null, 
/**
 * A record of ours, a record in another format, or a map.
 */
text: string, 
/**
 * Whether to open a record with an illegal turn up to that turn.
 */
legal_part: boolean, };

export type IntroductionPosition = { 
/**
 * What to do.
 */
task: string, 
/**
 * The board.
 */
scene: Scene, 
/**
 * The legal moves.
 */
legal: Array<LegalMove>, 
/**
 * What the reader is asked to do, one sentence per click of a move.
 */
prompts: Array<string>, 
/**
 * The player whom the reader plays, from 1.
 */
player: number, 
/**
 * The letters of special squares with their meaning.
 */
legend: Array<[string, string]>, };

export type IntroductionRequest = { 
/**
 * The position, from 0.
 */
step: number, 
/**
 * A move in the game's notation.
 */
text: string | null, 
/**
 * Clicks that begin no move; the response tells why.
 */
clicks: Array<ClickOn>, };

export type IntroductionResponse = { 
/**
 * Whether it was the move that was asked for.
 */
solved: boolean, 
/**
 * What to say.
 */
words: string, 
/**
 * The board after the move.
 */
scene: Scene | null, 
/**
 * What the move changed, in order.
 */
changes: Array<SceneChange>, };

export type TurnState = { 
/**
 * `player`, `chance` or `over`.
 */
kind: string, 
/**
 * The player who moves or rolls, from 1.
 */
player: number | null, };

export type SeatClock = { 
/**
 * Milliseconds left when this was sent.
 */
left_ms: number, 
/**
 * Whether it is running.
 */
running: boolean, };

export type SeatState = { 
/**
 * The game's name for the player.
 */
name: string, 
/**
 * A symbol that identifies the player's pieces without colour.
 */
symbol: string, 
/**
 * Countable possessions.
 */
holdings: Array<[string, number]>, 
/**
 * Whether the player is out of the game.
 */
eliminated: boolean, 
/**
 * The display name of the person or engine.
 */
label: string, 
/**
 * Whether a person at this page plays.
 */
person: boolean, 
/**
 * The spec of an engine; absent for a person.
 */
spec: string | null, 
/**
 * Whether the engine is thinking.
 */
thinking: boolean, 
/**
 * Milliseconds used so far.
 */
used_ms: number, 
/**
 * The time left, in games with clocks.
 */
clock: SeatClock | null, };

export type PlayedMove = { 
/**
 * As recorded, including its roll.
 */
text: string, 
/**
 * The player who made it, from 1.
 */
player: number | null, };

export type GameResult = { 
/**
 * Who won, in one sentence.
 */
text: string, 
/**
 * Why it ended, in one sentence.
 */
reason: string, 
/**
 * Payoffs by seat.
 */
payoffs: Array<number>, 
/**
 * Places by seat, from 1; empty if the game was broken off.
 */
places: Array<number>, 
/**
 * What was counted, by seat; empty for games that are not counted.
 */
score: Array<number>, };

export type AvailableActions = { 
/**
 * A move can be taken back.
 */
undo: boolean, 
/**
 * A move was taken back.
 */
redo: boolean, 
/**
 * A person is still playing.
 */
resign: boolean, 
/**
 * Seats can be given to others.
 */
change: boolean, };

export type SeatThought = { 
/**
 * The number of turns before it.
 */
ply: number, 
/**
 * The player, from 1.
 */
player: number, 
/**
 * The expected score of every player.
 */
chances: Array<number>, 
/**
 * The chances in words.
 */
words: string, 
/**
 * How deep they looked.
 */
depth: number, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * The moves that they expect, their own first.
 */
line: Array<string>, };

export type GameState = { 
/**
 * Grows with every change.
 */
version: number, 
/**
 * The name of the game on the command line.
 */
game: string, 
/**
 * The display name of the game.
 */
title: string, 
/**
 * As `--variant` takes it, or the name of the map.
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
 * The phase of the game.
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
 * What the last move changed, in order.
 */
changes: Array<SceneChange>, 
/**
 * The players, from 1, who had no move after the last one.
 */
passed: Array<number>, 
/**
 * What a person is asked to do, one sentence per click of a move.
 */
prompts: Array<string>, 
/**
 * The letters of special squares with their meaning.
 */
legend: Array<[string, string]>, 
/**
 * What the game waits for.
 */
turn: TurnState, 
/**
 * Whether a person has to move or roll.
 */
yours: boolean, 
/**
 * The legal moves, if a person has to move.
 */
legal: Array<LegalMove>, 
/**
 * The probabilities of the faces, if a person has to roll.
 */
faces: Array<number>, 
/**
 * All turns.
 */
moves: Array<PlayedMove>, 
/**
 * All seats.
 */
seats: Array<SeatState>, 
/**
 * The result, if the game is over.
 */
result: GameResult | null, 
/**
 * Whether engines and clocks are paused.
 */
paused: boolean, 
/**
 * Whether engines take part.
 */
engines: boolean, 
/**
 * The minimum time between two engine moves, in milliseconds.
 */
pace_ms: number, 
/**
 * The available actions.
 */
can: AvailableActions, 
/**
 * Where it comes from: `played`, `imported`, `tournament` or `hosted`.
 */
source: string, 
/**
 * The host of a network game.
 */
host: string | null, 
/**
 * What players thought before their moves, in order.
 */
thoughts: Array<SeatThought>, 
/**
 * Export formats other than our own.
 */
formats: Array<string>, 
/**
 * What a move has to give away to be called a mistake, as a share of a won game.
 */
notable_loss: number, 
/**
 * Why the last change is not saved yet; until it is, the game cannot continue.
 */
unsaved: string | null, };

export type PastPosition = { 
/**
 * The number of turns before it.
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
 * What that move changed, in order.
 */
changes: Array<SceneChange>, 
/**
 * The position in text.
 */
position: string, };

export type SocketRequest = { 
/**
 * A number that is repeated in the response.
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
 * Pause them.
 */
on: boolean, } | { "do": "pace", 
/**
 * The minimum time between two moves.
 */
ms: number, } | { "do": "seat", 
/**
 * From 1.
 */
seat: number, 
/**
 * `human` or a player spec.
 */
who: string, } | { "do": "rematch" } | { "do": "at", 
/**
 * The number of turns before it.
 */
ply: number, } | { "do": "node" } & NodePath | { "do": "preview", 
/**
 * In the game's notation.
 */
text: string, 
/**
 * Where on the analysis board; absent for the current position.
 */
at: NodePath | null, } | { "do": "explain", 
/**
 * In order; the last one is not possible.
 */
clicks: Array<ClickOn>, } | { "do": "analyse" } & AnalysisRequest | { "do": "stop", 
/**
 * Which of the analyses that run side by side; absent for all of them.
 */
slot: number | null, } | { "do": "review" });

export type GameCommand = { "do": "move", 
/**
 * In the game's notation.
 */
text: string, } | { "do": "roll", 
/**
 * From 1.
 */
face: number | null, } | { "do": "undo" } | { "do": "redo" } | { "do": "resign" } | { "do": "pause", 
/**
 * Pause them.
 */
on: boolean, } | { "do": "pace", 
/**
 * The minimum time between two moves.
 */
ms: number, } | { "do": "seat", 
/**
 * From 1.
 */
seat: number, 
/**
 * `human` or a player spec.
 */
who: string, } | { "do": "rematch" } | { "do": "at", 
/**
 * The number of turns before it.
 */
ply: number, } | { "do": "node" } & NodePath | { "do": "preview", 
/**
 * In the game's notation.
 */
text: string, 
/**
 * Where on the analysis board; absent for the current position.
 */
at: NodePath | null, } | { "do": "explain", 
/**
 * In order; the last one is not possible.
 */
clicks: Array<ClickOn>, } | { "do": "analyse" } & AnalysisRequest | { "do": "stop", 
/**
 * Which of the analyses that run side by side; absent for all of them.
 */
slot: number | null, } | { "do": "review" };

export type SocketResponse = { "type": "done" } | { "type": "error", 
/**
 * Why, in one sentence.
 */
reason: string, } | { "type": "position" } & PastPosition | { "type": "node" } & NodeView | { "type": "effects" } & Effects | { "type": "explanation", 
/**
 * One sentence, if there is something to tell.
 */
text: string | null, } | { "type": "game", 
/**
 * Its ID.
 */
id: string, };

export type PushMessage = { "type": "state", 
/**
 * The new state.
 */
state: GameState, } | { "type": "analysis", 
/**
 * The report.
 */
report: AnalysisReport, } | { "type": "review", 
/**
 * The turn.
 */
review: Review, };

export type AnalysisRequest = { 
/**
 * The number of turns before the position; absent for the current position with its roll.
 */
ply: number | null, 
/**
 * How many moves get exact values.
 */
lines: number, 
/**
 * The engine's spec; absent for the strongest.
 */
player: string | null, 
/**
 * A position of the analysis board, instead of `ply`.
 */
at: NodePath | null, 
/**
 * A name for the position, repeated in all reports about it.
 */
node: string | null, 
/**
 * Which of the analyses that run side by side, from 0.
 */
slot: number, 
/**
 * Whether the mover passes first, to see what the opponents threaten.
 */
pass: boolean, 
/**
 * When to end; absent for never.
 */
limit: AnalysisLimit | null, };

export type AnalysisLimit = { 
/**
 * After this depth.
 */
depth: number | null, 
/**
 * After this many nodes.
 */
nodes: number | null, 
/**
 * After this time.
 */
time_ms: number | null, };

export type NodePath = { 
/**
 * The number of played turns before the variation.
 */
ply: number, 
/**
 * What follows, as words separated by blanks: moves, and rolls such as `4:`.
 */
words: string, };

export type NodeView = { 
/**
 * The board.
 */
scene: Scene, 
/**
 * The cells of the move that led there.
 */
last: Array<number>, 
/**
 * The position in text.
 */
position: string, 
/**
 * The phase of the game.
 */
phase: string, 
/**
 * What the position waits for.
 */
turn: TurnState, 
/**
 * The legal moves.
 */
legal: Array<LegalMove>, 
/**
 * Before a roll: the probabilities of the faces.
 */
faces: Array<number>, 
/**
 * Countable possessions of every player.
 */
holdings: Array<Array<[string, number]>>, 
/**
 * Who won and why, if the game ends here.
 */
result: string | null, 
/**
 * Whether the mover could pass, to see what the opponents threaten.
 */
can_pass: boolean, };

export type TreeNode = { 
/**
 * The number of the node before it; 0 is the start.
 */
parent: number, 
/**
 * The roll or the move.
 */
word: string, 
/**
 * Who rolled or moved, from 1.
 */
player: number | null, 
/**
 * Free text.
 */
comment: string, };

export type VariationDocument = { 
/**
 * Grows with every saved change.
 */
revision: number, 
/**
 * All nodes; the first is the start. The children of a node are in order, the main continuation first.
 */
nodes: Array<TreeNode>, 
/**
 * The nodes of the game as it was played: the start, and one per turn.
 */
played: Array<number>, 
/**
 * The tree as text.
 */
text: string, 
/**
 * Where reading ended early, and why.
 */
error: string | null, };

export type NewTreeNode = { 
/**
 * The number of the node before it in the list.
 */
parent: number, 
/**
 * The roll or the move; empty for the start.
 */
word: string, 
/**
 * Free text.
 */
comment: string, };

export type SaveVariations = { 
/**
 * The revision that was changed.
 */
revision: number, 
/**
 * All nodes, each after its parent.
 */
nodes: Array<NewTreeNode>, };

export type SavedVariations = { 
/**
 * The new revision.
 */
revision: number, };

export type ReadVariations = { 
/**
 * The text.
 */
text: string, };

export type ExploredMove = { 
/**
 * The roll or the move.
 */
word: string, 
/**
 * How often.
 */
games: number, 
/**
 * The average score of every player: a win is 1, a shared first place its share.
 */
scores: Array<number>, 
/**
 * The mover's average chance with it, as an engine judged it when it was played; absent where none did.
 */
value: number | null, };

export type ExploredPosition = { 
/**
 * The games that went on from here.
 */
games: number, 
/**
 * How they did, the most frequent first.
 */
moves: Array<ExploredMove>, 
/**
 * The same for quick games that an engine played against itself.
 */
self_play: Array<ExploredMove>, };

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
 * The value, as in [`AnalysisReport::value`].
 */
value: number, 
/**
 * The chance with this move, as in [`AnalysisReport::share`].
 */
share: number, 
/**
 * Whether the value is exact within the search, or only a bound.
 */
exact: boolean, 
/**
 * The move and the expected play after it; empty if that was not searched.
 */
line: Array<string>, 
/**
 * The cells between which a piece moves; absent where it only appears, and for moves that are not among the best.
 */
arrow: [number, number] | null, };

export type RollAnalysis = { 
/**
 * The face, from 1.
 */
face: number, 
/**
 * Its probability.
 */
chance: number, 
/**
 * The best move.
 */
best: string | null, 
/**
 * The value after this roll, as in [`AnalysisReport::value`].
 */
value: number | null, 
/**
 * The chance after this roll, as in [`AnalysisReport::share`].
 */
share: number | null, };

export type AnalysisReport = { 
/**
 * The number of turns before the position.
 */
ply: number, 
/**
 * The version of the game that was analysed.
 */
version: number, 
/**
 * The name of the position, from the request.
 */
node: string | null, 
/**
 * Which of the analyses that run side by side.
 */
slot: number, 
/**
 * Whether the mover passed first.
 */
pass: boolean, 
/**
 * The player to move, from 1.
 */
mover: number, 
/**
 * The engine's spec.
 */
player: string, 
/**
 * The player whose point of view values take, from 1.
 */
view: number, 
/**
 * The value of the position.
 */
value: number, 
/**
 * The chance of the player whose point of view is taken, from 0 to 1.
 */
share: number, 
/**
 * The expected score of every player: a win is 1, a shared first place its share. They add up to 1.
 */
chances: Array<number>, 
/**
 * The chances in words.
 */
words: string, 
/**
 * The unit of values.
 */
unit: string, 
/**
 * Whether the value is proven.
 */
exact: boolean, 
/**
 * Turns until the end, if a win or loss is proven.
 */
plies_to_end: number | null, 
/**
 * Plies searched.
 */
depth: number, 
/**
 * Nodes visited since the analysis began.
 */
nodes: number, 
/**
 * Time searched since the analysis began, in milliseconds.
 */
time_ms: number, 
/**
 * Nodes per second.
 */
speed: number, 
/**
 * The hit rate of the transposition table.
 */
table_hits: number | null, 
/**
 * The size of the table in bytes.
 */
table_bytes: number | null, 
/**
 * The principal variation.
 */
line: Array<string>, 
/**
 * Moves, best first.
 */
moves: Array<RatedMove>, 
/**
 * Before a roll: the analysis of each face.
 */
rolls: Array<RollAnalysis>, 
/**
 * Whether the analysis is complete.
 */
finished: boolean, };

export type Review = { 
/**
 * The number of turns before this one.
 */
ply: number, 
/**
 * The number of turns in the game.
 */
plies: number, 
/**
 * The version of the game that was reviewed.
 */
version: number, 
/**
 * The player whose point of view `share` takes, from 1: the first player in games of two; with more players the mover, and at the
 * end the winner.
 */
view: number, 
/**
 * The chance of that player before the turn, from 0 to 1.
 */
share: number, 
/**
 * The expected score of every player before the turn. They add up to 1.
 */
chances: Array<number>, 
/**
 * The mover, from 1; absent at the end of the game.
 */
player: number | null, 
/**
 * The move that was played.
 */
played: string | null, 
/**
 * The best move.
 */
best: string | null, 
/**
 * Why the move is worse than the best one, in words, where it lost much and the game can tell.
 */
reason: string | null, 
/**
 * What the move lost compared with the best one, from 0 to 1.
 */
error: number, 
/**
 * What the roll gained, in games with dice.
 */
luck: number | null, 
/**
 * Whether these values are proven.
 */
exact: boolean, };

export type FactsReport = { 
/**
 * Number of players.
 */
players: number, 
/**
 * Squares of the board.
 */
squares: number, 
/**
 * Random games played.
 */
games: number, 
/**
 * Legal moves per turn.
 */
branching: MeanValue, 
/**
 * Turns per game.
 */
length: MeanValue, 
/**
 * Share of the games without a single winner.
 */
draws: MeanValue, 
/**
 * What the first player has more than an equal share of first places.
 */
advantage: MeanValue, 
/**
 * Different sequences of 1, 2, … turns.
 */
perft: Array<number>, 
/**
 * Random games per second of processor time.
 */
playouts_per_second: number, };

export type MeanValue = { 
/**
 * The mean.
 */
mean: number, 
/**
 * The lower end of the interval.
 */
low: number, 
/**
 * The upper end of the interval.
 */
high: number, };

export type SetupRequest = { 
/**
 * The game and its board.
 */
board: NewGame, 
/**
 * What is on the board, cell by cell, and beside it; absent for the start position.
 */
parts: SetupWords | null, };

export type SetupWords = { 
/**
 * What each cell holds.
 */
cells: Array<string>, 
/**
 * What each field says.
 */
fields: Array<string>, };

export type SetupState = { 
/**
 * What a cell may hold; the first is nothing.
 */
contents: Array<SetupContent>, 
/**
 * What a position says besides its cells.
 */
fields: Array<SetupFieldInfo>, 
/**
 * Its words.
 */
parts: SetupWords, 
/**
 * Its text.
 */
position: string, 
/**
 * Its picture, legal or not.
 */
scene: Scene, 
/**
 * Why the rules refuse it.
 */
fault: string | null, 
/**
 * The cell to blame.
 */
cell: number | null, };

export type SetupContent = { 
/**
 * Its word in positions.
 */
word: string, 
/**
 * What people call it.
 */
name: string, 
/**
 * What it looks like.
 */
look: Cell, };

export type SetupFieldInfo = { 
/**
 * What people call it.
 */
name: string, 
/**
 * The words it may be, each with its meaning; empty for numbers.
 */
words: Array<[string, string]>, 
/**
 * The largest number it may be.
 */
most: number | null, };

export type XrayRequest = { 
/**
 * The name of the game on the command line.
 */
game: string, 
/**
 * A variant's name, or `key=value,…`.
 */
variant: string | null, 
/**
 * The name of a built-in map.
 */
map: string | null, 
/**
 * A position in the game's notation.
 */
position: string | null, 
/**
 * The ID of a game on the server, to take its position instead.
 */
id: string | null, 
/**
 * The number of turns before the position in that game.
 */
ply: number | null, 
/**
 * One spec, or two to compare.
 */
players: Array<string>, 
/**
 * How deep to search.
 */
depth: number, 
/**
 * A literal tree instead of a game, such as `(3 (12 8) (2 4 6))`.
 */
tree: string | null, 
/**
 * The limit of play-outs.
 */
iterations: number | null, };

export type XrayBoardRequest = { 
/**
 * The name of the game on the command line.
 */
game: string, 
/**
 * A variant's name, or `key=value,…`.
 */
variant: string | null, 
/**
 * The name of a built-in map.
 */
map: string | null, 
/**
 * A position in the game's notation.
 */
position: string | null, 
/**
 * The ID of a game on the server, to take its position instead.
 */
id: string | null, 
/**
 * The number of turns before the position in that game.
 */
ply: number | null, 
/**
 * Moves from there, and rolls as `rolls 3`.
 */
moves: Array<string>, };

export type NewTournament = { 
/**
 * Its name in the archive.
 */
name: string, 
/**
 * The name of the game on the command line.
 */
game: string, 
/**
 * A variant's name, or `key=value,…`.
 */
variant: string | null, 
/**
 * The name of a built-in map.
 */
map: string | null, 
/**
 * The participants.
 */
players: Array<NewEntrant>, 
/**
 * Whether the first player meets all others, who do not meet each other.
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
 * Time per move, such as `100ms`.
 */
time: string | null, 
/**
 * Nodes per move.
 */
nodes: number | null, 
/**
 * Depth in plies.
 */
depth: number | null, 
/**
 * Seeds everything random.
 */
seed: number | null, };

export type NewEntrant = { 
/**
 * The display name; empty for the spec.
 */
name: string, 
/**
 * The player spec.
 */
spec: string, };

export type TournamentSummary = { 
/**
 * The name, which is also its path below `/arena/`.
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
 * The name.
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
 * Whether it is about to pause: running games are finished.
 */
pausing: boolean, 
/**
 * Estimated seconds until the end.
 */
seconds_left: number | null, 
/**
 * Why it stopped early.
 */
error: string | null, 
/**
 * One table per event, and a combined one if there are several.
 */
tables: Array<ScoreTable>, 
/**
 * How the score between the first two players develops, if only two take part.
 */
head_to_head: HeadToHead | null, 
/**
 * Games in progress.
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
 * Rows, best score first.
 */
rows: Array<ScoreRow>, 
/**
 * Points per game of each seat.
 */
seat_scores: Array<number>, };

export type ScoreRow = { 
/**
 * The display name.
 */
name: string, 
/**
 * The player spec.
 */
spec: string, 
/**
 * Games played.
 */
games: number, 
/**
 * Games with a sole first place.
 */
wins: number, 
/**
 * Games with a shared first place.
 */
draws: number, 
/**
 * Games without a first place.
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
 * Elo with mean 0, or the rating in games of more than two players.
 */
elo: number | null, 
/**
 * Opponents who are better with 95 % confidence.
 */
worse_than: number, 
/**
 * Opponents for whom neither is certain.
 */
even_with: number, 
/**
 * Opponents who are worse with 95 % confidence.
 */
better_than: number, 
/**
 * The score against the player of each row.
 */
against: Array<number | null>, };

export type HeadToHead = { 
/**
 * The player whose score it is.
 */
first: string, 
/**
 * The opponent.
 */
second: string, 
/**
 * The sequential test decides between `elo0` and `elo1` as the Elo difference.
 */
elo0: number, 
/**
 * The alternative hypothesis.
 */
elo1: number, 
/**
 * The bound at which `elo0` is accepted.
 */
lower: number, 
/**
 * The bound at which `elo1` is accepted.
 */
upper: number, 
/**
 * Points, by number of games.
 */
points: Array<HeadToHeadPoint>, };

export type HeadToHeadPoint = { 
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
 * The number of the game.
 */
number: number, 
/**
 * The players, in turn order.
 */
players: Array<string>, 
/**
 * A recent position.
 */
scene: Scene, };

export type Broadcast = { 
/**
 * The name of the tournament.
 */
tournament: string, 
/**
 * The number of the game.
 */
number: number, 
/**
 * The name of the game on the command line.
 */
game: string, 
/**
 * What is played.
 */
event: string, 
/**
 * The players, in turn order.
 */
players: Array<string>, 
/**
 * `waiting` before its first move is known, `playing`, or `over`: then it is a record.
 */
phase: string, 
/**
 * A recent position.
 */
scene: Scene | null, 
/**
 * The turns up to it.
 */
moves: Array<string>, 
/**
 * The cells of the last move.
 */
last: Array<number>, 
/**
 * What each player thought last, as far as it is known.
 */
thoughts: Array<SeatThought>, };

export type FailedGame = { 
/**
 * The number of the game.
 */
number: number, 
/**
 * The players, in turn order.
 */
players: Array<string>, 
/**
 * How it ended: `time-out`, `crash`, …
 */
termination: string, 
/**
 * Details.
 */
detail: string, };

export type NewHosting = { 
/**
 * The display name of the map, or the name of a built-in one.
 */
map: string, 
/**
 * A custom map.
 */
map_text: string | null, 
/**
 * One per seat: `client` or a player spec.
 */
seats: Array<string>, 
/**
 * The time added to a player's clock before each move, such as `2s`.
 */
time: string | null, 
/**
 * The search depth that clients are asked to use, if there is no clock.
 */
depth: number | null, 
/**
 * Games in a row.
 */
games: number, };

export type HostingState = { 
/**
 * The address for clients.
 */
address: string, 
/**
 * The command that joins from a terminal.
 */
join_command: string, 
/**
 * The name of the map.
 */
map: string, 
/**
 * `waiting`, `playing`, `over` or `failed`.
 */
phase: string, 
/**
 * The current status, in one sentence.
 */
status: string, 
/**
 * The board.
 */
scene: Scene | null, 
/**
 * Stones of each player, -1 for disqualified players.
 */
standing: Array<number>, 
/**
 * Events, the latest last.
 */
log: Array<string>, 
/**
 * Finished games.
 */
results: Array<HostedGame>, 
/**
 * The running game, by its path below `/game/`.
 */
game: string | null, 
/**
 * People of the page who have taken a seat.
 */
people: number, };

export type HostedGame = { 
/**
 * Its path below `/game/`, if it could be saved.
 */
id: string | null, 
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
 * The player.
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
 * Why the player was disqualified, if they were.
 */
disqualified: string | null, };

export type MapFileText = { 
/**
 * The content of the file.
 */
text: string, };

export type MapCheck = { 
/**
 * What is wrong with it.
 */
problem: string | null, 
/**
 * Tiles other than holes.
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

export type MapFairness = { 
/**
 * Games played.
 */
games: number, 
/**
 * The spec of who played in every seat.
 */
player: string, 
/**
 * The share of first places of each seat.
 */
seats: Array<SeatShare>, 
/**
 * How far apart the best and the worst seat surely are; 0 if their intervals overlap.
 */
gap: number, };

export type SeatShare = { 
/**
 * The share.
 */
share: number, 
/**
 * The lower end.
 */
low: number, 
/**
 * The upper end.
 */
high: number, };

export type LabOverview = { 
/**
 * Every study.
 */
studies: Array<LabStudy>, 
/**
 * The names of the built-in maps.
 */
maps: Array<string>, 
/**
 * Every run in the data folder.
 */
runs: Array<LabRunSummary>, };

export type LabStudy = { 
/**
 * The name on the command line.
 */
name: string, 
/**
 * The question it answers.
 */
question: string, 
/**
 * Where the question comes from.
 */
source: string, 
/**
 * Whether it measures time, so the machine should be otherwise idle.
 */
timed: boolean, 
/**
 * Whether the number of games can be chosen.
 */
takes_games: boolean, 
/**
 * Whether maps can be chosen.
 */
takes_maps: boolean, 
/**
 * Whether the player can be chosen.
 */
takes_player: boolean, };

export type NewLabRun = { 
/**
 * The name of the study.
 */
study: string, 
/**
 * About a minute instead of a full run.
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
 * A player spec instead of the study's own.
 */
player: string | null, 
/**
 * Seeds everything random.
 */
seed: number | null, };

export type LabRunSummary = { 
/**
 * The name of its folder, which is also its path below `/lab/`.
 */
name: string, 
/**
 * Whether it is running.
 */
running: boolean, 
/**
 * Whether its report exists.
 */
reported: boolean, };

export type LabRunState = { 
/**
 * The name of its folder.
 */
name: string, 
/**
 * The question, if the run was started from a page.
 */
question: string | null, 
/**
 * The equivalent command line.
 */
command: string | null, 
/**
 * Cells done.
 */
done: number, 
/**
 * Cells in total, as far as known.
 */
of: number | null, 
/**
 * The last finished cell.
 */
cell: string | null, 
/**
 * Whether it is running.
 */
running: boolean, 
/**
 * Whether it is about to pause: cells in progress are finished.
 */
pausing: boolean, 
/**
 * Estimated seconds until the end.
 */
seconds_left: number | null, 
/**
 * Why it stopped early.
 */
error: string | null, 
/**
 * Whether its report exists.
 */
reported: boolean, 
/**
 * Tables and plots for download.
 */
files: Array<string>, };
