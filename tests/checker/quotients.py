"""Misère quotients: the monoid multiplied out, then theorem 9 of docs/theory-heaps.md by the definition.

A sum of heaps is seen as its element and the set of the elements of its options. A heap more determines both anew, so finitely many pairs
tell of all sums. The other checker keeps sets of elements beside which nothing wins; those are not used here.
"""

from rules import Unknown, digit_function, need, whole

KEYS = {"statement", "code", "elements", "generators", "rows", "p-portion", "heaps", "period"}
LARGEST = 4096  # elements
LIMIT = 100_000  # sums that are looked at: what takes longer is left to the other checker
OPTIONS = 1_000_000  # of all heaps together


def check(header):
    need(set(header) == KEYS, "a key is missing or not known")
    rows, heaps, size = opened(header, "heaps")
    product, in_p = monoid(header, rows, heaps, size)
    images = [0] + heaps
    digits = digits_of(header["code"], len(heaps))
    if sum(n * n if digit & 8 else n for n in range(len(images)) for digit in digits if digit) > OPTIONS:
        raise Unknown("more options than this checker looks at")
    lefts = [{multiply(product, images, left) for left in options(digits, n)} for n in range(len(images))]
    every_sum(product, in_p, images, lefts)
    if header["period"] != "none":
        need(not header["code"].endswith("..."), "a code without an end")
        period, _, start = header["period"].partition(" from ")
        repeats(heaps, digits, whole(period), whole(start))


def monoid(header, rows, parts, size):
    """All products and the P-portion as a set of bits, if nothing is wrong with them and these elements generate them."""
    p = numbers(header["p-portion"], size)
    need(p == sorted(set(p)) and 0 not in p, "the P-portion is not ascending, or has the identity")
    product = multiplied_out(rows, size)
    in_p = sum(1 << element for element in p)
    need(generated(product, set(parts)) == set(range(size)), "an element that no sum has")
    told = {tuple(in_p >> product[a][b] & 1 for b in range(size)) for a in range(size)}
    need(len(told) == size, "two elements that nothing tells apart")
    return product, in_p


def opened(header, key):
    size, generators = whole(header["elements"]), whole(header["generators"])
    need(size >= 1 and generators >= 0, "numbers out of range")
    need(size <= LARGEST, "more elements than are checked")
    rows = numbers(header["rows"], size)
    need(len(rows) == size * generators, "a product for each element and generator")
    need(generators or size == 1, "elements that nothing generates")
    return [rows[k:k + size] for k in range(0, len(rows), size)], numbers(header[key], size), size


def numbers(text, size):
    found = [] if text == "none" else [whole(n) for n in text.split(" ")]
    need(all(0 <= n < size for n in found), "there is no such element")
    return found


def digits_of(code, most):
    """The digits of a code; one that ends with ... goes on with its last digit."""
    need("." in code, f"{code} is no code")
    try:
        digit = digit_function("hexadecimal:" + code.removesuffix("..."))
    except (ValueError, AssertionError) as error:
        raise Unknown(f"code {code}") from error
    digits = [digit(k) for k in range(len(code.removesuffix("...")) - 1)]
    return digits + [digits[-1]] * most if code.endswith("...") else digits


def multiplied_out(rows, size):
    """All products. a b is found along the word of a; that the rows commute makes every way the same."""
    for one in rows:
        for other in rows:
            need(all(one[other[x]] == other[one[x]] for x in range(size)), "the products do not commute")
    product = {0: list(range(size))}
    waiting = [0]
    for element in waiting:
        for row in rows:
            if row[element] not in product:
                product[row[element]] = [row[x] for x in product[element]]
                waiting.append(row[element])
    need(len(product) == size, "the generators do not generate it")
    return product


def generated(product, letters):
    found, waiting = {0}, [0]
    while waiting:
        element = waiting.pop()
        new = {product[element][letter] for letter in letters} - found
        found |= new
        waiting += new
    return found


def options(digits, n):
    """What a move leaves of a heap of n, as heaps."""
    for k, digit in enumerate(digits[:n + 1]):
        left = n - k
        if digit & 1 and left == 0:
            yield ()
        if digit & 2 and left and k:
            yield (left,)
        if digit & 4:
            yield from ((a, left - a) for a in range(1, left // 2 + 1))
        if digit & 8:
            yield from ((a, b, left - a - b) for a in range(1, left // 3 + 1) for b in range(a, (left - a) // 2 + 1))


def multiply(product, images, left):
    element = 0
    for heap in left:
        element = product[element][images[heap]]
    return element


def every_sum(product, in_p, images, lefts):
    """Each sum is in P exactly if it has a move and no option is in P."""
    size = len(product)
    for heap, left in enumerate(lefts):
        need(left or images[heap] == 0, "a part without a move is not the identity")
        for rest in range(size):
            if in_p >> product[rest][images[heap]] & 1:
                need(not any(in_p >> product[rest][option] & 1 for option in left), "a P-position with an option in P")
    letters = {(images[heap], frozenset(left)) for heap, left in enumerate(lefts) if left}
    # Of sets of options that contain one another the smallest is enough: it has the fewest in P.
    smallest = {element: [] for element in range(size)}
    waiting, looked = [(0, frozenset())], 0
    for element, reached in waiting:
        if any(other < reached for other in smallest[element]):
            continue
        for image, left in letters:
            looked += 1
            if looked > LIMIT:
                raise Unknown(f"more than {LIMIT} sums are too many for this checker")
            to = product[element][image]
            found = frozenset(product[option][image] for option in reached) | {product[element][option] for option in left}
            won = any(in_p >> option & 1 for option in found)
            need(won or in_p >> to & 1, "a position outside P without an option in P")
            if not any(other <= found for other in smallest[to]):
                smallest[to] = [other for other in smallest[to] if not found < other] + [found]
                waiting.append((to, found))


def repeats(heaps, digits, period, start):
    """Theorem 11; the period is the smallest and begins nowhere sooner."""
    need(period >= 1 and start >= 1, "numbers out of range")
    most = max([1] + [j for d in digits for j in range(1, 4) if d >> j & 1])
    taken = max([0] + [k for k, d in enumerate(digits) if d])
    bound = most * start + (most - 1) * period + taken
    need(bound - 1 + period <= len(heaps), "too few heaps for theorem 11")
    image = [0] + heaps
    need(all(image[n] == image[n + period] for n in range(start, bound)), "the heaps do not repeat so")
    need(start == 1 or image[start - 1] != image[start - 1 + period], "they repeat sooner")
    for shorter in range(1, period):
        need(any(image[n] != image[n + shorter] for n in range(start, len(image) - shorter)), f"{shorter} is a period too")
