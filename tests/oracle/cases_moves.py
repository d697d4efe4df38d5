"""Positions whose best moves are listed: (game, board, options) triples.

Only boards whose numbering is beyond doubt are used: paths, cycles, grids,
arrays and edge lists.
"""

from randoms import questions


def moves():
    cases = questions("""
        nim: heaps:3,5,7 | heaps:1,2,3 | heaps:4,4,1
        kayles: heaps:7 | heaps:6,10 | heaps:5,5 | heaps:3,4
        dawsons-kayles: heaps:9 | heaps:12
        dawsons-chess: heaps:11
        robs-dots: heaps:50 | heaps:12
        treblecross: heaps:12
        officers: heaps:8
        subtraction:1,2,3: heaps:7
        subtraction:2,5,7: heaps:8,11
        octal:0.33: heaps:5,7
        octal:4.0: heaps:6
        octal:4.7: heaps:5
        octal:0.3F: heaps:8
        hexadecimal:0.9: heaps:7
        octal:C.0: heaps:5
        octal:0.33: path:5 | path:6
        octal:0.77: path:6 | grid:2x3
        octal:0.03: grid:3x3
        octal:0.07: path:8
        octal:0.137: cycle:7
        kayles: cycle:5
        octal:0.333: grid:2x3
        nim: path:4
        octal:0.F: edges:1-2,1-3,1-4
        octal:0.33: edges:1-2,2-3,2-4,4-5
        octal:0.77: edges:2-5,5-7,7-11
        node-kayles: path:5 | path:6 | path:11 | cycle:8 | grid:3x3 | grid:2x4
        monochrome: path:7
        arc-kayles: path:6 | path:9 | cycle:7 | edges:1-1,1-2,2-3
        cram: grid:2x3 | grid:3x4 | grid:3x3
        unshackle: path:4 | path:7 | cycle:5 | grid:2x3 | grid:3x3 | edges:1-1,1-2,2-3,2-3 |
            boxes:1x2
        strings-and-coins: path:4 | path:5 | cycle:4 | grid:2x3 | grid:3x3 | boxes:1x3 |
            boxes:2x2 | edges:1-1,1-2,2-2,2-3,3-3
        closing-octagons: octagons:1x2 | octagons:1x3
        nimstring: path:4 | cycle:4 | grid:2x3 | boxes:1x2 | boxes:1x3 | complete:4
    """)
    cases += [
        ("nim", "heaps:1,1,2", "--misere"), ("nim", "heaps:3,5,7", "--misere"),
        ("kayles", "heaps:7", "--misere"), ("kayles", "heaps:3,4", "--misere"),
        ("node-kayles", "path:8", "--misere"), ("cram", "grid:3x3", "--misere"),
        ("octal:0.33", "grid:2x3", "--misere"), ("nimstring", "boxes:1x2", "--misere"),
        ("nim", "heaps:3,5,7", '--after "7>2"'), ("nim", "heaps:3,5,7", '--after "3>0 7>6"'),
        ("kayles", "heaps:10", '--after "10>3,5"'), ("kayles", "heaps:10", '--after "10>4,4"'),
        ("robs-dots", "heaps:50", '--after "50>6,41"'),
        ("robs-dots", "heaps:50", '--after "50>6,41; 41>10,28"'),
        ("octal:0.77", "path:9", '--after "4,5"'), ("octal:0.33", "grid:2x3", '--after "1,2"'),
        ("octal:0.33", "grid:3x3", '--after "1 2,3"'), ("node-kayles", "path:9", '--after "3"'),
        ("node-kayles", "grid:3x3", '--after "2"'), ("cram", "grid:3x4", '--after "1,2"'),
        ("unshackle", "grid:2x3", '--after "1-2 2-3"'),
        ("unshackle", "grid:3x3", '--after "1-2; 5-8; 8-9"'),
        ("strings-and-coins", "grid:2x3", '--after "1-2"'),
        ("strings-and-coins", "grid:3x3", '--after "1-2 1-4 5-6"'),
        ("strings-and-coins", "boxes:1x3", '--after "1-1 1-1 2-2"'),
        ("strings-and-coins", "boxes:2x2", '--after "1-1 1-2 4-4 3-4"'),
        ("strings-and-coins", "edges:1-2,1-2,2-3,2-3", '--after "1-2"'),
        ("closing-octagons", "octagons:1x2", '--after "1-1 1-2"'),
        ("nimstring", "boxes:1x3", '--after "1-1 2-2"'), ("nimstring", "grid:2x3", '--after "2-5"'),
    ]
    return cases
