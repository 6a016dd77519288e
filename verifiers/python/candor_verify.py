#!/usr/bin/env python3
"""Checks the receipt of an order, written from docs/proof-format.md alone. Needs Python 3.9 and nothing else.

    python3 candor_verify.py --key 'candor+…' receipt.json
    python3 candor_verify.py --vectors FOLDER

It does not check that the network signed a round of public randomness: Python's standard library has no BLS12-381. That the round
is the one of its second, it does check.

Ends with 0 for a valid receipt, 1 for an invalid one, 2 for one that is not final, 3 for one that is consistent without
a trusted key, 64 for wrong use. Prints JSON. With --vectors it prints one verdict a file.
"""
import base64
import datetime
import hashlib
import json
import os
import re
import sys

MAX_SAFE = 2**53 - 1
ZEROS = "0" * 64


class Problem(Exception):
    """A step failed."""


# --- Ed25519 (RFC 8032, without the cofactor) ---------------------------------------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
D2 = 2 * D % P
SQRT_MINUS_1 = pow(2, (P - 1) // 4, P)
SMALL_ORDER = {
    0,
    1,
    P - 1,
    0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
    0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
}


def is_sound_point(data):
    y = int.from_bytes(data, "little") % 2**255
    return len(data) == 32 and y < P and y not in SMALL_ORDER


def decode_point(data):
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number % 2**255
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P != 0:
        x = x * SQRT_MINUS_1 % P
    if (x * x - x2) % P != 0 or (x == 0 and sign == 1):
        return None
    if x % 2 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def add(a, b):
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = D2 * a[3] * b[3] % P
    h = 2 * a[2] * b[2] % P
    x, y, z, t = f - e, h - g, h + g, f + e
    return (x * y % P, z * t % P, y * z % P, x * t % P)


def multiply_both(s, a, k, b):
    """s times a plus k times b, with the doublings of both at once."""
    sums = (None, a, b, add(a, b))
    total = (0, 1, 1, 0)
    for bit in range(max(s.bit_length(), k.bit_length()) - 1, -1, -1):
        total = add(total, total)
        chosen = sums[(s >> bit & 1) | (k >> bit & 1) << 1]
        if chosen is not None:
            total = add(total, chosen)
    return total


def encode_point(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = decode_point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def verify_ed25519(public_key, message, signature):
    a = decode_point(public_key)
    s = int.from_bytes(signature[32:], "little")
    if a is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % ORDER
    minus_a = (P - a[0], a[1], a[2], P - a[3])
    return encode_point(multiply_both(s, BASE, k, minus_a)) == signature[:32]


# --- ECDSA with P-256 and SHA-256 (FIPS 186-5) --------------------------------------------------------------------

P256 = 2**256 - 2**224 + 2**192 + 2**96 - 1
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
P256_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
P256_BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def p256_add(a, b):
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0]:
        if (a[1] + b[1]) % P256 == 0:
            return None
        slope = 3 * (a[0] * a[0] - 1) * pow(2 * a[1], -1, P256)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P256)
    x = (slope * slope - a[0] - b[0]) % P256
    return (x, (slope * (a[0] - x) - a[1]) % P256)


def p256_multiply_both(s, a, k, b):
    sums = (None, a, b, p256_add(a, b))
    total = None
    for bit in range(max(s.bit_length(), k.bit_length()) - 1, -1, -1):
        total = p256_add(total, total)
        total = p256_add(total, sums[(s >> bit & 1) | (k >> bit & 1) << 1])
    return total


def verify_p256(public_key, message, signature):
    x, y = int.from_bytes(public_key[1:33], "big"), int.from_bytes(public_key[33:], "big")
    if len(public_key) != 65 or public_key[0] != 4 or x >= P256 or y >= P256:
        return False
    if (y * y - x * x * x + 3 * x - P256_B) % P256 != 0:
        return False
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not (0 < r < P256_ORDER and 0 < s < P256_ORDER):
        return False
    inverse = pow(s, -1, P256_ORDER)
    digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
    point = p256_multiply_both(digest * inverse % P256_ORDER, P256_BASE, r * inverse % P256_ORDER, (x, y))
    return point is not None and point[0] % P256_ORDER == r


# --- Texts and numbers --------------------------------------------------------------------------------------------


def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def is_well_formed(text):
    try:
        text.encode("utf-8")
        return True
    except UnicodeEncodeError:
        return False


def is_line(value):
    return (
        isinstance(value, str)
        and value != ""
        and re.search("[\x00-\x1f\x7f]", value) is None
        and is_well_formed(value)
    )


def is_hash(value):
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def is_count(value, low, high=MAX_SAFE):
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


EPOCH = datetime.datetime(1970, 1, 1)


def moment(text):
    """Milliseconds since 1970, or None."""
    found = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{3})Z", text) if isinstance(text, str) else None
    if found is None:
        return None
    year, month, day, hour, minute, second, ms = (int(part) for part in found.groups())
    try:
        at = datetime.datetime(year, month, day, hour, minute, second)
    except ValueError:
        return None
    total = (at - EPOCH) // datetime.timedelta(milliseconds=1) + ms
    return total if total >= 0 else None


def figure(text, decimals, limit, signed=False):
    """The units of a decimal text that is written with exactly these decimals, or None."""
    if not isinstance(text, str):
        return None
    pattern = r"(-?)(0|[1-9][0-9]{0,14})" + (r"\.([0-9]{%d})" % decimals if decimals > 0 else "()")
    found = re.fullmatch(pattern, text)
    if found is None:
        return None
    units = int(found.group(2) + found.group(3))
    if found.group(1) == "-" and (units == 0 or not signed):
        return None
    return (-units if found.group(1) else units) if units <= limit else None


def amount(text, decimals):
    return figure(text, decimals, 2**63 - 1)


def rate(text):
    return figure(text, 4, 10**40)


def price(text, decimals):
    return figure(text, decimals, 10**18 - 1, signed=True)


def written(units, decimals):
    digits = str(abs(units)).rjust(decimals + 1, "0")
    sign = "-" if units < 0 else ""
    return sign + (digits if decimals == 0 else digits[:-decimals] + "." + digits[-decimals:])


def canonical(value, depth=0):
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        if abs(value) > MAX_SAFE:
            raise Problem("NOT_CANONICAL")
        return str(value)
    if isinstance(value, str):
        if not is_well_formed(value):
            raise Problem("NOT_CANONICAL")
        return json.dumps(value, ensure_ascii=False)
    if depth >= 16:
        raise Problem("NOT_CANONICAL")
    if isinstance(value, list):
        return "[" + ",".join(canonical(item, depth + 1) for item in value) + "]"
    if any(key == "__proto__" or not is_well_formed(key) for key in value):
        raise Problem("NOT_CANONICAL")
    keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
    return "{" + ",".join(canonical(key) + ":" + canonical(value[key], depth + 1) for key in keys) + "}"


def no_number(_text):
    raise ValueError("only whole numbers")


def parse_canonical(text):
    try:
        value = json.loads(text, parse_float=no_number, parse_constant=no_number)
        same = canonical(value) == text
    except (ValueError, RecursionError):
        raise Problem("NOT_CANONICAL")
    if not same:
        raise Problem("NOT_CANONICAL")
    return value


def unbase64(text):
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode() == text else None


# --- Keys and notes -----------------------------------------------------------------------------------------------

NAME = re.compile(r"[^\s\ufeff+\x00-\x1f\x7f-\x9f]+")


def parse_key(text):
    """(name, hash, public key), or None."""
    name, _, rest = text.partition("+")
    hint, _, body = rest.partition("+")
    data = unbase64(body)
    if NAME.fullmatch(name) is None or data is None or len(data) != 33 or data[0] != 1:
        return None
    if not is_sound_point(data[1:]):
        return None
    right = hashlib.sha256(name.encode() + b"\n\x01" + data[1:]).hexdigest()[:8]
    return (name, hint, data[1:]) if right == hint else None


def open_note(note, keys):
    """The signed text."""
    end = note.rfind("\n\n")
    text, lines = note[: end + 1], note[end + 2 :]
    if end < 0 or not note.endswith("\n") or re.search("[\x00-\x09\x0b-\x1f\x7f]", text) or not is_well_formed(note):
        raise Problem("NOTE_MALFORMED")
    found = re.fullmatch("\u2014 (\\S+) ([A-Za-z0-9+/=]+)\n", lines)
    data = unbase64(found.group(2)) if found else None
    if found is None or data is None or len(data) != 68 or NAME.fullmatch(found.group(1)) is None:
        raise Problem("NOTE_MALFORMED")
    hint, signature = data[:4].hex(), data[4:]
    named = [key for key in keys if key[0] == found.group(1) and key[1] == hint]
    if not named:
        raise Problem("KEY_UNKNOWN")
    sound = is_sound_point(signature[:32])
    if not sound or not any(verify_ed25519(key[2], text.encode(), signature) for key in named):
        raise Problem("SIGNATURE_WRONG")
    return text


# --- The receipt --------------------------------------------------------------------------------------------------

ACCOUNTS = ["funds", "savings", "invested", "escrow", "house", "fees", "grants", "clearing"]
TYPES = (
    "practiceGrant practiceReset orderStake orderPayout orderRefund orderClose fee recharge manualAdd withdraw "
    "withdrawalReturned manualDeduct invitationReward investment redemption interest savingsIn savingsOut givenUp"
).split()
REASONS = ["NO_ENTRY_TICK", "NOT_LOGGED", "NO_EXIT_TICK", "EXIT_NOT_OK", "EXIT_BEFORE_ENTRY", "FEED_CHANGED"]
STATUSES = ["OK", "STALE", "DISAGREE", "DEAD", "CLOSED"]


def shaped(value, shape):
    return isinstance(value, dict) and value.keys() == shape.keys() and all(test(value[key]) for key, test in shape.items())


def one_of(*words):
    return lambda value: isinstance(value, str) and value in words


def list_of(test, most):
    return lambda value: isinstance(value, list) and len(value) <= most and all(test(item) for item in value)


def is_text(value):
    return isinstance(value, str)


def is_moment(value):
    return moment(value) is not None


def count_of(low, high=MAX_SAFE):
    return lambda value: is_count(value, low, high)


ORDER_SHAPE = {
    **{key: is_text for key in "fee payout payoutRate stake".split()},
    **{key: is_moment for key in "acceptedAt closesAt entryAt submittedAt".split()},
    **{key: is_line for key in "currency id no product".split()},
    "direction": one_of("up", "down"),
    "durationSec": count_of(1, 86_400),
    "format": one_of("candor-order-v1"),
    "termsHash": is_hash,
    "termsVersion": count_of(1),
    "wallet": one_of("practice", "cash"),
}
SIGNED_ORDER_SHAPE = {
    **ORDER_SHAPE,
    "format": one_of("candor-order-v2"),
    "requestHash": lambda value: value is None or is_hash(value),
}
TIMED_ORDER_SHAPE = {
    **ORDER_SHAPE,
    "acceptBy": is_moment,
    "format": one_of("candor-order-v3"),
    "requestHash": is_hash,
}
OFFER_SHAPE = {"maxStake": is_text, "minStake": is_text, "payoutRate": is_text, "seconds": count_of(1, 86_400)}
TERMS_SHAPE = {
    "currency": is_line,
    "currencyDecimals": count_of(0, 4),
    "decimals": count_of(0, 12),
    "durations": list_of(lambda value: shaped(value, OFFER_SHAPE), 100),
    "feeRate": is_text,
    "format": one_of("candor-terms-v1"),
    "product": is_line,
    "ruleVersion": count_of(1, 1),
    "version": count_of(1),
}
RULE_SHAPE = {"freshMs": count_of(1, 3_600_000), "minSources": count_of(1, 100), "nearPpm": count_of(1, 1_000_000)}
TIMED_TERMS_SHAPE = {
    **TERMS_SHAPE,
    "acceptWithinMs": count_of(1, 3000),
    "format": one_of("candor-terms-v2"),
    "priceRule": lambda value: shaped(value, RULE_SHAPE),
}
DELAYED_TERMS_SHAPE = {**TIMED_TERMS_SHAPE, "entryDelaySec": count_of(0, 10), "format": one_of("candor-terms-v3")}
LIMITS_SHAPE = {"day": is_text, "product": is_text, "second": is_text}
LIMITED_TERMS_SHAPE = {
    **DELAYED_TERMS_SHAPE,
    "format": one_of("candor-terms-v4"),
    "lossLimits": lambda value: shaped(value, LIMITS_SHAPE),
}
END_SHAPE = {"at": is_moment, "price": is_text, "seq": count_of(1)}


def is_end(value):
    return value is None or shaped(value, END_SHAPE)


OUTCOME_SHAPE = {
    "credited": is_text,
    "entry": is_end,
    "exit": is_end,
    "profit": is_text,
    "reason": lambda value: value is None or value in REASONS,
    "settledAt": is_moment,
    "status": one_of("won", "lost", "tied", "voided"),
}
TRANSFER_SHAPE = {
    "amount": is_text,
    "at": is_moment,
    "credit": one_of(*ACCOUNTS),
    "debit": one_of(*ACCOUNTS),
    "id": is_line,
    "type": one_of(*TYPES),
}


def is_row(row):
    tests = [count_of(1), is_moment, is_text, one_of(*STATUSES), is_line, count_of(0), is_hash, count_of(0), is_hash]
    return isinstance(row, list) and len(row) in (7, 9) and all(test(item) for test, item in zip(tests, row))


def is_nonce(value):
    pattern = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def matches(pattern):
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


REQUEST_SHAPE = {
    "idempotencyKey": matches("[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"),
    "publicKey": matches("[0-9a-f]{64}|04[0-9a-f]{128}"),
    "signature": matches("[0-9a-f]{128}"),
    "signedAt": is_moment,
    "termsHash": is_hash,
}
SETTLED_SHAPE = {
    "checkpoint": is_text,
    "consistency": list_of(is_hash, 64),
    "index": count_of(0),
    "nonce": is_nonce,
    "proof": list_of(is_hash, 64),
}
LOG_SHAPE = {"index": count_of(0), "nonce": is_nonce, "proof": list_of(is_hash, 64)}
PLACE_SHAPE = {"index": count_of(0), "proof": list_of(is_hash, 64)}
TERMS_LOG_SHAPE = {**LOG_SHAPE, "terms": lambda value: shaped(value, PLACE_SHAPE)}


RECEIPT_SHAPE = {
    "acceptance": is_text,
    "anchorHash": is_hash,
    "checkpoints": list_of(is_text, 1000),
    "final": lambda value: isinstance(value, bool),
    "format": one_of("candor-receipt-v1"),
    "keys": list_of(is_text, 100),
    "order": lambda value: shaped(value, ORDER_SHAPE),
    "outcome": lambda value: value is None or shaped(value, OUTCOME_SHAPE),
    "signature": is_text,
    "site": lambda value: shaped(value, {"mode": one_of("practice", "live"), "name": is_line}),
    "terms": lambda value: shaped(value, TERMS_SHAPE),
    "ticks": list_of(is_row, 50_000),
    "transfers": list_of(lambda value: shaped(value, TRANSFER_SHAPE), 100),
}


LOGGED_RECEIPT_SHAPE = {
    **RECEIPT_SHAPE,
    "format": one_of("candor-receipt-v2"),
    "log": lambda value: value is None or shaped(value, LOG_SHAPE),
}
SIGNED_RECEIPT_SHAPE = {
    **LOGGED_RECEIPT_SHAPE,
    "format": one_of("candor-receipt-v3"),
    "order": lambda value: shaped(value, SIGNED_ORDER_SHAPE),
    "request": lambda value: value is None or shaped(value, REQUEST_SHAPE),
    "settled": lambda value: value is None or shaped(value, SETTLED_SHAPE),
}
REPORT_SHAPE = {
    "price": is_text,
    "receivedAt": is_moment,
    "source": is_line,
    "tradeId": lambda value: value is None or matches("[0-9]{1,20}")(value),
    "tradedAt": lambda value: value is None or is_moment(value),
    "verdict": one_of("used", "stale", "outlier", "unused"),
}


def is_tick_reports(value):
    reports = list_of(lambda one: shaped(one, REPORT_SHAPE), 100)
    return isinstance(value, list) and len(value) == 2 and is_count(value[0], 1) and reports(value[1])


TIMED_RECEIPT_SHAPE = {
    **SIGNED_RECEIPT_SHAPE,
    "format": one_of("candor-receipt-v4"),
    "log": lambda value: value is None or shaped(value, TERMS_LOG_SHAPE),
    "order": lambda value: shaped(value, TIMED_ORDER_SHAPE),
    "request": lambda value: shaped(value, REQUEST_SHAPE),
    "sources": list_of(is_tick_reports, 5),
    "terms": lambda value: shaped(value, TIMED_TERMS_SHAPE)
    or shaped(value, DELAYED_TERMS_SHAPE)
    or shaped(value, LIMITED_TERMS_SHAPE),
}
RECEIPT_SHAPES = (RECEIPT_SHAPE, LOGGED_RECEIPT_SHAPE, SIGNED_RECEIPT_SHAPE, TIMED_RECEIPT_SHAPE)


# --- The order log (RFC 6962, RFC 9162) ---------------------------------------------------------------------------


def node_hash(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()


def is_included(index, size, entry, proof, root):
    """RFC 9162, 2.1.3.2."""
    if index >= size:
        return False
    at, last = index, size - 1
    value = hashlib.sha256(b"\x00" + entry).digest()
    for sibling in proof:
        if last == 0:
            return False
        if at % 2 == 1 or at == last:
            value = node_hash(sibling, value)
            while at % 2 == 0 and at != 0:
                at, last = at >> 1, last >> 1
        else:
            value = node_hash(value, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and value == root


def is_continued(old_size, old_root, size, root, proof):
    """RFC 9162, 2.1.4.2."""
    if old_size > size:
        return False
    if old_size == size:
        return not proof and old_root == root
    if old_size == 0:
        return not proof and old_root == EMPTY_ROOT
    at, last = old_size - 1, size - 1
    while at % 2 == 1:
        at, last = at >> 1, last >> 1
    hashes = [old_root, *proof] if at == 0 else list(proof)
    if not hashes:
        return False
    old = new = hashes[0]
    for sibling in hashes[1:]:
        if last == 0:
            return False
        if at % 2 == 1 or at == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while at % 2 == 0 and at != 0:
                at, last = at >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and old == old_root and new == root


EMPTY_ROOT = hashlib.sha256(b"").digest()


def read_log_head(text):
    """(size, root) of a checkpoint of the order log."""
    lines = text.split("\n")
    if len(lines) != 4 or lines[0] != "candor-order-log" or lines[3] != "":
        raise Problem("LOG_CHECKPOINT_MALFORMED")
    root = unbase64(lines[2])
    if re.fullmatch("0|[1-9][0-9]{0,15}", lines[1]) is None or root is None or len(root) != 32:
        raise Problem("LOG_CHECKPOINT_MALFORMED")
    size = int(lines[1])
    if size > MAX_SAFE or (size == 0) != (root == EMPTY_ROOT):
        raise Problem("LOG_CHECKPOINT_MALFORMED")
    return size, root


PUBLIC_ORDER_KEYS = "acceptedAt closesAt direction durationSec entryAt product termsHash termsVersion wallet".split()
PUBLIC_SETTLEMENT_KEYS = "entry exit reason settledAt status".split()


def entry_of(lines):
    return hashlib.sha256("".join("%s\n" % line for line in lines).encode("utf-8")).digest()


# --- The sources of a tick ----------------------------------------------------------------------------------------


def sources_text(reports):
    """None if a trade has only one of number and time."""
    lines = ["candor-sources-v2"] if reports else []
    for one in reports:
        if (one["tradeId"] is None) != (one["tradedAt"] is None):
            return None
        lines += [one["source"], one["price"], one["tradeId"] or "-", one["tradedAt"] or "-", one["receivedAt"], one["verdict"]]
    return "".join(line + "\n" for line in lines)


SIMULATOR = re.compile("simulator2(:[0-9a-f]{64}:[1-9][0-9]{0,8})?:([1-9][0-9]{0,14}):[0-9a-f]{96}")


def round_in(reports):
    """The number of the round of public randomness, or None."""
    found = [SIMULATOR.fullmatch(one["source"]) for one in reports]
    return next((int(match.group(2)) for match in found if match is not None), None)


def round_of_second(at):
    """The newest round that is at least 3 s old."""
    return (at - 3000 - 1_692_803_367_000) // 3000 + 1


def middle(prices):
    """Of an even number the mean of the middle two, rounded half to even."""
    ordered = sorted(prices)
    double = ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]
    half, odd = divmod(double, 2)
    return half + 1 if odd and half % 2 == 1 else half


def judged(at, prices, reports, rule, least):
    """The status, price and verdicts that the rule gives."""
    if not reports:
        return "DEAD", None, []
    fresh = [at - moment(one["receivedAt"]) <= rule["freshMs"] for one in reports]
    if sum(fresh) < least:
        return "STALE", None, ["unused" if one else "stale" for one in fresh]
    legal = [own for own, one in zip(prices, fresh) if one and own > 0]
    center = middle(legal) if legal else None

    def is_near(own):
        return own > 0 and center is not None and abs(own - center) * 1_000_000 <= center * rule["nearPpm"]

    near = [one and is_near(own) for own, one in zip(prices, fresh)]
    is_ok = sum(near) >= least
    kept = "used" if is_ok else "unused"
    verdicts = ["stale" if not new else kept if close else "outlier" for new, close in zip(fresh, near)]
    if not is_ok:
        return "DISAGREE", None, verdicts
    return "OK", middle([own for own, close in zip(prices, near) if close]), verdicts


class Tick:
    def __init__(self, row, decimals):
        self.seq, iso, self.text, self.status, self.feed, self.epoch, self.digest = row[:7]
        self.log = tuple(row[7:]) or None
        self.iso, self.at, self.price = iso, moment(iso), price(row[2], decimals)


class Receipt:
    """A file that has the shape of a receipt, with its figures as integers."""

    def __init__(self, data):
        if len(data) > 8 * 1024 * 1024:
            raise Problem("TOO_LARGE")
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise Problem("NOT_CANONICAL")
        if not text.endswith("\n"):
            raise Problem("NOT_CANONICAL")
        json_value = parse_canonical(text[:-1])
        if not any(shaped(json_value, shape) for shape in RECEIPT_SHAPES):
            raise Problem("SHAPE_WRONG")
        self.all = json_value
        self.order, self.terms, self.outcome = json_value["order"], json_value["terms"], json_value["outcome"]
        self.request = json_value.get("request")
        self.decimals = self.terms["currencyDecimals"]
        self.stake, self.fee, self.payout = (amount(self.order[key], self.decimals) for key in ("stake", "fee", "payout"))
        self.payout_rate, self.fee_rate = rate(self.order["payoutRate"]), rate(self.terms["feeRate"])
        self.offers = [
            (one["seconds"], rate(one["payoutRate"]), amount(one["minStake"], self.decimals), amount(one["maxStake"], self.decimals))
            for one in self.terms["durations"]
        ]
        self.ticks = [Tick(row, self.terms["decimals"]) for row in json_value["ticks"]]
        figures = [self.stake, self.fee, self.payout, self.payout_rate, self.fee_rate]
        figures += [item for offer in self.offers for item in offer] + [tick.price for tick in self.ticks]
        figures += [amount(one, self.decimals) for one in self.terms.get("lossLimits", {}).values()]
        self.sources = json_value.get("sources")
        figures += [price(one["price"], self.terms["decimals"]) for _, reports in self.sources or [] for one in reports]
        if any(one is None for one in figures):
            raise Problem("FIGURE_WRONG")
        self.submitted, self.accepted, self.entry, self.close = (
            moment(self.order[key]) for key in ("submittedAt", "acceptedAt", "entryAt", "closesAt")
        )

    # Step 4

    def is_timed(self):
        return "acceptBy" in self.order

    def check_request(self):
        named, said = self.order.get("requestHash"), self.request
        if said is None:
            if named is not None:
                raise Problem("REQUEST_DIFFERS")
            return
        deadline = [self.order["acceptBy"]] if self.is_timed() else []
        lines = ["candor-order-request-v2" if deadline else "candor-order-request-v1", said["idempotencyKey"]]
        lines += [self.order[key] for key in ("product", "direction", "durationSec", "stake", "wallet")]
        lines += [said["termsHash"], said["signedAt"], *deadline, said["publicKey"]]
        text = "".join("%s\n" % line for line in lines)
        if sha256(text + said["signature"] + "\n") != named:
            raise Problem("REQUEST_DIFFERS")
        key, signature = bytes.fromhex(said["publicKey"]), bytes.fromhex(said["signature"])
        if len(key) == 65:
            holds = verify_p256(key, text.encode(), signature)
        else:
            sound = is_sound_point(key) and is_sound_point(signature[:32])
            holds = sound and verify_ed25519(key, text.encode(), signature)
        if not holds:
            raise Problem("REQUEST_UNSIGNED")

    # Step 5

    def offer(self):
        """What the rules promise for this order; a Problem if they do not take it."""
        if self.accepted - self.submitted >= 30_000:
            raise Problem("ORDER_FAILED_RETRY")
        if self.request is not None and not -5_000 <= self.accepted - moment(self.request["signedAt"]) < 35_000:
            raise Problem("ORDER_FAILED_RETRY")
        if self.is_timed() and self.accepted > moment(self.order["acceptBy"]):
            raise Problem("ORDER_EXPIRED")
        if self.order["wallet"] == "cash" and self.all["site"]["mode"] == "practice":
            raise Problem("WALLET_UNAVAILABLE")
        found = [one for one in self.offers if one[0] == self.order["durationSec"]]
        if not found:
            raise Problem("DURATION_INVALID")
        if self.is_timed():
            allowed = moment(self.order["acceptBy"]) - moment(self.request["signedAt"])
            if not 0 < allowed <= self.terms["acceptWithinMs"]:
                raise Problem("ORDER_EXPIRED")
        _, payout_rate, low, high = found[0]
        if self.stake < low or self.stake <= 0:
            raise Problem("STAKE_BELOW_MINIMUM")
        if self.stake > high:
            raise Problem("STAKE_ABOVE_MAXIMUM")
        if self.order["termsVersion"] != self.terms["version"]:
            raise Problem("TERMS_CHANGED")
        return payout_rate, self.stake * self.fee_rate // 10_000, self.stake + self.stake * payout_rate // 10_000

    def check_terms(self):
        same = self.order["product"] == self.terms["product"] and self.order["currency"] == self.terms["currency"]
        if self.order["termsHash"] != sha256(canonical(self.terms)) or not same:
            raise Problem("TERMS_DIFFER")
        promised = self.offer()
        if self.submitted > self.accepted:
            raise Problem("SUBMITTED_LATE")
        if promised != (self.payout_rate, self.fee, self.payout):
            raise Problem("PROMISE_DIFFERS")

    # Steps 2, 3, 6 and 7

    def check_signature(self, keys):
        unsigned = {key: value for key, value in self.all.items() if key != "signature"}
        text = "%s\n%s\n%s\n" % (self.all["format"], self.order["id"], sha256(canonical(unsigned)))
        if open_note(self.all["signature"], keys) != text:
            raise Problem("TEXT_DIFFERS")

    def check_acceptance(self, keys):
        lines = ["candor-acceptance-v1", self.order["id"], sha256(canonical(self.order)), self.order["termsHash"]]
        if open_note(self.all["acceptance"], keys) != "".join(line + "\n" for line in lines):
            raise Problem("TEXT_DIFFERS")

    def check_chain(self):
        if not self.ticks:
            raise Problem("TICKS_MISSING")
        if (self.ticks[0].seq == 1) != (self.all["anchorHash"] == ZEROS):
            raise Problem("CHAIN_BROKEN")
        before, last = self.all["anchorHash"], None
        for tick in self.ticks:
            if last is not None and tick.seq != last.seq + 1:
                raise Problem("TICKS_MISSING")
            if last is not None and tick.at <= last.at:
                raise Problem("CHAIN_BROKEN")
            if last is not None and tick.epoch < last.epoch:
                raise Problem("EPOCH_DECREASED")
            if last is not None and tick.status != "OK" and tick.price != last.price:
                raise Problem("PRICE_NOT_REPEATED")
            if last is not None and last.log is not None:
                self.check_log_link(last.log, tick.log)
            if tick.at % 1000 != 0:
                raise Problem("TICK_OFF_SECOND")
            version = "candor-tick-v1" if tick.log is None else "candor-tick-v2"
            lines = [version, before, self.order["product"], tick.seq, tick.iso, tick.text, tick.status]
            lines += [tick.feed, tick.epoch, tick.digest, *(tick.log or ())]
            before = tick.hash = sha256("".join("%s\n" % line for line in lines))
            last = tick

    def check_log_link(self, last, following):
        if following is None:
            raise Problem("LOG_DROPPED")
        if following[0] < last[0]:
            raise Problem("LOG_SHRANK")
        if following[0] == last[0] and following[1] != last[1]:
            raise Problem("LOG_CHANGED")

    def check_checkpoints(self, keys):
        by_seq = {tick.seq: tick for tick in self.ticks}
        last, last_text = None, ""
        first = None
        for note in self.all["checkpoints"]:
            text = open_note(note, keys)
            point = read_checkpoint(text)
            if last is not None:
                check_follows(last, sha256(last_text), point)
            tick = by_seq.get(point["seq"])
            on_chain = tick is not None and (tick.at, tick.hash) == (point["at"], point["hash"])
            if point["product"] != self.order["product"] or not on_chain:
                raise Problem("HEAD_DIFFERS")
            first = first or point
            last, last_text = point, text
        starts = first is not None and first["seq"] == self.ticks[0].seq and first["at"] <= self.entry
        if self.ticks[0].seq != 1 and not starts:
            raise Problem("START_UNPROVEN")
        ends = last is not None and last["seq"] == self.ticks[-1].seq and last["at"] >= self.close
        if self.all["final"] and not ends:
            raise Problem("END_UNPROVEN")

    # Step 8

    def entry_tick(self):
        entries = [t for t in self.ticks if t.status == "OK" and self.entry <= t.at <= min(self.entry + 3000, self.close)]
        return min(entries, key=lambda t: t.seq, default=None)

    def exit_tick(self):
        exits = [t for t in self.ticks if self.close - 2000 <= t.at <= self.close]
        return max(exits, key=lambda t: t.seq, default=None)

    def check_log(self):
        entry = self.entry_tick()
        head = None if entry is None else entry.log
        if self.all["format"] == "candor-receipt-v4" and entry is not None and head is None:
            raise Problem("LOG_MISSING")
        if "log" not in self.all:
            if head is not None:
                raise Problem("LOG_MISSING")
            return
        place = self.all["log"]
        if place is None:
            return
        entry = self.log_entry("order", place["nonce"], self.order)
        if head is None or not self.is_under(head, place, entry):
            raise Problem("LOG_DIFFERS")
        if "terms" not in place:
            return
        if place["terms"]["index"] >= place["index"]:
            raise Problem("TERMS_LATE")
        lines = ["candor-log-terms-v1", self.order["product"], self.order["termsVersion"], self.order["termsHash"]]
        if not self.is_under(head, place["terms"], entry_of(lines)):
            raise Problem("LOG_DIFFERS")

    def is_under(self, head, place, entry):
        proof = [bytes.fromhex(one) for one in place["proof"]]
        return is_included(place["index"], head[0], entry, proof, bytes.fromhex(head[1]))

    def log_entry(self, kind, nonce, document):
        """The entry of the order, or of its settlement. That of an order with a deadline has a public half and a seal."""
        whole = sha256(canonical(document))
        if not self.is_timed():
            return entry_of(["candor-log-%s-v1" % kind, nonce, whole])
        keys = PUBLIC_ORDER_KEYS if kind == "order" else PUBLIC_SETTLEMENT_KEYS
        public = {key: document[key] for key in keys}
        public.update(format="candor-public-%s-v1" % kind, ref=sha256(self.order["id"]))
        seal = sha256("candor-log-seal-v1\n%s\n%s\n" % (nonce, whole))
        return entry_of(["candor-log-%s-v2" % kind, sha256(canonical(public)), seal])

    def check_settled(self, keys):
        settled = self.all.get("settled")
        if settled is None:
            if "settled" in self.all and self.all["final"]:
                raise Problem("SETTLED_UNPROVEN")
            return
        size, root = read_log_head(open_note(settled["checkpoint"], keys))
        place = self.all["log"]
        if self.outcome is None or (place is not None and place["nonce"] != settled["nonce"]):
            raise Problem("SETTLED_DIFFERS")
        document = {**self.outcome, "format": "candor-settlement-v1", "orderId": self.order["id"]}
        entry = self.log_entry("settlement", settled["nonce"], document)
        proof, consistency = ([bytes.fromhex(one) for one in settled[key]] for key in ("proof", "consistency"))
        if not is_included(settled["index"], size, entry, proof, root):
            raise Problem("SETTLED_DIFFERS")
        due = next((tick.log for tick in self.ticks if tick.at >= self.close), None)
        if due is None or settled["index"] < due[0]:
            raise Problem("SETTLED_BEFORE")
        last = self.ticks[-1].log
        if last is None or not is_continued(last[0], bytes.fromhex(last[1]), size, root, consistency):
            raise Problem("SETTLED_ELSEWHERE")

    # Steps 9 to 11

    def times_hold(self):
        if self.close != self.entry + self.order["durationSec"] * 1000:
            return False
        first = self.entry - self.terms.get("entryDelaySec", 0) * 1000
        if first == self.accepted // 1000 * 1000 + 1000:
            return True
        if first % 1000 != 0 or first > (self.accepted + 2000) // 1000 * 1000 + 1000:
            return False
        known = first - 1000
        if known < self.accepted:
            return False
        return known < self.ticks[0].at <= self.entry or any(tick.at == known for tick in self.ticks)

    def verdict(self):
        """(status, reason, entry, exit) of the rule."""
        if self.ticks[-1].at < self.close:
            raise Problem("NOT_DUE")
        entry, leave = self.entry_tick(), self.exit_tick()
        if entry is None:
            return "voided", "NO_ENTRY_TICK", entry, leave
        place = self.all.get("log")
        if entry.log is not None and (place is None or place["index"] >= entry.log[0]):
            return "voided", "NOT_LOGGED", entry, leave
        if leave is None:
            return "voided", "NO_EXIT_TICK", entry, leave
        if leave.status != "OK":
            return "voided", "EXIT_NOT_OK", entry, leave
        if leave.seq <= entry.seq:
            return "voided", "EXIT_BEFORE_ENTRY", entry, leave
        if leave.feed != entry.feed:
            return "voided", "FEED_CHANGED", entry, leave
        if leave.price == entry.price:
            return "tied", None, entry, leave
        won = (leave.price > entry.price) == (self.order["direction"] == "up")
        return ("won" if won else "lost"), None, entry, leave

    def deciding_ticks(self):
        entry = self.entry_tick()
        until = min(self.entry + 3000, self.close) if entry is None else entry.at
        leave = self.exit_tick() if self.ticks[-1].at >= self.close else None
        return [tick for tick in self.ticks if self.entry <= tick.at <= until or tick is leave]

    def check_sources(self):
        if self.sources is None:
            return
        deciding = self.deciding_ticks()
        if [tick.seq for tick in deciding] != [seq for seq, _ in self.sources]:
            raise Problem("SOURCES_MISSING")
        for tick, (_, reports) in zip(deciding, self.sources):
            text = sources_text(reports)
            if text is None or sha256(text) != tick.digest:
                raise Problem("SOURCES_DIFFER")
            prices = [price(one["price"], self.terms["decimals"]) for one in reports]
            used = [own for own, one in zip(prices, reports) if one["verdict"] == "used"]
            if tick.status == "OK" and (not used or middle(used) != tick.price):
                raise Problem("PRICE_SOURCES")
            after = next((one for one in self.ticks if one.seq == tick.seq + 1), None)
            if tick.status == "CLOSED" and after is not None and after.at - tick.at < 60_000:
                raise Problem("STATUS_CHOSEN")
            if tick.status == "CLOSED" or tick.price <= 0:
                continue
            least = self.terms["priceRule"]["minSources"] if tick.feed == "live" else 1
            status, own, verdicts = judged(tick.at, prices, reports, self.terms["priceRule"], least)
            said = [one["verdict"] for one in reports]
            if status != tick.status or (status == "OK" and own != tick.price) or verdicts != said:
                raise Problem("STATUS_CHOSEN")
        if any(number is not None and number != round_of_second(tick.at) for tick, number in self.rounds()):
            raise Problem("ROUND_WRONG")

    def rounds(self):
        """The deciding ticks that are simulated, each with the number of its round, or None."""
        shown = dict(self.sources or [])
        deciding = self.deciding_ticks() if self.sources is not None else []
        return [(tick, round_in(shown[tick.seq])) for tick in deciding if tick.feed == "simulated"]

    def check_prices(self):
        self.check_sources()
        if not self.times_hold():
            raise Problem("TIMES_DIFFER")
        if self.outcome is None:
            return
        _, _, entry, leave = self.verdict()
        for stated, tick, problem in ((self.outcome["entry"], entry, "ENTRY_DIFFERS"), (self.outcome["exit"], leave, "EXIT_DIFFERS")):
            right = None if tick is None else {"at": tick.iso, "price": tick.text, "seq": tick.seq}
            if stated != right:
                raise Problem(problem)

    def check_outcome(self):
        if self.outcome is None:
            if self.all["final"]:
                raise Problem("NOT_DUE")
            return
        status, reason, _, _ = self.verdict()
        if (self.outcome["status"], self.outcome["reason"]) != (status, reason):
            raise Problem("OUTCOME_DIFFERS")
        due = next(tick for tick in self.ticks if tick.at >= self.close)
        if moment(self.outcome["settledAt"]) < due.at:
            raise Problem("SETTLED_EARLY")

    def lags(self):
        for transfer in self.all["transfers"]:
            at_acceptance = transfer["debit"] == "funds" or self.outcome is None
            yield moment(transfer["at"]) - (self.accepted if at_acceptance else moment(self.outcome["settledAt"]))

    def check_amounts(self):
        _, fee, _ = self.offer()
        right = [("orderStake", "funds", "escrow", self.stake), ("fee", "funds", "escrow", fee)]
        if self.outcome is not None:
            status = self.verdict()[0]
            payout = self.stake + self.stake * self.payout_rate // 10_000
            both = self.stake + self.fee
            profit, credited = {"won": (payout - both, payout), "lost": (-both, 0)}.get(status, (0, both))
            if self.outcome["profit"] != written(profit, self.decimals):
                raise Problem("PROFIT_DIFFERS")
            if self.outcome["credited"] != written(credited, self.decimals):
                raise Problem("CREDITED_DIFFERS")
            if status in ("won", "lost"):
                right += [("orderClose", "escrow", "house", self.stake), ("fee", "escrow", "fees", self.fee)]
            if status == "won":
                right.append(("orderPayout", "house", "funds", payout))
            if status in ("tied", "voided"):
                right.append(("orderRefund", "escrow", "funds", both))
        wanted = sorted((kind, debit, credit, written(units, self.decimals)) for kind, debit, credit, units in right if kind != "fee" or units > 0)
        transfers = self.all["transfers"]
        moved = sorted((one["type"], one["debit"], one["credit"], one["amount"]) for one in transfers)
        if moved != wanted or len({one["id"] for one in transfers}) != len(transfers):
            raise Problem("TRANSFERS_DIFFER")
        if any(lag < 0 or lag > 5000 for lag in self.lags()):
            raise Problem("TRANSFERS_MISDATED")

    def warnings(self):
        found = []
        ends = min(self.close, self.ticks[-1].at)
        seen = sum(1 for tick in self.ticks if self.entry <= tick.at <= ends)
        found.append(("SECONDS_MISSING", max(0, (ends - self.entry) // 1000 + 1 - seen)))
        mixed, late = 0, 0
        if self.outcome is not None:
            entry, leave = self.outcome["entry"], self.outcome["exit"]
            if entry is not None and leave is not None:
                between = [tick for tick in self.ticks if entry["seq"] <= tick.seq <= leave["seq"]]
                mixed = sum(1 for tick in between if tick.feed != between[0].feed)
            seconds = (moment(self.outcome["settledAt"]) - self.close) // 1000
            late = seconds if seconds > 60 else 0
        found += [("FEED_MIXED", mixed), ("SETTLED_LATE", late)]
        found.append(("TRANSFERS_LATE", sum(1 for lag in self.lags() if lag > 0)))
        unsigned = "request" in self.all and self.request is None
        unseen = self.request is not None and self.request["termsHash"] != self.order["termsHash"]
        found += [("UNSIGNED", int(unsigned)), ("TERMS_UNSEEN", int(unseen))]
        waited = self.accepted - moment(self.request["signedAt"]) if self.is_timed() else 0
        found.append(("ACCEPTED_SLOWLY", waited if waited > 1500 else 0))
        foreseeable = [tick for tick, number in self.rounds() if number is None and tick.status == "OK"]
        found.append(("PRICE_FORESEEABLE", len(foreseeable)))
        found.append(("CALLED_CLOSED", sum(1 for tick in self.deciding_ticks() if tick.status == "CLOSED")))
        return [{"key": key, "count": count} for key, count in found if count > 0]


def read_checkpoint(text):
    lines = text.split("\n")
    if len(lines) != 9 or lines[8] != "" or lines[0] != "candor-checkpoint-v1":
        raise Problem("CHECKPOINT_MALFORMED")
    _, product, kind, slot_text, seq, at_text, head, previous, _ = lines
    slot, at = moment(slot_text), moment(at_text)
    right = slot is not None and at is not None and at <= slot and slot % 60_000 == 0
    right = right and kind == ("hour" if slot % 3_600_000 == 0 else "minute") and is_line(product)
    right = right and re.fullmatch("[1-9][0-9]{0,18}", seq) is not None and is_hash(head) and is_hash(previous)
    if not right:
        raise Problem("CHECKPOINT_MALFORMED")
    return {"product": product, "kind": kind, "slot": slot, "seq": int(seq), "at": at, "hash": head, "previous": previous}


def check_follows(last, last_hash, following):
    if following["product"] != last["product"]:
        raise Problem("PRODUCT_DIFFERS")
    if following["slot"] <= last["slot"]:
        raise Problem("SLOT_NOT_LATER")
    if following["seq"] < last["seq"] or following["at"] < last["at"]:
        raise Problem("HEAD_BEHIND")
    same = following["seq"] == last["seq"]
    if same and (following["hash"], following["at"]) != (last["hash"], last["at"]):
        raise Problem("HEAD_CHANGED")
    if not same and following["at"] == last["at"]:
        raise Problem("HEAD_CHANGED")
    if following["previous"] != (last_hash if last["kind"] == "hour" else last["previous"]):
        raise Problem("PREVIOUS_DIFFERS")


def verify(data, trusted):
    """The verdict, the first failed step ("step PROBLEM") or None, and the warnings."""
    try:
        receipt = Receipt(data)
    except Problem as problem:
        return {"verdict": "invalid", "failed": "format %s" % problem, "warnings": []}
    own = [parse_key(text) for text in receipt.all["keys"]]
    keys = trusted if trusted is not None else [] if None in own else own

    def check_signature():
        if None in own:
            raise Problem("KEY_MALFORMED")
        receipt.check_signature(keys)

    steps = [
        ("signature", check_signature),
        ("acceptance", lambda: receipt.check_acceptance(keys)),
        ("request", receipt.check_request),
        ("terms", receipt.check_terms),
        ("chain", receipt.check_chain),
        ("checkpoints", lambda: receipt.check_checkpoints(keys)),
        ("log", lambda: (receipt.check_log(), receipt.check_settled(keys))),
        ("prices", receipt.check_prices),
        ("outcome", receipt.check_outcome),
        ("amounts", receipt.check_amounts),
    ]
    for name, check in steps:
        try:
            check()
        except Problem as problem:
            return {"verdict": "invalid", "failed": "%s %s" % (name, problem), "warnings": []}
    final = "consistent" if trusted is None else "valid"
    verdict = final if receipt.all["final"] else "provisional"
    return {"verdict": verdict, "failed": None, "warnings": receipt.warnings()}


EXIT_CODES = {"valid": 0, "invalid": 1, "provisional": 2, "consistent": 3}


def wrong_use(message):
    print(message, file=sys.stderr)
    return 64


def run_vectors(folder):
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".json"):
            continue
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            vector = json.load(file)
        trusted = None if vector["trustedKeys"] is None else [parse_key(key) for key in vector["trustedKeys"]]
        print(json.dumps({"name": name, **verify(vector["receipt"].encode("utf-8", "surrogatepass"), trusted)}))
    return 0


def main(args):
    keys, paths = [], []
    while args:
        word = args.pop(0)
        if word == "--vectors" and args:
            return run_vectors(args[0])
        if word == "--key" and args:
            keys.append(parse_key(args.pop(0)))
        elif word.startswith("-"):
            return wrong_use(__doc__)
        else:
            paths.append(word)
    if len(paths) != 1:
        return wrong_use(__doc__)
    if None in keys:
        return wrong_use("This is not a verifier key.")
    try:
        with open(paths[0], "rb") as file:
            data = file.read(8 * 1024 * 1024 + 1)
    except OSError:
        return wrong_use("The file cannot be read.")
    result = verify(data, keys or None)
    print(json.dumps(result))
    return EXIT_CODES[result["verdict"]]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
