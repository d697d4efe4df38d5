"""Runs on a real Dask cluster: processes that are killed, and the same rows in the end."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import dask
import distributed
import duckdb
import outplay
import pandas
import polars
import pyarrow.parquet
import pytest
from outplay import _outplay, cluster

GAME, FAMILY, TEST = "node-kayles", "connected:7", "grundy<=3"
UNITS = 64


class Cluster:
    """A scheduler and three workers, each a process of its own."""

    def __init__(self, folder):
        self.file = Path(folder) / f"scheduler-{time.monotonic_ns()}.json"
        self.scheduler = self.start("scheduler", "--port", "0", "--no-dashboard", "--no-show")
        self.workers = [self.worker() for _ in range(3)]
        self.client = distributed.Client(scheduler_file=str(self.file), timeout=120)
        self.client.wait_for_workers(3, timeout=120)

    def start(self, *arguments):
        command = [sys.executable, "-m", "dask", *arguments, "--scheduler-file", str(self.file)]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def worker(self):
        return self.start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")

    def kill(self, *processes):
        for process in processes:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()

    def end(self):
        for process in [self.scheduler, *self.workers]:
            if process.poll() is None:
                self.kill(process)
        try:
            self.client.close(timeout=1)
        except Exception:
            pass


@pytest.fixture
def clusters(tmp_path):
    made = []

    def make():
        made.append(Cluster(tmp_path))
        return made[-1]

    yield make
    for one in made:
        one.end()


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """What one process finds."""
    store = tmp_path_factory.mktemp("alone") / "run"
    outplay.sweep(GAME, over=FAMILY, test=TEST, store=store, units=UNITS)
    return rows(store)


def rows(store):
    """All rows as sorted lines."""
    columns, found = _outplay.run_rows(str(store))
    return sorted(repr(list(zip(columns, row))).encode() for row in found)


def done(store):
    return len(list((Path(store) / "units").glob("*.parquet")))


def killed_in_the_middle(store, client, kill, after):
    """Computes a run on a cluster, of which something is killed when so many units are done. True if it ended well."""
    ended = []

    def compute():
        try:
            cluster.work(store, client)
            ended.append(True)
        except BaseException:
            ended.append(False)

    _outplay.run_start(str(store), GAME, FAMILY, None, TEST, False, UNITS, 60.0, _outplay.Run())
    thread = threading.Thread(target=compute, daemon=True)
    thread.start()
    until = time.monotonic() + 120
    while done(store) < after and time.monotonic() < until:
        time.sleep(0.001)
    kill()
    thread.join(5 if after < UNITS // 2 else 120)
    return ended == [True]


def test_one_process_finds_what_the_library_finds(expected, tmp_path):
    plain = outplay.sweep(GAME, over=FAMILY, test=TEST)
    stored = outplay.sweep(GAME, over=FAMILY, test=TEST, store=tmp_path / "run", units=5)
    assert (stored.tested, stored.held, stored.failures) == (plain.tested, plain.held, plain.failures)
    assert len(expected) == plain.tested == 853
    frame = outplay.table(GAME, "path:1..9", store=tmp_path / "table", frame="rows")
    assert [row["grundy"] for row in frame] == [1, 1, 2, 0, 3, 1, 1, 0, 3]


def test_a_worker_is_killed(expected, clusters, tmp_path):
    one = clusters()
    store = tmp_path / "run"
    # Later than half of the units, so that the call is waited for: the two others end it.
    assert killed_in_the_middle(store, one.client, lambda: one.kill(one.workers[0]), UNITS // 2)
    assert rows(store) == expected
    swept = outplay.sweep(GAME, over=FAMILY, test=TEST, on=one.client, store=store)
    assert swept.tested == 853


def test_the_scheduler_and_then_everything_is_killed(expected, clusters, tmp_path):
    store = tmp_path / "run"
    first = clusters()
    killed_in_the_middle(store, first.client, lambda: first.kill(first.scheduler), 5)
    first.end()
    second = clusters()
    killed_in_the_middle(store, second.client, lambda: second.kill(second.scheduler, *second.workers), 15)
    second.end()
    third = clusters()
    outplay.sweep(GAME, over=FAMILY, test=TEST, on=third.client, store=store)
    assert rows(store) == expected
    assert not (store / "alarms").exists()


def test_twenty_random_kills(tmp_path):
    """Workers without a cluster, killed at any moment; the files are those of an undisturbed run."""
    alone, store = tmp_path / "alone", tmp_path / "run"
    for folder in (alone, store):
        _outplay.run_start(str(folder), GAME, FAMILY, None, None, False, 256, 60.0, _outplay.Run())
    _outplay.run_work(str(alone), _outplay.Run())
    command = f"from outplay import _outplay; _outplay.run_work({str(store)!r}, _outplay.Run(None, None, 1))"
    for kill in range(20):
        worker = subprocess.Popen([sys.executable, "-c", command])
        aim = done(store) + 1 + kill % 5
        while worker.poll() is None and done(store) < aim:
            time.sleep(0.0007 * (kill % 3 + 1))
        if worker.poll() is None:
            worker.send_signal(signal.SIGKILL)
        worker.wait()
    _outplay.run_work(str(store), _outplay.Run())
    assert _outplay.run_pending(str(store)) == []
    for unit in range(_outplay.run_status(str(store)).to_dict()["units"]):
        name = f"units/{unit:06}.parquet"
        assert (store / name).read_bytes() == (alone / name).read_bytes()


def test_every_tool_reads_the_files(tmp_path):
    store = tmp_path / "run"
    outplay.table(GAME, "connected:6", store=store, units=4)
    files = str(store / "units" / "*.parquet")
    columns, found = _outplay.run_rows(str(store))
    grundy = columns.index("grundy")
    counts = {}
    for row in found:
        counts[row[grundy]] = counts.get(row[grundy], 0) + 1
    query = f"select grundy, count(*) from '{files}' group by grundy"
    assert dict(duckdb.sql(query).fetchall()) == counts
    frame = pandas.concat(pandas.read_parquet(file) for file in sorted((store / "units").glob("*.parquet")))
    assert frame["board"].tolist() == [row[0] for row in found]
    assert polars.read_parquet(files)["grundy"].value_counts().height == len(counts)
    table = pyarrow.parquet.read_table(sorted((store / "units").glob("*.parquet"))[0])
    assert table.column("error").null_count == table.num_rows


def test_misuse(tmp_path):
    with pytest.raises(outplay.InputError, match="store="):
        outplay.sweep(GAME, over=FAMILY, test=TEST, on=object())
    with pytest.raises(outplay.InputError, match="not a function"):
        outplay.sweep(GAME, over=FAMILY, test=lambda value: True, store=tmp_path / "run")
    with pytest.raises(outplay.InputError):
        outplay.sweep("hop", over="ttt:3", test=TEST, store=tmp_path / "hop")
    with pytest.raises(outplay.InputError, match="not the folder of a run"):
        _outplay.run_pending(str(tmp_path))


def test_the_program_for_the_command_ends_with_its_codes(tmp_path, capsys):
    store = tmp_path / "run"
    _outplay.run_start(str(store), GAME, "connected:4", None, TEST, False, 2, 60.0, _outplay.Run())
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        assert cluster.main([str(store), "tcp://127.0.0.1:1"]) == 4
    assert cluster.main([str(store), "nonsense://x"]) == 2
    with distributed.LocalCluster(n_workers=1, processes=False, protocol="tcp", dashboard_address=None) as local:
        assert cluster.main([str(tmp_path / "nothing"), local.scheduler_address]) == 2
        assert cluster.main([str(store), local.scheduler_address]) == 0
    told = capsys.readouterr()
    assert "Traceback" not in told.err and "2 of 2 units" in told.out, told
