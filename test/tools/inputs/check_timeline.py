# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds a timeline of timeline_streams.cu against what the program did: numbers of events, and what order streams promise."""
import json
import sys

events = json.load(open(sys.argv[1]))["traceEvents"]
kernels = [e for e in events if e.get("cat") == "Kernel"]
copies = [e for e in events if e.get("cat") == "Memory"]
assert len(kernels) == 5 and len(copies) == 5, (len(kernels), len(copies))
for event in kernels + copies:
    assert event["ph"] == "X" and event["dur"] >= 0
# What is in one stream ends in order.
for stream in {e["tid"] for e in kernels + copies}:
    work = sorted((e for e in kernels + copies if e["tid"] == stream), key=lambda e: e["ts"])
    for before, after in zip(work, work[1:]):
        assert before["ts"] + before["dur"] <= after["ts"] + 1e-3, (before, after)
# The last `add` waits for the event behind the other one.
adds = sorted((e for e in kernels if e["name"].startswith("add")), key=lambda e: e["ts"])
assert adds[0]["ts"] + adds[0]["dur"] <= adds[1]["ts"] and adds[0]["tid"] != adds[1]["tid"]
