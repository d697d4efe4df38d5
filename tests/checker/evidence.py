#!/usr/bin/env python3
"""Certificates of the recorded results: what they cost, and what both checkers say.

    evidence.py PROGRAM [--limit SECONDS] [--second SECONDS] [--memory SIZE] [--only WORD] [--part K/N]

Each question of records.txt is answered, answered again with a certificate, and checked in a new process by both checkers. A certificate is
*in time* if answering with it takes no more than twice the answer and a minute. Times are processor seconds of all threads, and so are the limits:
`--limit` of a run, `--second` of the second checker. `--part 2/4` takes every fourth question, beginning with the second. Slow: not part of the test command.
"""

import argparse
import os
import resource
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SPARE = 60  # seconds


def timed(words, limit):
    """Exit code (None if the limit came first), processor seconds, and what was printed."""
    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 1))

    with tempfile.TemporaryFile() as out:
        # pylint: disable=consider-using-with,subprocess-popen-preexec-fn
        child = subprocess.Popen(words, stdout=out, stderr=subprocess.STDOUT, preexec_fn=bound)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors="replace").strip()
    return None if child.returncode < 0 else child.returncode, usage.ru_utime + usage.ru_stime, text


def shown(code, seconds):
    return {0: f"{seconds:.1f}", None: f"> {seconds:.0f}"}.get(code, f"code {code}")


def row(program, question, given, path):
    """The columns of a question, and whether its certificate is in time and valid."""
    words = shlex.split(question)
    plain = [word for k, word in enumerate(words) if word not in ("--recompute", "--blocks") and words[k - 1] != "--blocks"]
    more = ["--quiet", "--memory", given.memory]
    code, solve, _ = timed([program, *plain, *more], given.limit)
    columns = [question, shown(code, solve)]
    code, certify, _ = timed([program, *words, *more, "--certificate", path], given.limit)
    columns.append(shown(code, certify))
    if code != 0:
        return columns + ["", "", "", "no"], False
    in_time = certify <= 2 * solve + SPARE
    columns.append(f"{os.path.getsize(path):,}")
    code, first, _ = timed([program, "check", path, "--quiet", "--memory", given.memory, "--time", "100000"], given.limit)
    columns.append(shown(code, first))
    valid = code == 0
    code, second, text = timed([sys.executable, os.path.join(HERE, "check.py"), path], given.second)
    columns.append("unknown" if code == 2 else shown(code, second))
    if code == 1:
        columns[-1] = f"REFUSED: {text}"
        valid = False
    return columns + ["yes" if in_time else "late"], valid and in_time


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--limit", type=float, default=600)
    parser.add_argument("--second", type=float, default=120)
    parser.add_argument("--memory", default="4G")
    parser.add_argument("--only", default="")
    parser.add_argument("--part", default="1/1")
    given = parser.parse_args()
    with open(os.path.join(HERE, "records.txt"), encoding="utf-8") as file:
        questions = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    first, of = map(int, given.part.split("/"))
    questions = [question for question in questions if given.only in question][first - 1::of]
    print("| question | solve | with certificate | bytes | check | second checker | in time |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    good = 0
    with tempfile.TemporaryDirectory(prefix="outplay-evidence-") as folder:
        for question in questions:
            columns, fine = row(given.program, question, given, os.path.join(folder, "made"))
            good += fine
            print("| " + " | ".join([f"`{columns[0]}`", *columns[1:]]) + " |", flush=True)
    print(f"\n{good} of {len(questions)} have a valid certificate in time.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
