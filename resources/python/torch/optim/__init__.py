"""torch.optim: optimizers and learning rate schedules."""

from overlap_dialect.arguments import missing
from torch.optim.optimizer import SGD, Adadelta, Adam, AdamW, Optimizer, RMSprop, zero_grad  # noqa
from torch.optim import lr_scheduler  # noqa: part of the package
from torch.optim.adaptive import Adagrad, Adamax, NAdam, RAdam  # noqa


def __getattr__(name):
    there = [one for one, kind in globals().items() if isinstance(kind, type)]
    raise missing("torch.optim", name, f"there are {', '.join(there)} and lr_scheduler", there)
