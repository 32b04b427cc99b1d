"""torch.multiprocessing: overlap-run starts the processes of a program, and spawn() calls a function on each."""

import _overlap
from overlap_dialect.arguments import missing


class _Ended:
    """The processes of a spawn() that has returned."""

    def join(self, timeout=None):
        return True


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method='spawn'):
    """Calls fn(rank, *args) on this rank; the other ranks, which run the same program, call it as well."""
    own, count = _overlap.rank_place()[:2]
    if nprocs != count:
        runs = 'one process runs' if count == 1 else f'{count} ranks run'
        raise RuntimeError(
            f'torch.multiprocessing.spawn() was given nprocs={nprocs}, but {runs}: start the program with '
            f'overlap-run PROGRAM --ranks {nprocs}, or choose {nprocs} in the field Ranks; spawn() then calls '
            f'{getattr(fn, "__name__", "the function")}() on each rank'
        )
    fn(own, *args)
    return None if join else _Ended()


def __getattr__(name):
    raise missing(
        'torch.multiprocessing', name, 'there is spawn; overlap-run --ranks starts the processes of a program'
    )
