"""Makes drawings with the traps of real ones (plain Python): python3 tests/plans/make_traps.py

Two rooms of 6 m x 8 m and 5.9 m x 8 m behind walls drawn as two lines, a door between them, a door to the outside and a
window: 95.29 m2 are walkable. Around them a sheet with frame and title block, furniture as blocks, dimensions, hatching,
a grid, and walls of another year on a frozen layer.

office-aia.dxf     millimetres, layers by the AIA guidelines, doors and furniture as blocks
office-german.dxf  centimetres without a unit in the header, German layer names in Windows-1252
office-plain.dxf   metres, everything on layer 0: frame, walls and swings must be recognised by their lines
office-uncut.dxf   metres, French layer names, walls drawn through the doors
office-unclear.dxf metres, walls on layer 1 and lines through the rooms on layer 2: a person must choose
"""

from pathlib import Path

AREA = 95.29


class Sheet:
    def __init__(self, unit, code, names):
        self.unit, self.code, self.names = unit, code, names
        self.layers, self.blocks, self.entities = [], [], []
        self.into = self.entities

    def number(self, v):
        return f"{round(v * self.unit, 6):g}" if abs(v * self.unit) < 1e6 else f"{v * self.unit}"

    def layer(self, key, colour=7, flags=0, plotted=True):
        self.layers.append((self.names.get(key, key), colour, flags, plotted))

    def put(self, kind, key, *pairs):
        self.into += [(0, kind), (8, self.names.get(key, key)), *pairs]

    def line(self, key, a, b):
        n = self.number
        self.put("LINE", key, (10, n(a[0])), (20, n(a[1])), (11, n(b[0])), (21, n(b[1])))

    def path(self, key, points, closed=False):
        points = points + points[:1] if closed else points
        for a, b in zip(points, points[1:]):
            self.line(key, a, b)

    def rect(self, key, x0, y0, x1, y1):
        self.path(key, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)], closed=True)

    def arc(self, key, c, r, start, end):
        n = self.number
        self.put("ARC", key, (10, n(c[0])), (20, n(c[1])), (40, n(r)), (50, start), (51, end))

    def block(self, name, draw):
        self.blocks.append((name, []))
        self.into = self.blocks[-1][1]
        draw()
        self.into = self.entities

    def insert(self, key, name, at, turn=0, scale=(1, 1)):
        n = self.number
        self.put("INSERT", key, (2, name), (10, n(at[0])), (20, n(at[1])), (41, scale[0]), (42, scale[1]), (50, turn))

    def text(self):
        out = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]
        if self.code is not None:
            out += [(9, "$INSUNITS"), (70, self.code)]
        out += [(0, "ENDSEC"), (0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(self.layers))]
        for name, colour, flags, plotted in self.layers:
            out += [(0, "LAYER"), (2, name), (70, flags), (62, colour), (6, "CONTINUOUS")]
            out += [] if plotted else [(290, 0)]
        out += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "BLOCKS")]
        for name, entities in self.blocks:
            out += [(0, "BLOCK"), (8, "0"), (2, name), (70, 0), (10, 0), (20, 0)] + entities + [(0, "ENDBLK"), (8, "0")]
        out += [(0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")] + self.entities + [(0, "ENDSEC"), (0, "EOF")]
        return "".join(f"{code}\n{value}\n" for code, value in out)


def walls(s, key, window):
    s.path(key, [(2, 0), (0, 0), (0, 8), (6, 8), (6, 3.9), (6.1, 3.9), (6.1, 8), (8, 8), (8, 8.3), (-0.3, 8.3)])
    s.path(key, [(-0.3, 8.3), (-0.3, -0.3), (2, -0.3), (2, 0)])
    s.path(key, [(3, 0), (6, 0), (6, 3), (6.1, 3), (6.1, 0), (12, 0), (12, 8), (10, 8), (10, 8.3), (12.3, 8.3)])
    s.path(key, [(12.3, 8.3), (12.3, -0.3), (3, -0.3), (3, 0)])
    for y in (8, 8.15, 8.3):
        s.line(window, (8, y), (10, y))


def swing(s, key, hinge, r, start):
    """A leaf of r along `start` degrees (a multiple of 90) and the arc to where it shuts, counter-clockwise."""
    c, d = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[start]
    s.line(key, hinge, (hinge[0] + r * c, hinge[1] + r * d))
    s.arc(key, hinge, r, start, (start + 90) % 360)


def frame(s, key):
    s.rect(key, -8, -7, 21.7, 14)
    s.rect(key, -7, -6.5, 21.2, 13.5)
    s.path(key, [(12, -6.5), (12, -3.5), (21.2, -3.5)])
    s.line(key, (12, -5), (21.2, -5))


def furnish(s):
    s.block("TABLE-160", lambda: s.rect("0", 0, 0, 1.6, 0.8))
    s.block("CHAIR", lambda: (s.rect("0", -0.25, -0.25, 0.25, 0.25), s.line("0", (-0.25, 0.2), (0.25, 0.2))))
    for x, y in ((0.5, 5), (3, 5), (7, 5), (9.5, 5), (9, 1)):
        s.insert("furniture", "TABLE-160", (x, y))
        s.insert("furniture", "CHAIR", (x + 0.8, y - 0.4))


def notes(s):
    for x in (-0.3, 6, 12.3):
        s.line("grid", (x, -3), (x, 11))
    s.line("dimensions", (-0.3, -2), (12.3, -2))
    for x in (-0.3, 2, 3, 12.3):
        s.line("dimensions", (x, -0.3), (x, -2.2))
    for i in range(20):
        s.line("hatching", (0.3 * i, 8), (0.3 * i + 0.3, 8.3))
    s.line("other year", (-1, 4), (13, 4))


def office_aia():
    s = Sheet(1000, 4, {
        "walls": "A-WALL", "doors": "A-DOOR", "windows": "A-GLAZ", "furniture": "A-FURN", "dimensions": "A-ANNO-DIMS",
        "hatching": "A-WALL-PATT", "grid": "S-GRID", "frame": "G-ANNO-TTLB", "other year": "A-WALL-EXST",
    })
    for i, key in enumerate(("walls", "doors", "windows", "furniture", "dimensions", "hatching", "frame")):
        s.layer(key, i + 1)
    s.layer("grid", 8, plotted=False)
    s.layer("other year", 9, flags=1)
    s.block("D90", lambda: (s.rect("0", 0, 0, 0.9, 0.04), s.arc("0", (0, 0), 0.9, 0, 90)))
    walls(s, "walls", "windows")
    s.insert("doors", "D90", (6.1, 3))
    # Turned and mirrored: the leaf stands in the room, the opening is along x.
    s.insert("doors", "D90", (2, 0), turn=90, scale=(1 / 0.9, -1 / 0.9))
    furnish(s)
    notes(s)
    frame(s, "frame")
    return s.text().encode()


def office_german():
    s = Sheet(100, None, {
        "walls": "WÄNDE", "doors": "TÜR", "windows": "FENSTER", "furniture": "MÖBEL", "dimensions": "BEMASSUNG",
        "hatching": "SCHRAFFUR", "grid": "ACHSEN", "frame": "BLATTRAHMEN", "other year": "WAND ALT",
    })
    for key in s.names:
        s.layer(key, -9 if key == "other year" else 7)
    walls(s, "walls", "windows")
    swing(s, "doors", (6.1, 3), 0.9, 0)
    swing(s, "doors", (3, 0), 1.0, 90)
    furnish(s)
    notes(s)
    frame(s, "frame")
    return s.text().encode("cp1252")


def office_plain():
    s = Sheet(1, 6, {})
    s.layer("0")
    walls(s, "0", "0")
    swing(s, "0", (6.1, 3), 0.9, 0)
    swing(s, "0", (3, 0), 1.0, 90)
    frame(s, "0")
    return s.text().encode()


def office_uncut():
    s = Sheet(1, 6, {"walls": "MURS", "doors": "PORTES"})
    for key in s.names:
        s.layer(key)
    s.rect("walls", -0.3, -0.3, 12.3, 8.3)
    s.rect("walls", 0, 0, 6, 8)
    s.rect("walls", 6.1, 0, 12, 8)
    swing(s, "doors", (6.1, 3), 0.9, 0)
    swing(s, "doors", (3, 0), 1.0, 90)
    return s.text().encode()


def office_unclear():
    s = Sheet(1, 6, {})
    for name in "12":
        s.layer(name)
    walls(s, "1", "1")
    swing(s, "1", (6.1, 3), 0.9, 0)
    swing(s, "1", (3, 0), 1.0, 90)
    s.line("2", (0, 4), (6, 4))
    s.line("2", (6.1, 2), (12, 2))
    s.line("2", (6.1, 2.2), (12, 2.2))
    return s.text().encode()


if __name__ == "__main__":
    folder = Path(__file__).parent
    for make in (office_aia, office_german, office_plain, office_uncut, office_unclear):
        (folder / (make.__name__.replace("_", "-") + ".dxf")).write_bytes(make())
