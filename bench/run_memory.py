#!/usr/bin/python3
"""How much memory `refold run` takes beside its operands and result: C = A B with A sparse, from files of over 200 MB.

    bench/run_memory.py [REFOLD]    default: build/refold

Prints the growth of the peak resident set over that of `refold --version`, over the bytes of A as CSR, B and C.
Needs numpy (Debian: python3-numpy) and 400 MB of room in the folder for temporary files.
"""
import multiprocessing
import os
import subprocess
import sys
import tempfile

ROWS, COLUMNS, ENTRIES = 1_000_000, 16, 8_000_000


def peak_bytes(command):
    """The peak resident set of a command that must succeed."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{command[0]} failed")
    return usage.ru_maxrss * 1024


def write_operands(folder):
    """A with its entries in no order, B dense; returns the number of entries of A.

    Runs in a process of its own: Linux counts what a process held before it became another program.
    """
    import numpy

    random = numpy.random.default_rng(1)
    numpy.save(f"{folder}/B.npy", random.random((ROWS, COLUMNS)))
    places = numpy.unique(random.integers(0, ROWS * ROWS, ENTRIES))
    random.shuffle(places)
    with open(f"{folder}/A.mtx", "w") as file:
        file.write(f"%%MatrixMarket matrix coordinate real general\n{ROWS} {ROWS} {len(places)}\n")
        for part in numpy.array_split(places, 16):
            file.writelines(f"{p // ROWS + 1} {p % ROWS + 1} 0.5\n" for p in part.tolist())
    return len(places)


refold = sys.argv[1] if len(sys.argv) > 1 else "build/refold"
with tempfile.TemporaryDirectory() as folder:
    with multiprocessing.Pool(1) as other:
        entries = other.apply(write_operands, (folder,))
    run = [refold, "run", "examples/spmm.rf", "--bind", f"A={folder}/A.mtx", "--bind", f"B={folder}/B.npy"]
    growth = peak_bytes(run) - peak_bytes([refold, "--version"])
data = entries * (8 + 4) + (ROWS + 1) * 4 + 2 * ROWS * COLUMNS * 8
print(f"operands and result {data / 1e6:.0f} MB, growth {growth / 1e6:.0f} MB, {growth / data:.2f} times")
