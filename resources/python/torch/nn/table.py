"""Layers and losses without parameters: each passes its settings to a function. One row each."""

from torch.composed import gelu, leaky_relu, silu
from torch.nn import functional as F
from torch.nn.module import Module


class Setting(Module):
    """A layer that stores the settings of a function. A tensor among them moves with the layer."""

    function, settings, shown = None, {}, None

    def __init__(self, *args, **options):
        super().__init__()
        names, call = list(self.settings), f"{type(self).__name__}.__init__()"
        if len(args) > len(names):
            raise TypeError(f"{call} takes {len(names) + 1} positional arguments but {len(args) + 1} were given")
        given = dict(zip(names, args))
        for name in options:
            if name not in names:
                raise TypeError(f"{call} got an unexpected keyword argument '{name}'")
            if name in given:
                raise TypeError(f"{call} got multiple values for argument '{name}'")
        for name, value in {**self.settings, **given, **options}.items():
            if value is REQUIRED:
                raise TypeError(f"{call} missing 1 required positional argument: '{name}'")
            if hasattr(value, "extents"):
                self.register_buffer(name, value)
            else:
                setattr(self, name, value)

    def forward(self, *inputs):
        return type(self).function(*inputs, **{name: getattr(self, name) for name in self.settings})

    def extra_repr(self):
        shown = [name for name in self.settings if name != "inplace"] if self.shown is None else self.shown
        parts = [f"{name}={getattr(self, name)!r}" for name in shown if getattr(self, name) is not None]
        return ", ".join(parts + ["inplace=True"] * bool(self.__dict__.get("inplace")))


REQUIRED = object()
CLASSES = {}


def row(name, function, shown=None, **settings):
    kind = type(name, (Setting,), {"function": staticmethod(function), "settings": settings, "shown": shown})
    kind.__module__ = "torch.nn"
    CLASSES[name] = kind


def _of_input(function):
    """Accepts `inplace` of a layer whose function has none; nothing is written in place."""

    def called(input, inplace=False, **options):
        return function(input, **options)

    return called


row("ReLU", F.relu, inplace=False)
row("ReLU6", _of_input(F.relu6), inplace=False)
row("LeakyReLU", leaky_relu, negative_slope=0.01, inplace=False)
row("ELU", _of_input(F.elu), alpha=1.0, inplace=False)
row("CELU", _of_input(F.celu), alpha=1.0, inplace=False)
row("SELU", _of_input(F.selu), inplace=False)
row("GELU", gelu, approximate="none")
row("SiLU", silu, inplace=False)
row("Mish", _of_input(F.mish), inplace=False)
row("Tanh", F.tanh)
row("Sigmoid", F.sigmoid)
row("Hardtanh", _of_input(F.hardtanh), min_val=-1.0, max_val=1.0, inplace=False)
row("Hardsigmoid", _of_input(F.hardsigmoid), inplace=False)
row("Hardswish", _of_input(F.hardswish), inplace=False)
row("Softplus", F.softplus, beta=1.0, threshold=20.0)
row("Softsign", F.softsign)
row("LogSigmoid", F.logsigmoid)
row("Tanhshrink", F.tanhshrink)
row("Threshold", _of_input(F.threshold), threshold=REQUIRED, value=REQUIRED, inplace=False)
row("GLU", F.glu, dim=-1)
row("Softmax", F.softmax, dim=None)
row("Softmax2d", lambda input: F.softmax(input, -3))
row("LogSoftmax", F.log_softmax, dim=None)
row("Softmin", F.softmin, dim=None)
row("MaxPool1d", F.max_pool1d, ("kernel_size", "stride", "padding"), kernel_size=REQUIRED, stride=None, padding=0)
row("AvgPool1d", F.avg_pool1d, ("kernel_size", "stride", "padding"), kernel_size=REQUIRED, stride=None, padding=0)
row("AdaptiveAvgPool1d", F.adaptive_avg_pool1d, output_size=REQUIRED)
row("AdaptiveAvgPool2d", F.adaptive_avg_pool2d, output_size=REQUIRED)
row("PixelShuffle", F.pixel_shuffle, upscale_factor=REQUIRED)
row("CosineSimilarity", F.cosine_similarity, (), dim=1, eps=1e-8)
row("PairwiseDistance", F.pairwise_distance, (), p=2.0, eps=1e-6, keepdim=False)
_OLD = dict(size_average=None, reduce=None)
row(
    "CrossEntropyLoss",
    F.cross_entropy,
    (),
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
    label_smoothing=0.0,
)
row("NLLLoss", F.nll_loss, (), weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean")
row("MSELoss", F.mse_loss, (), **_OLD, reduction="mean")
row("L1Loss", F.l1_loss, (), **_OLD, reduction="mean")
row("SmoothL1Loss", F.smooth_l1_loss, (), reduction="mean", beta=1.0)
row("HuberLoss", F.huber_loss, (), reduction="mean", delta=1.0)
row("BCELoss", F.binary_cross_entropy, (), weight=None, reduction="mean")
row("BCEWithLogitsLoss", F.binary_cross_entropy_with_logits, (), weight=None, reduction="mean", pos_weight=None)
row("KLDivLoss", F.kl_div, (), reduction="mean", log_target=False)
row("GaussianNLLLoss", F.gaussian_nll_loss, (), full=False, eps=1e-6, reduction="mean")
row("MarginRankingLoss", F.margin_ranking_loss, (), margin=0.0, reduction="mean")
row("HingeEmbeddingLoss", F.hinge_embedding_loss, (), margin=1.0, reduction="mean")
row("CosineEmbeddingLoss", F.cosine_embedding_loss, (), margin=0.0, reduction="mean")
row("TripletMarginLoss", F.triplet_margin_loss, (), margin=1.0, p=2.0, eps=1e-6, swap=False, reduction="mean")


class Upsample(Setting):
    settings = dict(size=None, scale_factor=None, mode="nearest", align_corners=None)
    function = staticmethod(F.interpolate)

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        if isinstance(self.scale_factor, int):
            self.scale_factor = float(self.scale_factor)


def _pad(axes, mode):
    def function(input, padding, value=0.0):
        return F.pad(input, (padding,) * (2 * axes) if isinstance(padding, int) else padding, mode, value)

    return function


class _Border(Setting):
    def extra_repr(self):
        own = self.padding
        sides = (own,) * (2 * self.axes) if isinstance(own, int) else tuple(own)
        return f"padding={sides}, value={self.value}" if "value" in self.settings else str(sides)


for _axes in (1, 2):
    for _name, _mode in (
        ("Zero", "constant"),
        ("Constant", "constant"),
        ("Reflection", "reflect"),
        ("Replication", "replicate"),
        ("Circular", "circular"),
    ):
        _settings = {"padding": REQUIRED, **({"value": REQUIRED} if _name == "Constant" else {})}
        CLASSES[f"{_name}Pad{_axes}d"] = type(
            f"{_name}Pad{_axes}d",
            (_Border,),
            {"function": staticmethod(_pad(_axes, _mode)), "settings": _settings, "axes": _axes},
        )


class Dropout(Setting):
    """Drops while training only."""

    settings = {"p": 0.5, "inplace": False}
    function = staticmethod(F.dropout)

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        if not 0 <= self.p <= 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {self.p}")

    def forward(self, input):
        return type(self).function(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Dropout1d(Dropout):
    function = staticmethod(F.dropout1d)


class Dropout2d(Dropout1d):
    pass
