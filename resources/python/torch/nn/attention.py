"""Attention layers."""

import copy
import math

import torch
from overlap_dialect.arguments import refuse
from torch.nn import functional as F, init
from torch.nn.layers import LayerNorm, Linear
from torch.nn.module import Module, ModuleList
from torch.nn.parameter import Parameter, made_on
from torch.nn.table import Dropout


def _additive(mask):
    """True, which excludes a place, as minus infinity."""
    return torch.where(mask, -math.inf, 0.0) if mask.dtype is torch.bool else mask


def _joined(attn_mask, padding_mask, batch, heads):
    """Both masks as one to be added to scores of [batch * heads, rows, columns]; None without masks."""
    if attn_mask is not None:
        attn_mask = _additive(attn_mask)
        if len(attn_mask.extents) == 2:
            attn_mask = attn_mask.unsqueeze(0)
    if padding_mask is None:
        return attn_mask
    columns = padding_mask.extents[-1]
    padding = _additive(padding_mask).reshape(batch, 1, 1, columns).expand(batch, heads, 1, columns)
    padding = padding.reshape(batch * heads, 1, columns)
    return padding if attn_mask is None else attn_mask + padding


class NonDynamicallyQuantizableLinear(Linear):
    """PyTorch's name for the last layer of attention."""


class MultiheadAttention(Module):
    """Attention of several heads. In the arguments of forward(), True in a mask excludes a place."""

    def __init__(
        self,
        embed_dim,
        num_heads,
        dropout=0.0,
        bias=True,
        add_bias_kv=False,
        add_zero_attn=False,
        kdim=None,
        vdim=None,
        batch_first=False,
        device=None,
    ):
        super().__init__()
        kdim, vdim = (None if one == embed_dim else one for one in (kdim, vdim))
        options = {"add_bias_kv": add_bias_kv, "add_zero_attn": add_zero_attn, "kdim": kdim, "vdim": vdim}
        refuse("MultiheadAttention", options)
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                f"embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and "
                f"num_heads={num_heads} instead"
            )
        if embed_dim % num_heads:
            raise AssertionError("embed_dim must be divisible by num_heads")
        self.embed_dim, self.num_heads, self.dropout, self.batch_first = embed_dim, num_heads, dropout, batch_first
        self.head_dim = embed_dim // num_heads
        self.in_proj_weight = Parameter(made_on(device, "Fill", (3 * embed_dim, embed_dim), 0.0, 0.0, "parameter"))
        init.xavier_uniform_(self.in_proj_weight)
        shape = (3 * embed_dim,)
        self.in_proj_bias = Parameter(made_on(device, "Fill", shape, 0.0, 0.0, "parameter")) if bias else None
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias, device)
        if bias:
            init.zeros_(self.out_proj.bias)

    def _projected(self, query, key, value):
        """One product for all three if they are one tensor."""
        weight, bias = self.in_proj_weight, self.in_proj_bias
        if query is key and key is value:
            return F.linear(query, weight, bias).chunk(3, -1)
        biases = (None,) * 3 if bias is None else bias.chunk(3)
        return [F.linear(*one) for one in zip((query, key, value), weight.chunk(3), biases)]

    def _heads(self, x, batch):
        """[rows, batch, embedding] as [batch * heads, rows, size of a head]"""
        return x.reshape(x.extents[0], batch * self.num_heads, self.head_dim).transpose(0, 1)

    def forward(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
        is_causal=False,
    ):
        if is_causal and attn_mask is None:
            raise RuntimeError("Need attn_mask if specifying the is_causal hint.")
        is_batched, is_self = len(query.extents) == 3, query is key and key is value
        turn = (lambda x: x.unsqueeze(1)) if not is_batched else lambda x: x.transpose(0, 1)
        if not is_batched or self.batch_first:
            query, key, value = (turn(query),) * 3 if is_self else map(turn, (query, key, value))
        rows, batch, width = query.extents
        if width != self.embed_dim:
            raise AssertionError(f"was expecting embedding dimension of {self.embed_dim}, but got {width}")
        q, k, v = (self._heads(one, batch) for one in self._projected(query, key, value))
        mask = _joined(attn_mask, key_padding_mask, batch, self.num_heads)
        share = self.dropout if self.training else 0.0
        weights = None
        if need_weights:
            scores = torch.bmm(q * (1 / math.sqrt(self.head_dim)), k.transpose(1, 2))
            weights = F.dropout(torch.softmax(scores if mask is None else scores + mask, -1), share)
            made = torch.bmm(weights, v)
        else:
            made = F.scaled_dot_product_attention(q, k, v, mask, share)
        made = self.out_proj(made.transpose(0, 1).reshape(rows, batch, width))
        if weights is not None:
            weights = weights.reshape(batch, self.num_heads, rows, -1)
            weights = weights.mean(1) if average_attn_weights else weights
            weights = weights if is_batched else weights.squeeze(0)
        if not is_batched:
            return made.squeeze(1), weights
        return made.transpose(0, 1) if self.batch_first else made, weights


ACTIVATIONS = {"relu": F.relu, "gelu": F.gelu}


class _Layer(Module):
    """What the layers of encoder and decoder share: attention and a net of two dense layers, each with a residual."""

    norms = 2

    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward=2048,
        dropout=0.1,
        activation=F.relu,
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
    ):
        super().__init__()
        if activation not in ACTIVATIONS and not callable(activation):
            raise RuntimeError(f"activation should be relu/gelu, not {activation}")
        self.norm_first, self.activation = norm_first, ACTIVATIONS.get(activation, activation)
        options = {"bias": bias, "device": device}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, batch_first=batch_first, **options)
        if self.norms == 3:
            self.multihead_attn = MultiheadAttention(d_model, nhead, dropout, batch_first=batch_first, **options)
        self.linear1 = Linear(d_model, dim_feedforward, **options)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **options)
        for i in range(1, self.norms + 1):
            self.add_module(f"norm{i}", LayerNorm(d_model, layer_norm_eps, **options))
        for i in range(1, self.norms + 1):
            self.add_module(f"dropout{i}", Dropout(dropout))

    def _attended(self, attention, x, memory, mask, padding):
        return attention(x, memory, memory, attn_mask=mask, key_padding_mask=padding, need_weights=False)[0]

    def _dense(self, x):
        return self.linear2(self.dropout(self.activation(self.linear1(x))))

    def _through(self, x, blocks):
        """Each block with its residual; the norm comes first or last."""
        for i, block in enumerate(blocks, 1):
            norm, dropout = self._modules[f"norm{i}"], self._modules[f"dropout{i}"]
            x = x + dropout(block(norm(x))) if self.norm_first else norm(x + dropout(block(x)))
        return x


class TransformerEncoderLayer(_Layer):
    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        def attended(x):
            return self._attended(self.self_attn, x, x, src_mask, src_key_padding_mask)

        return self._through(src, (attended, self._dense))


class TransformerDecoderLayer(_Layer):
    norms = 3

    def forward(
        self,
        tgt,
        memory,
        tgt_mask=None,
        memory_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        tgt_is_causal=False,
        memory_is_causal=False,
    ):
        def own(x):
            return self._attended(self.self_attn, x, x, tgt_mask, tgt_key_padding_mask)

        def other(x):
            return self._attended(self.multihead_attn, x, memory, memory_mask, memory_key_padding_mask)

        return self._through(tgt, (own, other, self._dense))


class _Stack(Module):
    def __init__(self, layer, num_layers, norm=None, **options):
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(layer) for _ in range(num_layers)])
        self.num_layers, self.norm = num_layers, norm

    def _run(self, x, *others, **options):
        for layer in self.layers:
            x = layer(x, *others, **options)
        return x if self.norm is None else self.norm(x)


class TransformerEncoder(_Stack):
    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        return self._run(src, src_mask=mask, src_key_padding_mask=src_key_padding_mask)


class TransformerDecoder(_Stack):
    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, **masks):
        return self._run(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, **masks)


class Transformer(Module):
    """Encoder and decoder."""

    def __init__(
        self,
        d_model=512,
        nhead=8,
        num_encoder_layers=6,
        num_decoder_layers=6,
        dim_feedforward=2048,
        dropout=0.1,
        activation=F.relu,
        custom_encoder=None,
        custom_decoder=None,
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
    ):
        super().__init__()
        refuse("Transformer", {"custom_encoder": custom_encoder, "custom_decoder": custom_decoder})
        given = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias)
        norms = [LayerNorm(d_model, layer_norm_eps, bias=bias, device=device) for _ in range(2)]
        encoder, decoder = (one(*given, device=device) for one in (TransformerEncoderLayer, TransformerDecoderLayer))
        self.encoder = TransformerEncoder(encoder, num_encoder_layers, norms[0])
        self.decoder = TransformerDecoder(decoder, num_decoder_layers, norms[1])
        for parameter in self.parameters():
            if len(parameter.extents) > 1:
                init.xavier_uniform_(parameter)
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, **masks):
        memory = self.encoder(src, src_mask, masks.pop("src_key_padding_mask", None))
        return self.decoder(tgt, memory, tgt_mask, memory_mask, **masks)

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        """Minus infinity above the diagonal."""
        return torch.triu(torch.full((sz, sz), -math.inf, device=device), diagonal=1)
