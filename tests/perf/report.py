"""``make bench``: run the benchmarks and compare the times with their budgets."""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import orjson
import pytest
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
MISSED = 1


def main() -> int:
    """Run the named benchmarks (default: all); return 1 if a budget is missed."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        options = ["-q", "-p", "no:xdist", "--benchmark-only", f"--benchmark-json={result}"]
        where = sys.argv[1:] or [str(HERE)]
        code = pytest.main([*options, "--benchmark-columns=median", *where])
        if code:
            return int(code)
        measured = [row(b) for b in orjson.loads(result.read_bytes())["benchmarks"]]
    table = Table(title="Measured against the budgets", title_justify="left")
    table.add_column("work")
    for name in ("median", "p95", "budget", "of it used"):
        table.add_column(name, justify="right")
    missed = 0
    for work, median, p95, budget, ratio in measured:
        missed += ratio > 1
        colour = "red" if ratio > 1 else "green"
        used = f"[{colour}]{ratio:.0%}[/{colour}]" if ratio >= 0.01 else "[green]< 1 %[/green]"
        table.add_row(work, span(median), span(p95), budget, used)
    console = Console(width=None if sys.stdout.isatty() else 110)
    console.print(table)
    return MISSED if missed else 0


def row(benchmark: dict[str, Any]) -> tuple[str, float, float, str, float]:
    """Return a benchmark's name, median, 95th percentile, budget, and share used."""
    info, times = benchmark["extra_info"], benchmark["stats"]["data"]
    median = statistics.median(times)
    p95 = statistics.quantiles(times, n=20)[-1] if len(times) >= 20 else max(times)
    budget = span(info["budget"]) + (" p95" if info["p95"] else "")
    return info["work"], median, p95, budget, (p95 if info["p95"] else median) / info["budget"]


def span(seconds: float) -> str:
    """Format a time in a suitable unit."""
    if seconds >= 0.5:
        return f"{seconds:.2f} s"
    if seconds >= 0.001:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds * 1e6:.0f} µs"


if __name__ == "__main__":
    sys.exit(main())
