"""PyTorch's names of the backward functions, as grad_fn prints them."""

import ast

# Operator here -> name in PyTorch, with a number if PyTorch has several functions of that name.
NAMES = {
    "FullyConnected": "Addmm",
    "MatMul": "Mm",
    "Multiply": "Mul",
    "MultiplyScalar": "Mul",
    "AddScalar": "Add",
    "Subtract": "Sub",
    "Divide": "Div",
    "DivideScalar": "Div",
    "PowerScalar": "Pow",
    "Square": "Pow",
    "Reshape": "View",
    "Copy": "ToCopy",
    "Concat": "Cat",
    "Broadcast": "Expand",
    "Transpose": "T",
    "BatchNorm": "NativeBatchNorm",
    "Negate": "Neg",
    "Norm": "LinalgVectorNorm",
    "AveragePool": "AvgPool2D",
    "MaxPool": "MaxPool2DWithIndices",
    "Pick": "NllLoss",
    "SubtractFromScalar": ("Rsub", 1),
    "MaximumScalar": ("Clamp", 1),
    "MinimumScalar": ("Clamp", 1),
    "Gather": "Index",
    "Scatter": "IndexPut",
}
CALLS = {
    ("Reshape", "clone"): "Clone",
    ("Reshape", "contiguous"): "Clone",
    ("Maximum", "clamp"): "Clamp",
    ("Minimum", "clamp"): "Clamp",
    ("AddScalar", "sub"): "Sub",
    ("AddScalar", "sub_"): "Sub",
    ("AveragePool", "adaptive_avg_pool2d"): "AdaptiveAvgPool2D",
    ("MatMul", "dot"): "Dot",
    ("MatMul", "matmul"): "Mm",
    ("Gather", "gather"): "Gather",
    ("Gather", "index_select"): "IndexSelect",
    ("Gather", "take"): "Take",
    ("Gather", "embedding"): "Embedding",
    ("Scatter", "index_add_"): "IndexAdd",
    ("Scatter", "scatter_"): "Scatter",
    ("Scatter", "scatter_add_"): "ScatterAdd",
}
# Functions that are several operations here: the name applies to the last one, whatever its operator.
COMPOSED = {
    "where": "Where",
    "clamp": ("Clamp", 1),
    "masked_fill": "MaskedFill",
    "masked_fill_": "MaskedFill",
    "nll_loss": "NllLoss",
    "mse_loss": "MseLoss",
    "smooth_l1_loss": "SmoothL1Loss",
    "huber_loss": "HuberLoss",
    "binary_cross_entropy": "BinaryCrossEntropy",
    "binary_cross_entropy_with_logits": "BinaryCrossEntropyWithLogits",
    "stack": "Stack",
    "unsqueeze": "Unsqueeze",
    "permute": "Permute",
    "transpose": "Transpose",
    "chunk": "Split",
    "split": "Split",
    "expand": "Expand",
    "conv1d": "Convolution",
    "conv_transpose2d": "Convolution",
    "logsumexp": "Logsumexp",
    "matmul": "UnsafeView",
    "outer": "Mul",
    "rms_norm": "Mul",
    "sort": "Sort",
    "topk": "Topk",
    "layer_norm": "NativeLayerNorm",
    "scaled_dot_product_attention": "ScaledDotProductFlashAttentionForCpu",
}


def grad_fn_of(operator, expression):
    """`expression`, the call that made the tensor, selects the name where one operator has several names in PyTorch."""
    if operator == "SliceAssign":
        return "<CopySlices>"
    name = _by_expression(operator, expression) or NAMES.get(operator, operator)
    name, number = name if isinstance(name, tuple) else (name, 0)
    return f"<{name}Backward{number}>"


def _by_expression(operator, expression):
    try:
        statement = ast.parse(expression).body[0]
    except (SyntaxError, ValueError, RecursionError, MemoryError, IndexError):
        return None
    if isinstance(statement, ast.Assign):
        return "IndexPut"
    made = statement if isinstance(statement, ast.AugAssign) else getattr(statement, "value", None)
    if operator == "AddScalar" and isinstance(getattr(made, "op", None), ast.Sub):
        return "Sub"
    if operator == "Slice" and isinstance(made, ast.Subscript):
        return "Select" if _ends_with_number(made.slice) else "Slice"
    if operator == "Exp" and isinstance(made, ast.BinOp):
        return "Pow", 2
    if operator not in NAMES and isinstance(getattr(made, "op", None), ast.MatMult):
        return "UnsafeView"
    if isinstance(made, ast.UnaryOp):
        return "NllLoss" if _is_loss(made.operand) else None
    if not isinstance(made, ast.Call):
        return None
    called = getattr(made.func, "attr", getattr(made.func, "id", None))
    has_axis = bool(made.args or made.keywords)
    if operator in ("Sum", "Mean") and called == operator.lower():
        return operator, int(has_axis)
    if operator == "Max" and called == "max":
        return operator, int(not has_axis)
    if called in ("median", "prod"):
        return called.capitalize(), int(has_axis)
    if called in ("min", "squeeze"):
        return called.capitalize(), int(has_axis == (called == "squeeze"))
    named = CALLS.get((operator, called)) or COMPOSED.get(called)
    return named or (called.title().replace("_", "") if called and operator == "Segment" else None)


def _is_loss(call):
    """Whether the expression is nll_loss(...), or its mean() or sum()."""
    function = getattr(call, "func", None)
    if getattr(function, "attr", None) in ("mean", "sum"):
        function = getattr(function.value, "func", None)
    return getattr(function, "id", None) == "nll_loss"


def _ends_with_number(index):
    """Whether the last entry of an index other than `:` is an integer."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    telling = [part for part in parts if not (isinstance(part, ast.Slice) and ast.unparse(part) == ":")]
    return bool(telling) and not isinstance(telling[-1], ast.Slice)
