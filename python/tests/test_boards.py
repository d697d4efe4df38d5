"""Boards from the graphs and sets that others make."""

import igraph
import networkx
import numpy
import outplay
import pytest
from outplay import Board


def same(board, graph):
    """Whether a board has the vertices and edges of a graph."""
    made = board.to_networkx()
    return set(made) == set(graph) and networkx.utils.edges_equal(list(made.edges()), list(graph.edges()))


def test_networkx():
    petersen = networkx.petersen_graph()
    board = Board.from_networkx(petersen)
    assert same(board, petersen) and board.labels == tuple(range(10))
    assert networkx.is_isomorphic(Board("petersen").to_networkx(), petersen)
    named = networkx.Graph([("b", "a"), ("b", "c")])
    assert Board.of(named).label(Board.of(named).place("c")) == "c"
    isolated = networkx.empty_graph(3)
    assert outplay.solve("node-kayles", isolated).grundy == 1
    several = networkx.MultiGraph([(1, 2), (1, 2), (2, 2)])
    assert Board.of(several).edges == [(1, 2), (1, 2), (2, 2)] and same(Board.of(several), several)


def test_igraph():
    graph = igraph.Graph.Famous("Petersen")
    assert networkx.is_isomorphic(Board.of(graph).to_networkx(), networkx.petersen_graph())
    graph = igraph.Graph([(0, 1), (1, 2)])
    graph.vs["name"] = ["x", "y", "z"]
    board = Board.of(graph)
    assert board.labels == ("x", "y", "z") and board.edges == [(1, 2), (2, 3)]


def test_sage_graphs_by_what_they_can_do():
    class Graph:
        """What of a graph of SageMath is used; the package itself is not on PyPI for this interpreter."""

        def vertex_iterator(self):
            return iter("abc")

        def edge_iterator(self):
            return iter([("a", "b", None), ("b", "c", None)])

        def allows_loops(self):
            return False

    board = Board.of(Graph())
    assert board.labels == ("a", "b", "c") and board.edges == [(1, 2), (2, 3)]


def test_sage_itself_where_it_is_installed():
    graphs = pytest.importorskip("sage.graphs.graph_generators").graphs
    assert networkx.is_isomorphic(Board.of(graphs.PetersenGraph()).to_networkx(), networkx.petersen_graph())


def test_numpy():
    graph = networkx.random_regular_graph(3, 8, seed=3)
    matrix = networkx.to_numpy_array(graph, nodelist=sorted(graph))
    assert networkx.is_isomorphic(Board.of(matrix).to_networkx(), graph)
    for wrong, told in [([[0, 1]], "square"), ([[0, 1], [0, 0]], "symmetric"), ([[0, -1], [-1, 0]], "negative")]:
        with pytest.raises(outplay.InputError, match=told):
            Board.from_adjacency(numpy.array(wrong))


def test_graph6():
    graph = networkx.gnp_random_graph(9, 0.4, seed=5)
    text = networkx.to_graph6_bytes(graph, header=False).decode().strip()
    assert same(Board.from_graph6(text), networkx.relabel_nodes(graph, lambda v: v + 1))
    assert Board.from_networkx(graph).name == f"graph6:{text}"
    loops = networkx.MultiGraph([(0, 0), (0, 1), (0, 1)])
    text = networkx.to_sparse6_bytes(loops, header=False).decode().strip()
    assert sorted(Board.from_graph6(text).edges) == [(1, 1), (1, 2), (1, 2)]


def test_winning_sets():
    rows = [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}]
    assert outplay.solve("positional", rows).result == "draw"
    assert {frozenset(one) for one in Board("ttt:3").sets} == {frozenset(one) for one in rows}
    board = Board.from_sets([{"x", "y"}, {"y", "z"}])
    assert board.labels == ("x", "y", "z") and outplay.solve("maker-breaker", board).winner == "first"
    unused = Board.from_sets([[1, 2]], points=[1, 2, 3])
    assert len(unused.places) == 3 and set(unused.labels) == {1, 2, 3}
    assert {unused.label(str(point)) for point in unused.sets[0]} == {1, 2}
    for wrong in ([], [set()]):
        with pytest.raises(outplay.InputError):
            Board.from_sets(wrong)


def test_edges():
    board = Board.of([("a", "b"), ("b", "c")])
    assert board.edges == [(1, 2), (2, 3)] and board.kind == "graph"
    with pytest.raises(outplay.InputError, match="'c'"):
        Board.from_edges([("a", "c")], vertices=["a", "b"])
    with pytest.raises(outplay.InputError, match="labels"):
        Board("path:3", labels=["a"])
    assert outplay.solve("node-kayles", Board("path:3") + "path:4").grundy == 2 ^ 0
