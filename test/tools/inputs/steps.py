"""The steps in a report of `ncu --html` as text: steps.py REPORT BLOCKS

The report's blocks all do the same, so that BLOCKS times what the steps say must be what was counted."""
import json
import re
import sys

page = open(sys.argv[1]).read()
data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])
for launch in data["launches"]:
    steps, rows = launch.get("steps", []), launch["instructions"]
    print(f"launch {launch['id']}: {len(steps)} steps of block {data['replayed']}, cut {launch.get('stepsCut')}")
    counted = [[0, 0, 0] for _ in rows]
    for warp, row, lanes, *rest in steps:
        more = rest[0] if rest else {}
        counts = counted[row]
        counts[0] += 1
        counts[1] += lanes.bit_count()
        counts[2] += more.get("guard", lanes).bit_count()
        line = f"warp {warp} {rows[row]['text']} lanes {lanes:x}"
        for name in ("guard", "taken"):
            if name in more:
                line += f" {name} {more[name]:x}"
        for operation, space, size, first, apart in more.get("accesses", []):
            count = more.get("guard", lanes).bit_count()
            distances = [0, *apart] if isinstance(apart, list) else [i * apart for i in range(count)]
            assert len(distances) == count
            addresses = [first + distance for distance in distances]
            start = addresses[0] if space in ("global", "const") else 0
            line += f" {operation} {space} {size}: " + " ".join(str(address - start) for address in addresses)
        print(line + ".")
    if steps:
        same = all([int(sys.argv[2]) * n for n in mine] == [row["warps"], row["threads"], row["predicated"]]
                   for mine, row in zip(counted, rows) if row["warps"])
        print("steps and counts " + ("agree" if same else "differ"))
