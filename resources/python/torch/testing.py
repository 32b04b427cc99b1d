"""torch.testing: comparisons that raise AssertionError."""

import torch
from overlap_dialect.arguments import FLOAT32, missing, refuse


def _tensor(value):
    return value if torch.is_tensor(value) else torch.tensor(value)


def assert_close(
    actual,
    expected,
    *,
    allow_subclasses=True,
    rtol=None,
    atol=None,
    equal_nan=False,
    check_device=True,
    check_dtype=True,
    check_stride=False,
    msg=None,
    **options,
):
    """The program waits for both tensors. The default tolerances of integers are 0."""
    refuse("torch.testing.assert_close", {"check_stride": check_stride, **options})
    if (rtol is None) != (atol is None):
        raise ValueError(f"rtol and atol are given together or not at all, but got rtol={rtol} and atol={atol}")
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            raise AssertionError(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}")
        for one, other in zip(actual, expected):
            assert_close(one, other, rtol=rtol, atol=atol, equal_nan=equal_nan, msg=msg)
        return
    is_scalar = not torch.is_tensor(actual) and not torch.is_tensor(expected)
    actual, expected = _tensor(actual), _tensor(expected)
    checks = (("shape", True), ("device", check_device), ("dtype", check_dtype and not is_scalar))
    for name, is_checked in checks:
        own, other = getattr(actual, name), getattr(expected, name)
        if is_checked and own != other:
            raise AssertionError(msg or f"The values for attribute {name!r} do not match: {own} != {other}.")
    if rtol is None:
        rtol, atol = (1.3e-6, 1e-5) if FLOAT32 in (actual.type_index, expected.type_index) else (0.0, 0.0)
    with torch.no_grad():
        actual, expected = actual.detach().cpu().float(), expected.detach().cpu().float()
        error = (actual - expected).abs()
        near = (error <= expected.abs() * rtol + atol) | (actual == expected)
        near = near | (actual.isnan() & expected.isnan()) if equal_nan else near
        if bool(near.all()):
            return
        worst, far = error.max().item(), actual.elements - int(near.sum().item())
    what = "Scalars" if is_scalar or not actual.extents else "Tensor-likes"
    share = "" if what == "Scalars" else f"\n\nMismatched elements: {far} / {actual.elements}"
    greatest = f"Greatest absolute difference: {worst} (up to {atol} allowed, and {rtol} relative)"
    raise AssertionError(msg or f"{what} are not close!{share}\n{greatest}")


def __getattr__(name):
    raise missing("torch.testing", name, "there is assert_close")
