"""torch.nn.utils.rnn: sequences of different lengths."""

import torch
from overlap_dialect.arguments import missing


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """One tensor of all sequences: a tensor of the padding, into which each sequence is copied, as in PyTorch."""
    sequences = list(sequences)
    if padding_side not in ("right", "left"):
        raise RuntimeError(f"padding_side must be either 'right' or 'left', but got '{padding_side}'")
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    first, most = sequences[0], max(one.extents[0] for one in sequences)
    lead = (len(sequences), most) if batch_first else (most, len(sequences))
    made = torch.full((*lead, *first.extents[1:]), padding_value, dtype=first.dtype, device=first.device)
    for i, one in enumerate(sequences):
        begin = 0 if padding_side == "right" else most - one.extents[0]
        rows = slice(begin, begin + one.extents[0])
        made[(i, rows) if batch_first else (rows, i)] = one
    return made


def __getattr__(name):
    raise missing(
        "torch.nn.utils.rnn", name, "there is pad_sequence; recurrent layers take padded sequences of one length here"
    )
