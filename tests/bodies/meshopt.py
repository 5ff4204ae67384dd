"""Buffer views compressed by EXT_meshopt_compression, decoded after the text of the extension: attributes, all that our files have."""

import numpy as np


def decode(data, count, stride, filter_):
    assert data[0] == 0xA0
    last = np.frombuffer(data[-stride:], np.uint8).copy()
    out, at = np.empty((count, stride), np.uint8), 1
    for begin in range(0, count, 256):
        n = min(256, count - begin)
        groups = -(-n // 16)
        for k in range(stride):
            header, at = at, at + -(-groups // 4)
            values = []
            for g in range(groups):
                code = data[header + g // 4] >> (2 * (g % 4)) & 3
                if code == 0:
                    values += [0] * 16
                elif code == 3:
                    values += data[at : at + 16]
                    at += 16
                else:
                    bits = 2 * code
                    packed, at, most = data[at : at + 2 * bits], at + 2 * bits, (1 << bits) - 1
                    for byte in packed:
                        for shift in range(8 - bits, -1, -bits):
                            v = byte >> shift & most
                            if v == most:
                                v, at = data[at], at + 1
                            values.append(v)
            z = np.array(values[:n], np.uint8)
            delta = (z >> 1) ^ (-(z & 1).astype(np.int8)).view(np.uint8)
            column = np.cumsum(np.r_[last[k], delta], dtype=np.uint8)[1:]
            out[begin : begin + n, k], last[k] = column, column[-1]
    return FILTERS[filter_](out)


def quaternion(raw):
    v = raw.view("<i2").reshape(-1, 4).astype(int)
    missing = v[:, 3] & 3
    small = v[:, :3] / ((v[:, 3:] | 3) * np.sqrt(2.0))
    q = np.empty((len(v), 4))
    rows = np.arange(len(v))
    for k in range(3):
        q[rows, (missing + 1 + k) % 4] = small[:, k]
    q[rows, missing] = np.sqrt(np.maximum(1 - (small**2).sum(1), 0))
    return np.rint(q * 32767).astype("<i2").tobytes()


def exponential(raw):
    v = raw.view("<u4").astype(np.int64)
    mantissa = ((v & 0xFFFFFF) ^ 0x800000) - 0x800000
    exponent = ((v >> 24) ^ 0x80) - 0x80
    return (mantissa * 2.0**exponent).astype("<f4").tobytes()


FILTERS = {"NONE": lambda raw: raw.tobytes(), "QUATERNION": quaternion, "EXPONENTIAL": exponential}
