"""The sessions as tasks of a Ray cluster."""
import contextlib
import os
import pathlib
from collections.abc import Iterable, Iterator

import ray

import verify_task
from verify_task import Order, Session

# How often a session may lose its worker before it is reported instead of tried again.
DEATHS = 4


@contextlib.contextmanager
def connected(address: str | None, workers: int | None, kit: pathlib.Path) -> Iterator[None]:
    """Joins a cluster, or starts one on this machine. Each of its machines gets the kit once, by its digest."""
    if address is None:
        # Without it a task that always exhausts the memory is tried for ever.
        os.environ.setdefault("RAY_task_oom_retries", str(DEATHS - 1))
    local = {} if address else {"num_cpus": workers, "include_dashboard": False}
    ray.init(address=address or "local", log_to_driver=False, logging_level="ERROR",
             runtime_env={"working_dir": str(kit)}, **local)
    try:
        yield
    finally:
        ray.shutdown()


def verified(sessions: Iterable[Session], order: Order, window: int) -> Iterator[tuple[Session, str]]:
    """The line of each session, as they finish; at most `window` sessions are on their way."""
    task = ray.remote(num_cpus=1, max_retries=DEATHS - 1)(verify_task.verify)
    pending: dict[ray.ObjectRef, Session] = {}
    for session in sessions:
        pending[task.remote(session, order)] = session
        while len(pending) >= window:
            yield from finished(pending, order)
    while pending:
        yield from finished(pending, order)


def finished(pending: dict[ray.ObjectRef, Session], order: Order) -> Iterator[tuple[Session, str]]:
    """Takes what is finished out of what is pending; waits for one."""
    one, _ = ray.wait(list(pending), num_returns=1)
    ready, _ = ray.wait(list(pending), num_returns=len(pending), timeout=0)
    for reference in dict.fromkeys([*one, *ready]):
        session = pending.pop(reference)
        yield session, result(reference, session, order)


def result(reference: ray.ObjectRef, session: Session, order: Order) -> str:
    """The line that a task returned, or one that says why it returned none."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as failure:
        fields = verify_task.unjudged("failed", str(failure.cause))
    except ray.exceptions.RayError as failure:
        fields = verify_task.unjudged("lost-workers", f"{DEATHS} times, the last: {type(failure).__name__}")
    return verify_task.line(verify_task.row(session, order) | fields)
