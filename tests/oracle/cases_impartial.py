"""What the tables of impartial games hold: (game, board, options) triples."""

from randoms import Source, questions

CODES = ["0.03", "0.33", "0.07", "0.7", "0.137", "0.3", "0.77", "0.007", "0.1", "0.333",
         "0.6", "0.37", "0.17", "0.4", "0.26", "0.3333", "0.15", "0.F", "0.3F"]

NAMED_BOARDS = [
    "path:0", "path:1", "path:6", "path:9", "path:12", "cycle:1", "cycle:2", "cycle:3",
    "cycle:7", "cycle:10", "grid:2x2", "grid:2x4", "grid:2x5", "grid:3x3", "grid:3x4",
    "grid:1x8", "pode:0", "pode:1,1,1", "pode:1,1,2,4", "pode:2,2,2", "pode:1,2,3", "pode:0,3",
    "bipode:1,1,2;1,1,2;3", "bipode:1,1;1,1;1", "bipode:1,1;2,2;2", "bipode:1,1;1,2;0",
    "bipode:1,2;1;4", "star:1", "star:3", "star:4", "star:6", "complete:1", "complete:4",
    "complete:6", "bipartite:2,3", "bipartite:3,3", "bipartite:2,5", "wheel:3", "wheel:5",
    "wheel:7", "hypercube:1", "hypercube:2", "hypercube:3", "petersen",
    "path:4 + path:7", "cycle:5 + star:3", "grid:2x3 + path:3 + complete:3",
    "pode:1,1,2 + pode:1,1,2",
]


def heaps():
    cases = []
    for game, sizes in [
            ("kayles", [*range(0, 13), 20, 31, 47, 70, 83, 95]),
            ("dawsons-kayles", [*range(1, 11), 15, 16, 34, 35, 52, 53, 69, 86]),
            ("dawsons-chess", [*range(1, 9), 14, 15, 33, 34, 51, 68]),
            ("robs-dots", [4, 11, 12, 50]),
            ("treblecross", [*range(3, 12), 20, 30, 45]),
            ("officers", [*range(1, 10), 25, 40]),
            ("nim", [1, 7, 30]),
            ("subtraction:1,2,3", [3, 4, 10, 25]),
            ("subtraction:2,5,7", [1, 9, 21, 22]),
            ("subtraction:1,4", [2, 5, 13])]:
        cases += [(game, f"heaps:{n}", "") for n in sizes]
    for code in ["0.33", "0.3", "0.03", "0.7", "0.1", "0.17", "0.56", "0.177", "0.176", "0.1377",
                 "0.7777", "0.113377", "0.106", "0.165", "0.4", "0.26", "0.45", "4.0", "4.3",
                 "4.7", "4.007", "0.02", "0.205"]:
        cases += [(f"octal:{code}", f"heaps:{n}", "") for n in (5, 11, 24)]
    for code in ["octal:0.3F", "octal:0.F", "octal:0.A", "octal:0.8B", "octal:0.9C", "octal:C.0",
                 "octal:C.3", "octal:4.F", "hexadecimal:0.9", "hexadecimal:0.8",
                 "hexadecimal:0.99", "hexadecimal:8.0", "hexadecimal:8.1", "hexadecimal:0.77"]:
        cases += [(code, f"heaps:{n}", "") for n in (4, 9, 17)]
    cases += questions("""
        nim: heaps:3,5,6 | heaps:1,2,3,4 | heaps:7,7
        kayles: heaps:6,19,19 | heaps:5,9,12 | heaps:1,2,3 | heaps:7 + heaps:7 |
            heaps:4,8 + heaps:13
        dawsons-kayles: heaps:6,11,14
        dawsons-chess: heaps:5,13
        treblecross: heaps:9,15,15
        officers: heaps:4,7,9
        subtraction:1,2,3: heaps:5,6,7
        subtraction:2,5,7: heaps:8,9,17
        octal:0.33: heaps:4,5,6
        octal:4.0: heaps:3,8
        octal:0.3F: heaps:9,10
        hexadecimal:0.9: heaps:6,7,8
        octal:0.165: heaps:10,20
        octal:C.0: heaps:5,6
    """)
    return cases


def heaps_misere():
    boards = ["heaps:1", "heaps:4", "heaps:7", "heaps:10", "heaps:2,3", "heaps:1,1,1",
              "heaps:3,4,5", "heaps:2,2,6", "heaps:5,9"]
    games = ["nim", "kayles", "dawsons-kayles", "dawsons-chess", "treblecross", "officers",
             "subtraction:1,2,3", "subtraction:2,5,7", "octal:0.33", "octal:0.3", "octal:4.0",
             "octal:0.7", "octal:0.165", "octal:0.26", "octal:0.3F", "hexadecimal:0.9", "octal:C.3"]
    cases = [(game, board, "--misere") for game in games for board in boards]
    cases += [("kayles", f"heaps:{n}", "--misere") for n in (12, 15, 18, 20)]
    cases += [("dawsons-kayles", f"heaps:{n}", "--misere") for n in (14, 19, 24)]
    cases += [("nim", b, "--misere") for b in ("heaps:1,1", "heaps:1,2,3", "heaps:4,5,6,7")]
    cases += [("kayles", "heaps:6,6 + heaps:3", "--misere")]
    return cases


def octal_graphs():
    source = Source(22)
    boards = list(NAMED_BOARDS)
    boards += [source.tree(n) for n in (7, 9, 10, 11, 12)]
    boards += [source.graph(n, p) for n, p in
               [(6, .3), (7, .3), (7, .5), (8, .25), (8, .4), (9, .2), (9, .35), (10, .25)]]
    boards += [source.graph6(n, p) for n, p in [(6, .4), (8, .3), (9, .3)]]
    cases, turn = [], 0
    for board in boards:
        for _ in range(3):
            cases.append((f"octal:{CODES[turn % len(CODES)]}", board, ""))
            turn += 1
    cases += questions("""
        octal:0.33: pode:1,1,1,1 | pode:4,5,1 | bipode:1,1;1,1;2 | bipode:1,1,2;1,1,2;1 |
            bipode:1,1,2;1,1,2;4
        octal:0.03: grid:3x5 | grid:4x4
        octal:0.33: grid:3x4
        octal:0.F: star:3 | pode:2,2,2
        hexadecimal:0.8: star:3
        hexadecimal:0.9: pode:1,1,1,3
        kayles: grid:3x3 | wheel:6
        dawsons-kayles: grid:3x4
        dawsons-chess: cycle:9
        treblecross: petersen
        officers: bipode:1,1;1,1;2
        nim: path:7 | grid:2x4 | star:5 | cycle:6 | complete:5
        subtraction:1,2,3: grid:3x3
        subtraction:2,3: hypercube:3
        subtraction:1,3: petersen
    """)
    for board in ["path:8", "cycle:8", "grid:2x4", "pode:1,2,3", "star:5", "complete:5",
                  "wheel:5", "edges:1-2,2-3,3-1,3-4,5", "path:3 + cycle:4"]:
        for code in ("0.33", "0.77", "0.137"):
            cases.append((f"octal:{code}", board, "--misere"))
    return cases


def vertex_games():
    source = Source(7)
    graphs = ["path:1", "path:7", "path:11", "path:14", "cycle:3", "cycle:8", "cycle:11",
              "grid:2x3", "grid:3x3", "grid:3x4", "star:5", "complete:5", "bipartite:3,4",
              "wheel:6", "hypercube:3", "petersen", "pode:1,2,3", "bipode:1,1;1,1;2",
              "path:4 + cycle:5", "cycle:1", "cycle:2", "edges:1-1,1-2,2-3",
              "edges:1-2,1-2,2-3,3-3,4", "edges:1-1,2-2,2-3", "path:0"]
    graphs += [source.tree(10), source.tree(13)]
    graphs += [source.graph(n, p) for n, p in [(8, .3), (9, .3), (10, .2), (10, .35), (12, .2)]]
    graphs += [source.multigraph(n, m) for n, m in [(5, 7), (7, 9), (8, 12)]]
    graphs += [source.graph6(9, .3), source.graph6(11, .25), "graph6:DQc"]
    cases = [(game, b, "") for b in graphs for game in ("node-kayles", "arc-kayles")]
    cases += [("cram", f"grid:{m}x{n}", "") for m, n in
              [(1, 1), (1, 2), (1, 9), (1, 15), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (2, 7),
               (3, 3), (3, 4), (3, 5), (3, 6), (4, 3), (4, 4), (4, 5)]]
    cases += [("cram", "grid:2x3 + grid:3x3", ""), ("cram", "path:10", ""),
              ("monochrome", "path:12", ""), ("monochrome", "grid:3x4", "")]
    small = ["path:5", "path:9", "cycle:7", "grid:2x3", "grid:3x3", "star:4", "complete:6",
             "wheel:5", "petersen", "cycle:1", "cycle:2", "edges:1-1,1-2,2-3", "path:3 + path:6",
             source.graph(9, .3), source.multigraph(7, 9)]
    cases += [(game, b, "--misere") for b in small for game in ("node-kayles", "arc-kayles")]
    cases += [("cram", f"grid:{m}x{n}", "--misere") for m, n in
              [(1, 2), (1, 7), (2, 2), (2, 5), (3, 3), (3, 4), (4, 4)]]
    return cases
