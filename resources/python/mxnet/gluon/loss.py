"""mxnet.gluon.loss: losses with one value per example."""

from mxnet import operators
from mxnet.gluon.block import HybridBlock
from mxnet.gluon.nn.basic import emit_for
from overlap_dialect.arguments import missing


class Loss(HybridBlock):
    def __init__(self, weight, batch_axis, **kwargs):
        super().__init__(**kwargs)
        if batch_axis != 0:
            raise NotImplementedError(f"the batch axis must be 0 here, not {batch_axis}")
        self._weight = weight

    def _per_example(self, emit, loss, sample_weight):
        """Applies the weights, then takes the mean over all axes except the batch axis."""
        if sample_weight is not None:
            loss = emit("Multiply", (loss, sample_weight), "broadcast_mul", None, "{0} * {1}")
        if self._weight is not None and self._weight != 1:
            loss = emit(
                "MultiplyScalar", (loss,), "mul_scalar", None, f"{{0}} * {self._weight:g}", scalars=(self._weight,)
            )
        rank = len(loss.extents) if loss.extents is not None else 2
        if rank < 2:
            return loss
        return emit("Mean", (loss,), "mean", None, "{0}.mean(axis=0, exclude=True)", axes=((1 << rank) - 1) & ~1)

    def __repr__(self):
        return f"{type(self).__name__}(batch_axis=0, w={self._weight})"


class L2Loss(Loss):
    """Half the squared difference."""

    def __init__(self, weight=1.0, batch_axis=0, **kwargs):
        super().__init__(weight / 2, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        emit = emit_for(pred)
        label = operators.reshape_like(emit, label, pred)
        difference = emit("Subtract", (label, pred), "sub", None, "{0} - {1}")
        return self._per_example(emit, emit("Square", (difference,), "square", None, "square({0})"), sample_weight)


class L1Loss(Loss):
    def __init__(self, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        emit = emit_for(pred)
        label = operators.reshape_like(emit, label, pred)
        difference = emit("Subtract", (label, pred), "sub", None, "{0} - {1}")
        return self._per_example(emit, emit("Abs", (difference,), "abs", None, "abs({0})"), sample_weight)


class SoftmaxCrossEntropyLoss(Loss):
    """Takes logits and class indices; computes the softmax itself. from_logits: the input is log_softmax() already."""

    def __init__(self, axis=-1, sparse_label=True, from_logits=False, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        if axis != -1:
            raise NotImplementedError("the classes must be on the last axis here")
        self._is_sparse, self._has_logits = sparse_label, from_logits

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        emit = emit_for(pred)
        if not self._has_logits:
            pred = operators.log_softmax(emit, pred)
        if self._is_sparse:
            chosen = emit("Pick", (pred, label), "pick", None, "pick({0}, {1})")
            loss = emit("Negate", (chosen,), "negative", None, "-{0}")
        else:
            label = operators.reshape_like(emit, label, pred)
            products = emit("Multiply", (pred, label), "mul", None, "{0} * {1}")
            total = emit("Sum", (products,), "sum", None, "{0}.sum(axis=-1)", axes=1 << (len(pred.extents) - 1))
            loss = emit("Negate", (total,), "negative", None, "-{0}")
        return self._per_example(emit, loss, sample_weight)


SoftmaxCELoss = SoftmaxCrossEntropyLoss


def __getattr__(name):
    raise missing("mxnet.gluon.loss", name, "there are L1Loss, L2Loss and SoftmaxCrossEntropyLoss")
