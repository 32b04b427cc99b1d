"""torch.utils.tensorboard: scalars become plots of the run; no files are written."""

import _overlap
from overlap_dialect.arguments import missing


class SummaryWriter:
    def __init__(self, log_dir=None, comment="", **options):
        self.log_dir, self._steps = log_dir or "runs", {}

    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None, **options):
        """Reads the value, a wait if it is a tensor on a GPU. Without a step, scalars are counted."""
        step = self._steps.get(tag, -1) + 1 if global_step is None else int(global_step)
        self._steps = {**self._steps, tag: step}
        _overlap.metric(str(tag), float(scalar_value), step)

    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None, walltime=None):
        for tag, value in tag_scalar_dict.items():
            self.add_scalar(f"{main_tag}/{tag}", value, global_step)

    def flush(self):
        pass

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def __getattr__(self, name):
        raise missing("SummaryWriter", name, "there are add_scalar, add_scalars, flush and close")


def __getattr__(name):
    raise missing("torch.utils.tensorboard", name, "there is SummaryWriter")
