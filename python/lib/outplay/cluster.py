"""Runs on many machines: the units of a run folder handed to a Dask cluster.

    from dask.distributed import Client
    import outplay

    outplay.sweep("octal:0.33", over="connected:9", test="grundy<=3", on=Client("tcp://host:8786"), store="run/")

The folder holds all the state. Dask hands out numbers of units; each worker computes them in its own process and writes
one Parquet file per unit. If a worker, the scheduler or everything is killed, the same call continues where the folder ends.
The workers must see the folder under the same path.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from . import _outplay
from ._errors import InputError, LimitReached

#: A unit that is lost so often is not tried again: something is wrong with it, not with the workers.
ATTEMPTS = 20


def _unit(store: str, unit: int) -> str:
    """Computes a unit in the process of the worker, on one thread: a cluster has as many workers as it likes."""
    return _outplay.run_unit(store, unit, _outplay.Run(None, None, 1))


def work(store: str | os.PathLike[str], client: Any) -> dict[str, Any]:
    """Computes the remaining units of a run on the cluster of a Dask client, and returns the status of the run."""
    from distributed import as_completed
    from distributed.scheduler import KilledWorker

    folder = os.path.abspath(store)
    for _ in range(ATTEMPTS):
        pending = _outplay.run_pending(folder)
        if not pending:
            break
        futures = [client.submit(_unit, folder, unit, pure=False) for unit in pending]
        for future in as_completed(futures):
            try:
                future.result()
            except KilledWorker:
                # The unit met too many dying workers. It stays pending, and gets another turn.
                pass
    status: dict[str, Any] = _outplay.run_status(folder).to_dict()
    if status["done"] < status["units"]:
        raise RuntimeError(f"{status['units'] - status['done']} units were lost {ATTEMPTS} times")
    return status


def main(arguments: list[str]) -> int:
    """`python -m outplay.cluster DIR ADDRESS`: what `outplay run work DIR --dask ADDRESS` calls. Its exit codes are those of the command."""
    if len(arguments) != 2:
        print("usage: python -m outplay.cluster DIR ADDRESS", file=sys.stderr)
        return 2
    from distributed import Client

    try:
        with Client(arguments[1]) as client:
            status = work(arguments[0], client)
    except (InputError, ValueError) as error:
        return _failed(error, 2)
    except (LimitReached, KeyboardInterrupt):
        return _failed("the work was stopped; what is done is in the folder", 3)
    except (OSError, RuntimeError) as error:
        # No scheduler answers, a disk is full, units were lost again and again.
        return _failed(error, 4)
    print(_outplay.run_status(arguments[0]))
    return 1 if status["alarms"] else 0


def _failed(why: object, code: int) -> int:
    print(f"error: {why}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
