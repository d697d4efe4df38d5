"""What the tables of games on winning sets hold: (game, board, options) triples."""

from randoms import Source

TRIANGLE = "sets:1-2,1-3,2-3"
BOARDS = [
    "ttt:2", "ttt:3", "ttt:3^1", "ttt:2^3", "lattice:1x5,2", "lattice:1x6,3", "lattice:2x3,2",
    "lattice:2x4,3", "lattice:2x5,3", "lattice:3x3,2", "lattice:3x3,3", "ag:1,3", "ag:1,4",
    "ag:2,2", "ag:2,3", "ag:3,2", "pg:1,2", "pg:1,3", "pg:1,4", "pg:2,2", "sets:1", "sets:1,2",
    "sets:1-2", "sets:1-2,3-4", TRIANGLE, "sets:1-2-3,3-4-5,5-6-1",
    "sets:1-2,2-3,3-4,4-5,5-1", "sets:1-2-3,4-5-6,1-4,2-5,3-6",
    "sets:1-2-3-4,4-5-6-7,7-8-9-1", "sets:1-2-3,1-4-5,1-6-7,2-4-6",
]


def families(seed, wide=True):
    """Random families: 3-uniform ones and mixed ones."""
    source = Source(seed)
    found = [source.family(n, m, [3]) for n, m in
             [(5, 3), (5, 5), (6, 4), (6, 6), (6, 9), (7, 4), (7, 6), (7, 8), (7, 11), (8, 6),
              (8, 8), (8, 11)]]
    found += [source.family(n, m, [2, 3, 4]) for n, m in
              [(5, 3), (6, 4), (6, 6), (7, 5), (7, 7), (8, 6), (8, 9)]]
    found += [source.family(n, m, [4]) for n, m in [(7, 6), (8, 8), (8, 14)]]
    if wide:
        found += [source.family(n, m, [3]) for n, m in [(9, 6), (9, 8), (9, 12)]]
    return found


def positional():
    boards = BOARDS + families(31) + families(32) + ["lattice:3x4,3", "lattice:2x6,4",
                                                     "lattice:3x4,4"]
    return [("positional", b, "") for b in boards]


def maker_breaker():
    boards = BOARDS + families(41) + ["lattice:3x4,3", "lattice:2x6,4"]
    return [("maker-breaker", b, o) for b in boards for o in ("", "--breaker-first")]


def avoider_enforcer():
    boards = BOARDS + families(51) + ["lattice:2x6,3"]
    return [("avoider-enforcer", b, o) for b in boards for o in ("", "--enforcer-first")]


def chooser_picker():
    boards = BOARDS + families(61)
    return [(g, b, "") for b in boards for g in ("chooser-picker", "picker-chooser")]


def biased():
    boards = ["ttt:3", "lattice:3x3,2", "lattice:2x4,3", "ag:2,3", "pg:2,2", "ag:2,2", "pg:1,3",
              "sets:1-2-3,3-4-5,5-6-1"] + families(71)[::3]
    ways = ["1:2", "2:1", "2:2", "1:3", "3:1", "2:3"]
    cases, turn = [], 0
    for board in boards:
        for game, other in [("positional", ""), ("maker-breaker", "--breaker-first "),
                            ("avoider-enforcer", "--enforcer-first ")]:
            for swap in ("", other) if other else ("",):
                for _ in range(2):
                    cases.append((game, board, f"{swap}--bias {ways[turn % len(ways)]}"))
                    turn += 1
    return cases


def hop():
    cases = [("hop", "ttt:3", f"--start {k}") for k in range(1, 10)]
    for board, starts in [
            ("ttt:2", [1]), ("ttt:2^3", [1]), ("lattice:1x4,2", [1, 2]), ("lattice:1x6,3", [1, 3]),
            ("lattice:2x3,2", [1, 2]), ("lattice:2x3,3", [1, 2]), ("lattice:2x4,3", [1, 2]),
            ("lattice:2x5,3", [1, 3]), ("lattice:3x3,2", [1, 2, 5]), ("lattice:2x4,4", [1, 2]),
            ("ag:1,3", [1]), ("ag:2,2", [1]), ("ag:2,3", [1, 5]), ("ag:3,2", [1]), ("pg:1,2", [2]),
            ("pg:1,4", [1]), ("pg:2,2", [1, 4]), ("sets:1", [1]), ("sets:1,2", [2]),
            ("sets:1-2", [1]), ("sets:1-2,3", [1, 3]), (TRIANGLE, [1]), ("sets:1-2,3-4", [1]),
            ("sets:1-2-3,3-4-5,5-6-1", [1, 2]), ("sets:1-2,2-3,3-4,4-5,5-1", [1]),
            ("sets:1-4-5,2-5-7,2-6-7,3-4-5", [2, 5]), ("sets:1-4-6,2-4-5,3-5", [1, 3])]:
        cases += [("hop", board, f"--start {k}") for k in starts]
    for k, board in enumerate(families(81) + families(82, wide=False)):
        cases += [("hop", board, f"--start {1 + k % 3}"), ("hop", board, f"--start {4 + k % 2}")]
    return cases


def fire_and_ice():
    cases = []
    for board, starts in [
            (f"[{TRIANGLE} : {TRIANGLE}]", ["1.1"]),
            ("[ag:2,2 : sets:1-2]", ["1.1", "3.2"]),
            ("[sets:1-2 : ag:2,2]", ["1.1", "2.3"]),
            ("[sets:1,2 : ag:2,2]", ["1.1"]),
            ("[ag:2,2 : sets:1,2]", ["2.1"]),
            ("[sets:1 : pg:2,2]", ["1.4"]),
            ("[pg:2,2 : sets:1]", ["5.1"]),
            ("[sets:1-2 : pg:1,2]", ["1.1"]),
            (f"[{TRIANGLE} : pg:1,2]", ["1.1"]),
            (f"[pg:1,2 : {TRIANGLE}]", ["2.2"]),
            (f"[sets:1-2 : {TRIANGLE}]", ["1.1"]),
            (f"[{TRIANGLE} : sets:1-2]", ["1.1"]),
            (f"[sets:1,2 : {TRIANGLE}]", ["1.2"]),
            ("[sets:1-2,2-3 : sets:1-2]", ["1.1", "2.1"]),
            ("[sets:1-2,2-3 : sets:1-2,2-3]", ["1.1", "1.2", "2.1", "2.2"]),
            ("[sets:1-2,2-3 : sets:1-2-3]", ["1.1", "2.3"]),
            (f"[sets:1-2,2-3 : {TRIANGLE}]", ["1.1", "2.1"]),
            (f"[{TRIANGLE} : sets:1-2,2-3]", ["1.1", "1.2"]),
            ("[sets:1-2,3 : sets:1-2]", ["1.1", "3.1"]),
            ("[sets:1-2,3 : sets:1-2,3]", ["1.1", "1.3", "3.1", "3.3"]),
            ("[sets:1-2 : sets:1-2,3]", ["1.1", "1.3"]),
            ("[sets:1-2 : sets:1-2,3-4]", ["1.1", "2.4"]),
            ("[sets:1-2,3-4 : sets:1-2]", ["1.1", "3.2"]),
            ("[sets:1-2,3-4 : sets:1,2]", ["1.1"]),
            ("[sets:1-2 : sets:1-2,2-3,3-4]", ["1.1", "1.2"]),
            ("[sets:1-2,2-3,3-4 : sets:1-2]", ["1.1", "2.1"]),
            ("[lattice:1x4,2 : sets:1,2]", ["1.1", "2.2"]),
            ("[sets:1-2-3 : sets:1,2,3]", ["1.1"]),
            ("[sets:1-2-3 : sets:1-2]", ["1.2"]),
            ("[sets:1,2,3 : sets:1-2]", ["1.1"]),
            ("[sets:1,2,3 : sets:1-2-3]", ["2.2"]),
            ("[sets:1,2 : sets:1-2-3-4]", ["1.1"]),
            ("[sets:1,2 : sets:1-2-3,1-4,3-4]", ["1.1", "1.2", "2.4"]),
            ("[sets:1-2-3,1-4,3-4 : sets:1,2]", ["1.1", "2.1", "4.2"]),
            ("[sets:1-2-3-4 : sets:1,2]", ["1.1"]),
            ("[sets:1,2 : sets:1-2-4,1-3-4,2-3-4]", ["1.1", "2.4"]),
            ("[sets:1-2-3,2,2-3-4 : sets:1,2]", ["1.1", "4.2"]),
            # the second player wins from 1.3: restricted hops can run out of good ones
            ("[sets:1,2,3 : sets:1-2,1-2-3]", ["1.1", "1.3", "3.3"])]:
        cases += [("fire-and-ice", board, f"--start {start}") for start in starts]
    return cases


def nested():
    boards = [
        f"[{TRIANGLE} : {TRIANGLE}]", "[ag:2,2 : sets:1-2]", "[sets:1-2 : ag:2,2]",
        "[sets:1,2 : ag:2,2]", "[sets:1,2 : pg:1,3]", "[ag:2,2 : sets:1,2]", "[pg:2,2 : sets:1]",
        "[sets:1 : pg:2,2]", "[sets:1 : ttt:3]", "[ttt:3 : sets:1]", f"[pg:1,2 : {TRIANGLE}]",
        f"[{TRIANGLE} : pg:1,2]", "[sets:1-2,2-3 : sets:1-2,2-3]", "[sets:1-2,2-3 : sets:1-2-3]",
        "[sets:1-2,3 : sets:1-2,3]", "[sets:1-2 : sets:1-2,2-3,3-4]",
        "[sets:1-2,2-3,3-4 : sets:1-2]", "[sets:1-2-3,1-4,3-4 : sets:1,2]",
        "[sets:1-2 : [sets:1-2 : sets:1-2]]", "[[sets:1-2 : sets:1,2] : sets:1,2]",
        "[sets:1,2 : [sets:1-2 : sets:1,2]]", "[lattice:1x4,2 : sets:1,2]",
    ]
    cases = [(game, board, "") for board in boards for game in ("positional", "maker-breaker")]
    for board in boards:
        if "[" not in board[1:]:
            cases += [("hop", board, "--start 1.1")]
    cases += [("hop", "[sets:1-2,2-3 : sets:1-2,2-3]", f"--start {s}") for s in ("1.2", "2.1", "2.2")]
    cases += [("hop", "[sets:1-2,3 : sets:1-2,3]", f"--start {s}") for s in ("1.3", "3.1")]
    return cases


def larger():
    """Boards of more than 200,000 positions."""
    return [("positional", "pg:2,3", ""), ("maker-breaker", "pg:2,3", ""),
            ("maker-breaker", "pg:2,3", "--breaker-first"), ("hop", "pg:2,3", "--start 1")]
