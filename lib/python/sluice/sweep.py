"""Many runs, on all processors."""

import itertools
import os
import threading
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Union

from .network import Network, Value

Point = Mapping[str, Any]


def points(grid: Union[Point, Iterable[Point]], **common: Any) -> List[Dict[str, Any]]:
    """The points of a sweep. Of a mapping, all combinations of the values that are lists, the last list fastest; another iterable has a mapping for
    each point. ``common`` is for all of them; a point overrides it. A value that is itself a list is a tuple, or a text with commas."""
    if not isinstance(grid, Mapping):
        return [{**common, **point} for point in grid]
    axes = [value if isinstance(value, (list, range)) or hasattr(value, "tolist") else [value] for value in grid.values()]
    return [{**common, **dict(zip(grid, values))} for values in itertools.product(*axes)]


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _row(point: Point, stop: threading.Event) -> Dict[str, Value]:
    if stop.is_set():
        return {}
    network = Network(**point)
    return dict(network.result()) if network.run_to_end(stop) else {}


def sweep(grid: Union[Point, Iterable[Point]], *, jobs: Optional[int] = None, progress: Optional[Callable[[int, int], None]] = None,
          **common: Any) -> Any:
    """Runs all points (see ``points()``) and returns a row for each, in their order; columns have the names of the JSON, with dots for its objects.

    jobs: runs at a time; all processors if it is not given. progress: called with the runs that have ended and all of them.
    Returns a pandas DataFrame, or where there is no pandas a list of dicts. A run that lost packets has ``good`` False and ``why``.
    Raises ValueError for the first point that the command would refuse, with its line, and starts no other.
    """
    every = points(grid, **common)
    workers = _processors() if jobs is None else int(jobs)
    if workers < 1:
        raise ValueError(f"sluice: jobs: {workers} is below 1")
    stop = threading.Event()
    with ThreadPoolExecutor(max_workers=workers) as pool:
        runs = [pool.submit(_row, point, stop) for point in every]
        try:
            left = set(runs)
            while left:
                done, left = wait(left, timeout=0.2, return_when=FIRST_EXCEPTION)
                for run in done:
                    run.result()
                if progress and done:
                    progress(len(runs) - len(left), len(runs))
        except BaseException:
            stop.set()
            for run in runs:
                run.cancel()
            raise
    rows = [run.result() for run in runs]
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows)
