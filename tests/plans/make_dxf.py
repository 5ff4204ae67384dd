"""Makes the drawings of this folder with ezdxf (pip install ezdxf): the same hall in three versions of DXF.

The hall is 20 m x 10 m, drawn in millimetres: an outline of lines, a bay (a bulged polyline), a round pillar, an arc,
an ellipse, a spline, a screen in the room, and a block of two tables that is inserted turned, scaled and as an array.
"""

import sys
from pathlib import Path

import ezdxf


def hall(version: str) -> ezdxf.document.Drawing:
    doc = ezdxf.new(version)
    doc.header["$INSUNITS"] = 4
    for name in ("WALLS", "FURNITURE", "TEXT", "HIDDEN"):
        doc.layers.add(name)
    doc.layers.get("HIDDEN").off()
    msp = doc.modelspace()
    walls = {"layer": "WALLS"}
    corners = [(0, 0), (20000, 0), (20000, 10000), (0, 10000)]
    for a, b in zip(corners, corners[1:] + corners[:1]):
        msp.add_line(a, b, dxfattribs=walls)
    msp.add_circle((5000, 5000), 300, dxfattribs=walls)
    # A half disc against the lower wall: an area of pi/2 m2.
    msp.add_polyline2d([(9000, 0, -1), (11000, 0, 0)], format="xyb", dxfattribs=walls)
    # A screen that stands free in the hall.
    msp.add_line((15000, 2000), (15000, 4000), dxfattribs=walls)
    msp.add_line((-5000, 5000), (25000, 5000), dxfattribs={"layer": "HIDDEN"})
    msp.add_text("hall", dxfattribs={"layer": "TEXT"})

    table = doc.blocks.new("TABLE")
    table.add_line((0, 0), (1000, 0))
    table.add_line((1000, 0), (1000, 500))
    table.add_line((1000, 500), (0, 500))
    table.add_line((0, 500), (0, 0))
    pair = doc.blocks.new("PAIR", base_point=(0, 0))
    pair.add_blockref("TABLE", (0, 0))
    pair.add_blockref("TABLE", (0, 2000))
    furniture = {"layer": "FURNITURE"}
    msp.add_blockref("PAIR", (8000, 5000), dxfattribs=furniture)
    msp.add_blockref("TABLE", (3000, 8000), dxfattribs=furniture | {"rotation": 90, "xscale": 0.5, "yscale": 2})
    msp.add_blockref(
        "TABLE",
        (12000, 5000),
        dxfattribs=furniture
        | {"column_count": 2, "row_count": 2, "column_spacing": 1500, "row_spacing": 1000},
    )
    if version != "R12":
        msp.add_lwpolyline(
            [(17000, 6000, 0), (18000, 6000, 0.5), (18000, 7000, 0), (17000, 7000, 0)],
            format="xyb",
            close=True,
            dxfattribs=furniture,
        )
        msp.add_ellipse((17500, 3000), major_axis=(600, 0), ratio=0.5, dxfattribs=furniture)
        msp.add_open_spline([(2000, 1000), (2500, 2000), (3500, 2000), (4000, 1000)], dxfattribs=furniture)
    return doc


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)
    for version in ("R12", "R2000", "R2018"):
        hall(version).saveas(folder / f"hall-{version.lower()}.dxf")
