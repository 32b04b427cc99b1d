"""torch.distributions: those that policies and variational auto-encoders use, computed by PyTorch's formulas."""

import math

import torch
from overlap_dialect.arguments import missing

EPSILON = 2.0**-23  # probabilities are at least this far from 0 and 1


class Distribution:
    """Subclasses have a batch_shape, sample(), log_prob() and entropy()."""

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def _shape(self, sample_shape):
        return (*sample_shape, *self.batch_shape)

    def __getattr__(self, name):
        there = "there are sample, log_prob, entropy, mean and variance"
        raise missing(type(self).__name__, name, there)


def _expect_one(probs, logits):
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")


class Normal(Distribution):
    def __init__(self, loc, scale, validate_args=None):
        tensors = [one for one in (loc, scale) if torch.is_tensor(one)]
        device = tensors[0].device if tensors else None
        loc, scale = (one if torch.is_tensor(one) else torch.tensor(float(one), device=device) for one in (loc, scale))
        self.batch_shape = torch.Size(torch.composed._broadcast(loc.extents, scale.extents))
        self.loc, self.scale = loc.expand(*self.batch_shape), scale.expand(*self.batch_shape)

    mean, stddev = property(lambda self: self.loc), property(lambda self: self.scale)
    variance = property(lambda self: self.scale.pow(2))

    def rsample(self, sample_shape=()):
        return self.loc + torch.randn(self._shape(sample_shape), device=self.loc.device) * self.scale

    def log_prob(self, value):
        distance = (value - self.loc) ** 2
        return -distance / (self.scale**2 * 2) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)


class Uniform(Distribution):
    def __init__(self, low, high, validate_args=None):
        self.low, self.high = (one if torch.is_tensor(one) else torch.tensor(float(one)) for one in (low, high))
        self.batch_shape = torch.Size(torch.composed._broadcast(self.low.extents, self.high.extents))

    mean = property(lambda self: (self.high + self.low) / 2)

    def rsample(self, sample_shape=()):
        drawn = torch.rand(self._shape(sample_shape), device=self.low.device)
        return self.low + drawn * (self.high - self.low)

    def log_prob(self, value):
        inside = (self.low <= value) & (self.high > value)
        return torch.log(inside.float()) - torch.log(self.high - self.low)

    def entropy(self):
        return torch.log(self.high - self.low)


class Categorical(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        _expect_one(probs, logits)
        given = logits if probs is None else probs
        if not given.extents:
            raise ValueError("`probs` parameter must be at least one-dimensional.")
        if probs is None:
            self.logits = logits - logits.logsumexp(-1, keepdim=True)
            self.probs = torch.softmax(self.logits, -1)
        else:
            self.probs = probs / probs.sum(-1, keepdim=True)
            self.logits = self.probs.clamp(EPSILON, 1 - EPSILON).log()
        self.batch_shape = torch.Size(given.extents[:-1])

    def sample(self, sample_shape=()):
        count = math.prod(sample_shape)
        rows = self.probs.detach().reshape(-1, self.probs.extents[-1])
        return torch.multinomial(rows, count, True).T.reshape(self._shape(sample_shape))

    def log_prob(self, value):
        value = value.long().unsqueeze(-1)
        lead = torch.composed._broadcast(value.extents[:-1], self.logits.extents[:-1])
        logits = self.logits.expand(*lead, self.logits.extents[-1])
        return logits.gather(-1, value.expand(*lead, 1)).squeeze(-1)

    def entropy(self):
        return -(self.logits * self.probs).sum(-1)


class Bernoulli(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        _expect_one(probs, logits)
        if probs is None:
            self.logits, self.probs = logits, torch.sigmoid(logits)
        else:
            self.probs = probs
            bounded = probs.clamp(EPSILON, 1 - EPSILON)
            self.logits = torch.log(bounded) - torch.log1p(-bounded)
        self.batch_shape = torch.Size(self.probs.extents)

    mean, variance = property(lambda self: self.probs), property(lambda self: self.probs * (1 - self.probs))

    def sample(self, sample_shape=()):
        return torch.bernoulli(self.probs.detach().expand(*self._shape(sample_shape)))

    def log_prob(self, value):
        logits = self.logits.expand(*torch.composed._broadcast(value.extents, self.logits.extents))
        return -torch.nn.functional.binary_cross_entropy_with_logits(
            logits, value.expand(*logits.extents), reduction="none"
        )

    def entropy(self):
        return torch.nn.functional.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")


def kl_divergence(p, q):
    if isinstance(p, Normal) and isinstance(q, Normal):
        ratio = (p.scale / q.scale) ** 2
        distance = ((p.loc - q.loc) / q.scale) ** 2
        return (ratio + distance - 1 - ratio.log()) * 0.5
    if isinstance(p, Categorical) and isinstance(q, Categorical):
        return (p.probs * (p.logits - q.logits)).sum(-1)
    raise NotImplementedError(
        f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__} here"
    )


def __getattr__(name):
    raise missing("torch.distributions", name, "there are Normal, Uniform, Categorical, Bernoulli and kl_divergence")
