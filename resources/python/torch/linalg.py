"""torch.linalg: norms and products; decompositions are NumPy's."""

import functools

import torch
from overlap_dialect.arguments import missing
from torch.formulas import vector_norm  # noqa: a function of this module


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False):
    if ord != "fro":
        raise NotImplementedError(f"matrix_norm() is ord='fro' here, not {ord!r}")
    if len(A.extents) < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    return vector_norm(A, 2, dim, keepdim)


def norm(A, ord=None, dim=None, keepdim=False):
    """Of all elements, of vectors along an axis, or of matrices."""
    is_matrix = (isinstance(dim, tuple) and len(dim) == 2) or (dim is None and len(A.extents) == 2)
    if ord is not None and is_matrix:
        return matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim)
    return vector_norm(A, 2 if ord is None else ord, dim, keepdim)


def multi_dot(tensors):
    return functools.reduce(torch.matmul, tensors)


def matrix_power(A, n):
    if n < 1:
        raise NotImplementedError("matrix_power() takes powers of 1 and more here")
    made = A
    for _ in range(n - 1):
        made = made @ A
    return made


def __getattr__(name):
    raise missing(
        "torch.linalg",
        name,
        "there are norm, vector_norm, matrix_norm, multi_dot and matrix_power; for decompositions use NumPy: "
        f"torch.from_numpy(np.linalg.{name}(x.cpu().numpy()))",
    )
