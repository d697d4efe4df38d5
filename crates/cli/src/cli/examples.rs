//! The examples in the help of each command.

pub const SOLVE_EXAMPLES: &str = "\
Examples:
  outplay solve robs-dots heaps:50
  outplay solve unshackle grid:2x4 --json
  outplay solve octal:0.33 \"pode:1,1,3\"
  outplay solve closing-octagons octagons:1x3 --normal-rules
  outplay solve hop ttt:3 --start 5 --after \"5>1\"
  outplay solve maker-breaker pg:2,2 --bias 1:2
  outplay solve positional lattice:6x6,5 --state six.state --time 600
  outplay solve hop ag:2,3 --start 1 --explain
  outplay solve strings-and-coins boxes:2x3 --method endgame-table
  outplay solve cram grid:3x4 --certificate cram.cert && outplay check cram.cert
  outplay solve unshackle grid:2x3 --self-check
  geng -c 6 | outplay solve cram @- --json";

pub const METHODS_EXAMPLES: &str = "\
`outplay solve ... --method NAME` uses one of them alone; `--explain` shows which were tried and which answered.

Examples:
  outplay methods octal:0.33 grid:4x5
  outplay methods strings-and-coins boxes:3x3 --json
  outplay methods hop \"[ag:2,2 : pg:2,2]\" --start 1.1";

pub const MOVES_EXAMPLES: &str = "\
Examples:
  outplay moves kayles heaps:7,3
  outplay moves unshackle grid:2x3
  outplay moves positional ttt:3 --after \"5 1\"";

pub const TABLE_EXAMPLES: &str = "\
A family is a board's name with ranges in it; or all trees (trees:10) or all connected graphs (connected:7) \
on that many vertices, up to isomorphism; or @FILE, a file with one graph per line (.g6, .s6); or @-, the graphs \
of standard input. Files and streams may have any length: rows are written as they are found, and are not kept. \
In lists 1*3 is 1,1,1. With two ranges the table is a grid, with four it is laid out in blocks.

Tables of the papers have names: dailly/2 to dailly/5, dailly/fig22, dailly/fig23, dailly/fig34, \
dailly/moves, unshackle/1, unshackle/2, unshackle/margins, hop/planes, hop/nested, hop/thresholds, \
hop/5.3.1 to hop/5.3.4, dots/one-heap, dots/two-heaps, dots/classes, dots/period. The table octal-codes has the \
periods of all octal codes of up to three digits.

Examples:
  outplay table cram grid:1..3x1..5
  outplay table dawsons-kayles path:0..30 --format csv
  outplay table octal:0.33 trees:9 --format csv
  outplay table node-kayles connected:1..5
  geng -c 10 | outplay table node-kayles @- --format parquet --output ten.parquet
  outplay table cram connected:8 --part 1/4 --canonical --ordered --format jsonl
  outplay table octal:0.33 \"bipode:1*0..3,2*0..1;1*0..3,2*0..1;1\"
  outplay table unshackle grid:1..2x1..5
  outplay table closing-octagons octagons:1..2x1..2 --normal-rules
  outplay table hop/5.3.1
  outplay table dailly/2
  outplay table hop/thresholds --format markdown";

pub const WEIGHTS_EXAMPLES: &str = "\
A winning set without an O weighs 2^-u, where u counts its free points. The α-weight takes the newest O for an X.

Examples:
  outplay weights hop pg:2,3 --after \"1>2\"
  outplay weights hop \"[pg:2,2 : pg:2,2]\" --after \"1.1>1.2\" --pair 2.1,3.1
  outplay weights positional ttt:3 --after \"5 1\" --json";

pub const SWEEP_EXAMPLES: &str = "\
Tests: outcome=P, outcome=N, grundy=K, grundy<=K; options-alike (all options have the same outcome); \
emptied (the winner can force a game of maximum length); attach=K (attaching a path of K vertices to \
any vertex does not change the value). The exit code is 1 if a board fails.

Examples:
  outplay sweep octal:0.03 --over trees:10 --test options-alike
  outplay sweep octal:0.03 --over grid:1..4x1..5 --test emptied
  outplay sweep octal:0.33 --over \"pode:1..3,1..3,1..3\" --test \"grundy<=3\"
  outplay sweep octal:0.33 --over path:1..12 --test attach=3 --json
  geng -c 9 | outplay sweep node-kayles --over @- --test \"grundy<=5\"";

pub const QUOTIENT_EXAMPLES: &str = "\
Two sums of heaps are equivalent if replacing one by the other in a larger sum of heaps up to N never changes the \
misère outcome. The classes form a commutative monoid, shown by generators and relations. For a board, the heaps \
are replaced by all components that play on it can leave.

Examples:
  outplay quotient kayles --to 30
  outplay quotient node-kayles \"cycle:7 + star:4\"
  outplay quotient robs-dots --to 20 --json
  outplay quotient 0.75 --to 40 --certificate quotient.cert && outplay check quotient.cert";

pub const EMPTYING_EXAMPLES: &str = "\
The winner plays winning moves only and prolongs the game; the loser shortens it.

Examples:
  outplay emptying octal:0.03 grid:3x5
  outplay emptying octal:0.03 grid:4x5 --only-whether --json";

pub const ATTACH_EXAMPLES: &str = "\
Examples:
  outplay attach octal:0.33 \"pode:1,1,2\" --path 3
  outplay attach octal:0.33 \"bipode:1,1;1,1;1\" --path 3 --at 2";

pub const GRAPH_EXAMPLES: &str = "\
Examples:
  outplay graph cram grid:2x3
  outplay graph octal:0.33 path:4 --format svg --output path.svg
  outplay graph kayles heaps:4 --json";

pub const PLAY_EXAMPLES: &str = "\
Examples:
  outplay play robs-dots heaps:20
  outplay play unshackle grid:3x3 --as second
  outplay play hop ttt:3 --start 5 --as both
  outplay solve cram grid:3x4 --certificate cram.cert && outplay play --from cram.cert";

pub const SERVE_EXAMPLES: &str = "\
The page can be reached from this machine only, unless --host names another address; then visitors need the \
token that is part of the printed address. --time limits each computation, --memory all of them together.

Examples:
  outplay serve
  outplay serve --port 8080 --no-open
  outplay serve --from cram.cert";

pub const SEQUENCE_EXAMPLES: &str = "\
Examples:
  outplay sequence 0.137 --to 100
  outplay sequence kayles --to 1000000 --format bytes --output kayles.bin --quiet
  outplay sequence dawsons-kayles --to 10000 --format b-file --output b002187.txt
  outplay sequence 0.007 --to 100000 --state treblecross.state --format csv --quiet";

pub const PERIOD_EXAMPLES: &str = "\
Examples:
  outplay period 0.77
  outplay period 0.16 --certificate 0.16.txt
  outplay period 0.156 --json
  outplay period octal:0.07 \"pode:1,1,*\"
  outplay period node-kayles \"attach:cycle:5,1,*\"";

pub const POSITIONS_EXAMPLES: &str = "\
Examples:
  outplay positions 0.137 --heaps 1 --total 100
  outplay positions 0.137 --heaps 2 --total 47 --irreducible
  outplay positions robs-dots --heaps 2 --total 40 --classes
  outplay positions robs-dots --heaps 2 --total 100 --chart pairs.svg";

pub const VERIFY_EXAMPLES: &str = "\
Without arguments, lists the named strategies. docs/strategies.md explains how to write your own.

Examples:
  outplay verify
  outplay verify unshackle grid:3x5 --strategy shadow-point --as second
  outplay verify hop ttt:3 --strategy hop-ttt --as first
  outplay verify closing-octagons octagons:1x5 --normal-rules --strategy octagons-4.14 --as second
  outplay verify hop pg:2,3 --strategy newest-o --as second --claim draw --some
  outplay verify robs-dots heaps:23 --strategy nimber --as first
  outplay verify hop ttt:3 --strategy hop-ttt --certificate ttt.cert && outplay check ttt.cert";

pub const RUN_EXAMPLES: &str = "\
A run is a folder with items.txt, manifest.json (whose hash names the run) and a Parquet file for each unit. \
Any number of workers, on any machines that see the folder, compute units; a worker that is killed \
loses its unit and nothing else. docs/many-machines.md has recipes for Slurm, HyperQueue, GNU parallel and Dask.

Examples:
  outplay run start six table node-kayles connected:6 --unit-seconds 60
  outplay run work six
  outplay run status six --by-unit
  outplay run show six --where \"grundy >= 3\" --sort -grundy,board --limit 20
  outplay run show six --histogram grundy --svg grundy.svg
  outplay run audit six --sample 10%
  outplay run merge six --format parquet --output six.parquet
  seq 0 255 | xargs -P 8 -I K outplay run unit six K";

pub const RUN_START_EXAMPLES: &str = "\
Examples:
  outplay run start six table node-kayles connected:6 --unit-seconds 60
  outplay run start trees sweep octal:0.03 --over trees:10 --test options-alike --time 10
  outplay run start shadow verify unshackle grid:3x3 --strategy shadow-point --as second
  outplay run start margin solve unshackle grid:3x4
  outplay run start codes periods octal:2 --limit 10000
  outplay run start dots claims dots";

pub const RUN_SHOW_EXAMPLES: &str = "\
Examples:
  outplay run show six --where \"grundy >= 3\" --sort -grundy,board --limit 20
  outplay run show six --histogram grundy --svg grundy.svg";

pub const CLAIMS_EXAMPLES: &str = "\
A claim is verified (up to its bound, or for all sizes by the argument given), refuted (by a counterexample), open, or \
has a gap (true as far as checked, but the published argument is incomplete). Without --deep, all checks \
together take about a minute at most. The exit code is 1 if a checked claim is refuted.

Examples:
  outplay claims list
  outplay claims list --paper dailly
  outplay claims list --status refuted --kind theorem
  outplay claims show hop/3.3.3
  outplay claims check dailly/53 unshackle/4.7
  outplay claims check dots/period --json
  outplay claims show dailly/51 --deep";
