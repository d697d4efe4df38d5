"""Periods of nim-sequences: the values computed anew by the rule of the mex, then theorems 4 and 8 and the sum criterion of
docs/theory-heaps.md.

`split` makes the other checker fast and is not used here.
"""

import hashlib
from itertools import combinations_with_replacement
from operator import xor

from rules import Unknown, digit_function, mex, need, whole

LIMIT = 20_000  # values: what takes longer is left to the other checker


def check(header):
    arithmetic = header["statement"] == "arithmetic-period"
    wanted = {"statement", "code", "period", "last-exception", "saltus" if arithmetic else "split"}
    wanted |= {"blocks"} & set(header) if not arithmetic else set()
    need(set(header) == wanted, "a key is missing or not known")
    digits = digits_of(header["code"])
    period, last, saltus = whole(header["period"]), whole(header["last-exception"]), whole(header.get("saltus", "0"))
    need(period >= 1 and last >= -1, "numbers out of range")
    most = max([1] + [j for d in digits for j in range(1, 4) if d >> j & 1])
    longest = max([0] + [k for k, d in enumerate(digits) if d])
    start = max(last + 1, 1)
    if arithmetic:
        need(saltus >= 1, "it does not grow")
        first = values(digits, start + period)
        end = summed(digits, first, period, saltus, start)
        by_sums = end is not None
        if not by_sums:
            need(saltus & saltus - 1 == 0, "the other criterion is for powers of two")
            tall = max(v // saltus for v in first)
            end = longest + 3 * (start + period - 1) + 3 * tall * period
    else:
        check_split(header["split"], digits)
        end = most * start + (most - 1) * period + longest
    g = values(digits, end + period)
    if "blocks" in header:
        check_blocks(header["blocks"].split(" "), g[:end + period])
    need(all(g[n + period] == g[n] + saltus for n in range(last + 1, end)), "the values do not repeat so")
    need(last < 0 or g[last + period] != g[last] + saltus, "that is no exception")
    for d in range(1, period):
        if period % d == 0:
            step = g[start + d] - g[start]
            need(any(g[n + d] - g[n] != step for n in range(start, start + period)), f"{d} is a period too")
    if arithmetic and not by_sums:
        grows_for_ever(digits, g, period, saltus, start, end)


def check_blocks(stated, g):
    """Each block as numbers of two bytes, filled up to eight."""
    need(1 <= len(stated) <= 500, "how many blocks?")
    for k, digest in enumerate(stated):
        block = g[len(g) * k // len(stated):len(g) * (k + 1) // len(stated)]
        data = b"".join(value.to_bytes(2, "little") for value in block)
        data += bytes(-len(data) % 8)
        need(hashlib.sha256(data).hexdigest() == digest, f"block {k + 1} has another digest")


def check_split(text, digits):
    """What the other checker does with a split is not needed here, only that it may be used."""
    if text == "none":
        return
    mask, _, kind = text.partition(" ")
    need(whole(mask) < 1 << 32 and kind in ("plain", "parity"), "which split?")
    need(not any(d & 8 for d in digits), "a split is for codes that leave at most two heaps")
    if kind == "parity":
        need(len({k % 2 for k, d in enumerate(digits) if d & 4}) == 1, "moves that split take numbers of both parities")


def digits_of(code):
    need("." in code, f"{code} is no code")
    try:
        digit = digit_function("octal:" + code)
        return [digit(k) for k in range(len(code))]
    except (ValueError, AssertionError) as error:
        raise Unknown(f"code {code}") from error


def values(digits, count):
    """G(0), ..., G(count)."""
    if count > LIMIT:
        raise Unknown(f"{count} values are too many for this checker")
    g, two = [], [set()]  # two[m]: the values of m counters as two heaps
    three = any(d & 8 for d in digits)
    for n in range(count + 1):
        reached = set()
        for k, digit in enumerate(digits[:n + 1]):
            left = n - k
            if digit & 1 and left == 0:
                reached.add(0)
            if digit & 2 and left and k:
                reached.add(g[left])
            if digit & 4:
                reached |= two[left] if three and left < len(two) else pairs(g, left)
            if digit & 8:
                for a in range(1, left // 3 + 1):
                    reached.update(g[a] ^ v for v in (two[left - a]))
        g.append(mex(reached))
        if three:
            two.append(pairs(g, n + 1))
    return g


def pairs(g, left):
    half = left // 2
    return set(map(xor, g[1:half + 1], g[left - 1:left - half - 1:-1]))


def summed(digits, first, period, saltus, start):
    """The bound of the sum criterion if it holds for values that grow from n0 on as the first ones say, else None."""
    takes = {j: [k for k, d in enumerate(digits) if d >> j & 1] for j in (1, 2, 3)}
    if not takes[3] or 0 in takes[2] + takes[3]:
        return None

    def g(n):
        rounds = max(n - start, 0) // period
        return first[n - rounds * period] + rounds * saltus

    def both(j):
        return period % 2 == 0 or {k % 2 for k in takes[j]} == {0, 1}

    mixed = 1 + max(first[:start])
    near = takes[3][-1] + 2
    end = len(digits) - 1 + near + 3 * start + (mixed // saltus + 4) * period
    end -= len(digits) - 1 - max(k for k, d in enumerate(digits) if d)
    if not both(3):
        return None
    for j in (1, 2, 3):
        for heaps in combinations_with_replacement(range(1, start + period), j):
            if heaps[-1] < start:
                continue
            x, s = 0, 0
            for heap in heaps:
                x, s = (x ^ g(heap), s) if heap < start else (x, s + g(heap))
            for k in takes[j]:
                d = x + s - g(k + sum(heaps))
                if d == 0 or (j > 1 and d > 0 and d % 2 == 0):
                    return None
    for n in range(end, end + period):
        beside = [c for c in range(1, n) if any(n - k - c >= 2 and (n - k - c) % 2 == 0 for k in takes[3])]
        small = {g(c) for c in beside if c <= n - near}
        if both(2) and any((n - k) % 2 == 0 for k in takes[2]):
            small.add(0)
        every = small | {g(c) for c in beside} | {g(n - k) for k in takes[1]}
        if not set(range(mixed + saltus)) <= small or not set(range(g(n))) <= every:
            return None
    return end


def grows_for_ever(digits, g, period, saltus, start, end):
    """Theorem 8, at the first N >= N* of each residue."""
    def low(n):
        return g[n] % saltus

    def high(n):
        return g[n] // saltus

    for n in range(end, end + period):
        top, reach, lowest, zero, sums = {}, {}, {}, set(), {}
        for small, regular, total in types(digits, n, period, start):
            x, spread = 0, total - sum(regular)
            for heap in small + regular:
                x ^= low(heap)
            floors = sorted(high(heap) for heap in regular)
            beside = sum(high(heap) for heap in small)
            s = beside + sum(floors) + spread // period
            key = x, s % 2
            if len(regular) == 3:
                top[key] = max(top.get(key, -1), s - 2 * floors[1])
                lowest[key] = min(lowest.get(key, floors[0]), floors[0])
            if len(regular) == 2 and not beside:
                zero.add(key)
            alone = sum(1 for y in floors if y) <= 1 and not beside
            if alone:
                sums.setdefault(key, set()).add(s)
            if not (alone and len(regular) == 1):
                reach[key] = max(reach.get(key, 0), s)
        for x in range(saltus):
            for parity in (0, 1):
                key = x, parity
                need(key in top, "no option of three regular heaps")
                need(lowest[key] == 0 or (lowest[key] == 1 and key in zero), "small values may be missing")
                for h in range(top[key] + 2, reach.get(key, 0) + 1, 2):
                    need(h in sums.get(key, ()), "a value that may or may not be reached")


def types(digits, n, period, start):
    """(heaps below n0, regular heaps by their least sizes, counters of the regular ones) of every kind of option of n."""
    for k, digit in enumerate(digits):
        for heaps in (1, 2, 3):
            if not digit >> heaps & 1:
                continue
            for below in range(heaps):
                for small in combinations_with_replacement(range(1, start), below):
                    total = n - k - sum(small)
                    for regular in combinations_with_replacement(range(start, start + period), heaps - below - 1):
                        last = start + (total - sum(regular) - start) % period
                        if not regular or last >= regular[-1]:
                            yield small, regular + (last,), total
