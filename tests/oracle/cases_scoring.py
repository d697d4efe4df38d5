"""What the tables of edge-removing games hold: (game, board, options) triples."""

from randoms import Source

GRAPHS = [
    "path:1", "path:2", "path:3", "path:4", "path:7", "path:10", "cycle:1", "cycle:2", "cycle:3",
    "cycle:4", "cycle:7", "cycle:10", "star:1", "star:4", "star:7", "complete:3", "complete:4",
    "complete:5", "complete:6", "bipartite:2,2", "bipartite:2,4", "bipartite:3,3",
    "bipartite:3,4", "wheel:3", "wheel:4", "wheel:5", "wheel:6", "hypercube:2", "hypercube:3",
    "petersen", "pode:1,1,2,4", "pode:2,2,2", "bipode:1,1,2;1,1,2;3", "bipode:1,1;2;0",
]
MULTI = [
    "edges:1-1", "edges:1-1,1-1", "edges:1-1,1-1,1-1", "edges:1-2,1-2,1-2", "edges:1-1,1-2",
    "edges:1-1,1-2,2-2", "edges:1-2,2-3,3", "edges:1-1,1-1,1-2,2-2,2-2", "edges:1-2,1-2,2-3,2-3",
    "edges:1-2,2-3,3-1,3-4,4-5,5-3", "edges:2-2,5-5,5-9", "edges:1,2-3",
]
SUMS = ["path:3 + path:4", "cycle:4 + cycle:5", "cycle:3 + star:3 + path:2",
        "complete:4 + cycle:4", "cycle:1 + cycle:1 + cycle:2", "path:1 + path:3"]


def random_boards(seed):
    source = Source(seed)
    boards = [source.multigraph(n, m) for n, m in
              [(3, 5), (4, 6), (4, 8), (5, 7), (5, 9), (6, 8), (6, 10), (7, 11), (8, 10), (9, 12)]]
    boards += [source.graph(n, p) for n, p in [(6, .5), (7, .4), (8, .35), (9, .3)]]
    return boards + [source.tree(8), source.tree(12), source.graph6(6, .6), source.graph6(8, .4)]


def arrays(game):
    boards = ["boxes:1x1", "boxes:1x2", "boxes:1x3", "boxes:1x4", "boxes:1x5", "boxes:2x2",
              "boxes:2x3", "polygons:4,1x3", "polygons:5,1x1", "polygons:5,1x2", "polygons:5,1x4",
              "polygons:5,2x2", "polygons:6,1x3", "polygons:6,2x2", "polygons:7,1x2",
              "polygons:7,1x4", "polygons:9,1x2", "octagons:1x1", "octagons:1x2", "octagons:1x3",
              "octagons:1x4", "octagons:2x1", "hexagons:1x1", "hexagons:1x2", "hexagons:1x3",
              "hexagons:2x2", "hexagons:3x1", "boxes:1x2 + cycle:4"]
    return [(game, board, "") for board in boards]


def unshackle():
    grids = ["grid:1x2", "grid:1x5", "grid:2x2", "grid:2x3", "grid:2x4", "grid:2x5", "grid:2x6",
             "grid:3x3", "grid:3x4"]
    boards = GRAPHS + grids + MULTI + SUMS + ["sparse6::Fa@x^", "graph6:DQc"]
    cases = [("unshackle", board, "") for board in boards + random_boards(1)]
    return cases + arrays("unshackle")


def strings_and_coins():
    grids = ["grid:2x2", "grid:2x3", "grid:2x4", "grid:2x5", "grid:3x3", "grid:3x4"]
    boards = GRAPHS + grids + MULTI + SUMS + ["sparse6::Fa@x^", "graph6:DQc"]
    cases = [("strings-and-coins", board, "") for board in boards + random_boards(2)]
    cases += arrays("strings-and-coins")
    return cases + [("closing-octagons", b, "") for b in
                    ("octagons:1x1", "octagons:1x2", "octagons:1x3", "octagons:2x2")]


def octagons_normal():
    boards = [f"octagons:1x{n}" for n in (1, 2, 3, 4)] + ["octagons:2x1", "octagons:2x2"]
    boards += [f"boxes:1x{n}" for n in (1, 2, 3, 4, 5, 6)] + ["boxes:2x2", "boxes:2x3", "boxes:3x1"]
    boards += [f"polygons:{k},1x{n}" for k in (4, 5, 6, 7, 9) for n in (1, 2, 3, 4)
               if n < 4 or k < 7]
    boards += ["polygons:5,2x2", "polygons:6,2x2", "polygons:7,2x2", "hexagons:1x3",
               "hexagons:2x2", "hexagons:3x1"]
    boards += MULTI + ["path:4", "cycle:4", "cycle:7", "complete:4", "complete:5", "wheel:4",
                       "wheel:5", "grid:3x3", "grid:2x5", "bipartite:3,3", "hypercube:3",
                       "petersen", "cycle:3 + cycle:4", "cycle:4 + cycle:4 + cycle:5",
                       "edges:1-1,1-1 + edges:1-1,1-1", "path:3 + cycle:5", "boxes:1x2 + cycle:4"]
    source = Source(17)
    boards += [source.multigraph(n, m) for n, m in
               [(3, 6), (3, 8), (4, 8), (4, 9), (4, 10), (5, 8), (5, 10), (5, 12), (6, 12), (6, 13),
                (7, 13), (7, 14)]]
    return [("closing-octagons", board, "--normal-rules") for board in boards]


def nimstring():
    boards = [b for b in GRAPHS if b not in ("complete:6", "petersen")]
    boards += ["grid:2x2", "grid:2x3", "grid:2x4", "grid:3x3"] + MULTI + SUMS
    boards += [b for b in random_boards(3)]
    boards += ["boxes:1x1", "boxes:1x2", "boxes:1x3", "boxes:1x4", "boxes:2x2", "boxes:2x3",
               "polygons:5,1x2", "polygons:5,2x2", "polygons:6,1x3", "octagons:1x1", "octagons:1x2", "octagons:1x3",
               "hexagons:1x2"]
    cases = [("nimstring", board, "") for board in boards]
    cases += [("nimstring", board, "--misere") for board in
              ["path:2", "path:5", "cycle:1", "cycle:4", "cycle:6", "star:4", "complete:4",
               "complete:5", "grid:2x3", "grid:3x3", "edges:1-1,1-2,2-2", "boxes:1x2", "boxes:1x3",
               "boxes:2x2", "octagons:1x2", "path:3 + cycle:4", *random_boards(4)[:6]]]
    return cases
