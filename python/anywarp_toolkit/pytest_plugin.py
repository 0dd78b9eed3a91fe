# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pytest: tests that choose their device.

    @pytest.mark.anywarp(device="sm_86", strict=True, sanitizer="memcheck")
    def test_kernel(): ...

runs the test in a process of its own under `anywarp exec`: a process has one choice of devices. The fixture `anywarp` runs
programs likewise: `anywarp.run("./program", "argument", device="sm_90")` gives a subprocess.CompletedProcess.
"""
import os
import subprocess
import sys

import pytest

from . import PREFIX, links

BIN = PREFIX / "bin"
CHILD = "ANYWARP_PYTEST_CHILD"


def commandFor(command, device=None, strict=False, sanitizer=None, devices=None):
    """The command line and the environment that run `command` as asked.

    device: a model ("sm_90"), or "gpu"; devices: number of CPU devices; sanitizer: a tool of compute-sanitizer."""
    links.make()
    environment = dict(os.environ)
    if strict:
        environment["ANYWARP_STRICT"] = "1"
    if devices is not None:
        environment["ANYWARP_CPU_DEVICES"] = str(devices)
    line = [str(BIN / "anywarp"), "exec", *(["--device", device] if device else []), "--"]
    if sanitizer:
        line += [str(BIN / "compute-sanitizer"), "--tool", sanitizer, "--error-exitcode", "86"]
    return [*line, *map(str, command)], environment


class Runner:
    """What the fixture `anywarp` gives."""

    def run(self, *command, timeout=600, **choice):
        line, environment = commandFor(command, **choice)
        return subprocess.run(line, env=environment, timeout=timeout, capture_output=True, text=True)


@pytest.fixture
def anywarp():
    return Runner()


def pytest_configure(config):
    config.addinivalue_line("markers", "anywarp(device, strict, sanitizer, devices): run the test in a process of its own "
                                       "with Anywarp's libraries")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    marker = pyfuncitem.get_closest_marker("anywarp")
    if marker is None or CHILD in os.environ:
        return None
    line, environment = commandFor([sys.executable, "-m", "pytest", "-q", "--runxfail", "-p", "no:cacheprovider", pyfuncitem.nodeid],
                                   **marker.kwargs)
    environment[CHILD] = "1"
    done = subprocess.run(line, env=environment, cwd=pyfuncitem.config.rootpath, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)
    return True
