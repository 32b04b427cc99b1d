"""torch.optim: optimizers and learning rate schedules."""

from overlap_dialect.arguments import missing
from torch.optim.optimizer import SGD, Adam, AdamW, Optimizer, zero_grad  # noqa
from torch.optim import lr_scheduler  # noqa: part of the package


def __getattr__(name):
    raise missing("torch.optim", name, "there are SGD, with momentum and weight_decay, Adam, AdamW and lr_scheduler")
