"""Pictures: well formed, and laid out as the page lays boards out."""

import json
import shutil
import subprocess
import xml.etree.ElementTree as xml

import outplay
import pytest
from conftest import ROOT
from outplay import _outplay
from outplay._layout import layout

SVG = "{http://www.w3.org/2000/svg}"

POSITIONS = [
    ("nim", "heaps:2,35", {}, "2>1"),
    ("kayles", "heaps:4 + path:3", {}, ""),
    ("cram", "grid:2x3", {}, "1,2"),
    ("node-kayles", "petersen", {}, "3"),
    ("arc-kayles", "wheel:5", {}, "1,2"),
    ("unshackle", "grid:2x3", {}, "1-2 1-4"),
    ("strings-and-coins", "octagons:1x3", {}, "1-1"),
    ("strings-and-coins", "hexagons:2x3", {}, "1-2"),
    ("strings-and-coins", "edges:1-2,1-2,2-2", {}, "1-2"),
    ("positional", "ttt:3", {}, "1 4 2 5 3"),
    ("hop", "ttt:3", {"start": 5}, "5>1"),
    ("maker-breaker", "pg:2,2", {}, "1 2"),
    ("chooser-picker", "sets:1-2-3,3-4-5", {}, "1,2"),
    ("fire-and-ice", "[ag:2,2 : pg:2,2]", {"start": "1.1"}, ""),
    ("hex", "hex:3x3", {}, "5"),
]


@pytest.mark.parametrize("name, board, options, after", POSITIONS)
def test_positions_draw_themselves(name, board, options, after):
    position = outplay.Game(name, board, **options).position(after)
    picture = xml.fromstring(position._repr_svg_())
    assert picture.tag == f"{SVG}svg" and picture.find(f"{SVG}title").text.endswith(board)
    assert "nan" not in position._repr_svg_()


def test_pictures_show_what_is_there():
    def count(position, kind):
        return len(list(xml.fromstring(position._repr_svg_()).iter(f"{SVG}{kind}")))

    kayles = outplay.Game("nim", "heaps:2,3").position()
    assert count(kayles, "circle") == 5 and count(kayles.play("3>1"), "circle") == 3
    cram = outplay.Game("cram", "grid:2x3").position()
    assert count(cram, "path") == 0 and count(cram.play("1,2"), "path") == 1
    ttt = outplay.Game("positional", "ttt:3").position()
    assert count(ttt, "path") == 0 and count(ttt.play("5"), "path") == 1
    assert count(ttt.play("5", "1"), "circle") == 1


@pytest.mark.parametrize("board", outplay.boards())
def test_every_board_draws_itself(board):
    xml.fromstring(outplay.Board(board)._repr_svg_())


def test_game_graphs_draw_themselves():
    graph = outplay.Game("cram", "grid:2x3").position().graph()
    texts = [element.text for element in xml.fromstring(graph._repr_svg_()).iter(f"{SVG}text")]
    assert sum(text.startswith("P") for text in texts) == sum(value.outcome == "P" for value in graph.values)
    made = graph.to_networkx()
    assert len(made) == len(graph) and made.nodes[0]["value"].grundy == outplay.solve("cram", "grid:2x3").grundy
    # The kernel of the graph, by its definition.
    for node in made:
        wins = any(made.nodes[after]["value"].outcome == "P" for after in made.successors(node))
        assert (made.nodes[node]["value"].outcome == "N") == wins
    with pytest.raises(outplay.InputError, match="positions can be reached"):
        outplay.Game("cram", "grid:5x5").position().graph()


def test_a_link_to_the_page():
    position = outplay.Game("maker-breaker", "ttt:3", bias=(1, 2)).position("5", "1")
    address = "http://localhost:8137/#/play?game=maker-breaker&board=ttt:3&after=5+1&bias=1:2"
    assert position.link() == address and address in position.play_widget()._repr_html_()


@pytest.mark.skipif(shutil.which("node") is None, reason="Node runs the page's own layout")
def test_the_layout_is_that_of_the_page(tmp_path):
    boards = [*outplay.boards(), "path:47", "ttt:3^3", "hypercube:4", "pg:2,4", "ag:2,3", "[ttt:3 : [ag:2,2 : pg:2,2]]"]
    boards.append("path:3 + grid:2x2 + petersen")
    boards += ["edges:1-2,3-4,4-5,6-7,7-8,8-6,9-10,10-11,11-12,12-9,9-11", "sets:1-2-3,4-5,6-7-8,8-9", "graph6:G?????"]
    pictures = []
    for name in boards:
        about = _outplay.board(name)
        pictures.append({"places": about["places"], "layout": about["layout"], "edges": about["edges"], "sets": about["sets"]})
    (tmp_path / "pictures.json").write_text(json.dumps(pictures))
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(ROOT / "crates/server/web/js/layout.js", tmp_path / "layout.js")
    script = (
        "import { readFileSync } from 'fs'; import { layout } from './layout.js';"
        "const all = JSON.parse(readFileSync('pictures.json', 'utf8')).map((picture) => layout(picture));"
        "console.log(JSON.stringify(all));"
    )
    (tmp_path / "run.js").write_text(script)
    told = json.loads(subprocess.run(["node", "run.js"], cwd=tmp_path, capture_output=True, check=True).stdout)
    for name, picture, page in zip(boards, pictures, told):
        points, islands = layout(picture)
        assert len(points) == len(page["points"]) == len(picture["places"]), name
        # Where forces balance, the last digits of the languages decide a little; the picture is the same to the eye.
        near = 0.2 if picture["layout"]["kind"] in ("free", "hypercube") else 1e-4
        for own, there in zip(points, page["points"]):
            assert own == pytest.approx(there, abs=near), name
        islands_there = [(one["x"], one["y"], one["radius"], one["name"]) for one in page["islands"]]
        assert [name for *_, name in islands] == [name for *_, name in islands_there]
        for own_island, island in zip(islands, islands_there):
            assert own_island[:3] == pytest.approx(island[:3], abs=1e-6), name
