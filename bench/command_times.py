#!/usr/bin/env python3
"""Seconds of whole commands, medians of several runs: the proofs cold, warm and with a second solver, and exploring each
example with proved rules remembered and without. Usage: bench/command_times.py [build/refold] [runs]"""

import glob
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

refold = sys.argv[1] if len(sys.argv) > 1 else "build/refold"
runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5


def seconds(arguments, cache):
    """One run with this folder as the cache."""
    start = time.monotonic()
    done = subprocess.run([refold, *arguments], env={**os.environ, "XDG_CACHE_HOME": cache}, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"refold {' '.join(arguments)} exited with {done.returncode}: {done.stderr}")
    return time.monotonic() - start


def report(what, bar, arguments, warm):
    with tempfile.TemporaryDirectory() as cache:
        if warm:
            seconds(arguments, cache)
        median = statistics.median(seconds(arguments, cache if warm else f"{cache}/{k}") for k in range(runs))
    print(f"{what:36} {median:7.3f} s  (bar {bar:g} s)")


def example_arguments(path):
    """The data of an example, from the command in its first line."""
    words = shlex.split(open(path, encoding="utf-8").readline().split("refold", 1)[1])
    binds = [word for k, word in enumerate(words) if words[k - 1] == "--bind"]
    return ["explore", path, "-q"] + [part for bind in binds for part in ("--bind", bind)]


report("prove proofs rules, cold", 3, ["prove", "proofs", "rules", "-q"], False)
report("prove proofs rules, warm", 0.1, ["prove", "proofs", "rules", "-q"], True)
report("prove --cross-check cvc5", 30, ["prove", "proofs", "rules", "-q", "--cross-check", "cvc5"], False)
report("prove --necessity", 60, ["prove", "proofs", "rules", "-q", "--necessity"], False)
for example in sorted(glob.glob("examples/*.rf")):
    report(f"explore {os.path.basename(example)}, cold", 1, example_arguments(example), False)
    report(f"explore {os.path.basename(example)}, warm", 1, example_arguments(example), True)
