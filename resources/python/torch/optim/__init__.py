"""torch.optim: optimizers and learning rate schedules."""

from overlap_dialect.arguments import missing
from torch.optim.optimizer import SGD, Adadelta, Adam, AdamW, Optimizer, RMSprop, zero_grad  # noqa
from torch.optim import lr_scheduler  # noqa: part of the package


def __getattr__(name):
    raise missing(
        "torch.optim",
        name,
        "there are SGD, with momentum and weight_decay, Adam, AdamW, RMSprop, Adadelta and lr_scheduler",
    )
