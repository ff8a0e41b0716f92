#!/usr/bin/env python3
"""A value network on sampled positions, with plain numpy.

    scripts/python tools/python/examples/value_network.py [--game lorn-valley] [--positions 20000]

Positions come from campaigns between rules of thumb; the network is one hidden layer that says,
from what the seat to decide sees, how likely it wins. Prints the loss on campaigns that it has not
seen, beside that of always saying the mean.
"""

import argparse

import numpy

import niemen


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--game", default="lorn-valley")
    options.add_argument("--positions", type=int, default=20_000)
    options.add_argument("--hidden", type=int, default=64)
    options.add_argument("--epochs", type=int, default=20)
    options.add_argument("--quick", action="store_true", help="a handful, to see that it runs")
    given = options.parse_args()
    count, epochs = (400, 2) if given.quick else (given.positions, given.epochs)
    game = niemen.load_game(given.game)
    data = {name: niemen.sample_positions(game, count, every=10, seed=seed)
            for name, seed in (("train", 1), ("test", 2))}

    seen = data["train"]["observations"]
    mean, scale = seen.mean(axis=0), seen.std(axis=0) + 1e-3
    inputs = {name: (one["observations"] - mean) / scale for name, one in data.items()}
    targets = {name: (one["results"] + 1) / 2 for name, one in data.items()}

    chance = numpy.random.default_rng(1)
    size = inputs["train"].shape[1]
    weights = [chance.normal(0, size ** -0.5, (size, given.hidden)).astype("float32"),
               numpy.zeros(given.hidden, "float32"),
               chance.normal(0, given.hidden ** -0.5, given.hidden).astype("float32"),
               numpy.zeros(1, "float32")]
    momentum = [numpy.zeros_like(one) for one in weights]

    def forward(batch):
        hidden = numpy.maximum(batch @ weights[0] + weights[1], 0)
        return hidden, 1 / (1 + numpy.exp(-(hidden @ weights[2] + weights[3])))

    def loss(name):
        said = numpy.clip(forward(inputs[name])[1], 1e-6, 1 - 1e-6)
        target = targets[name]
        return -numpy.mean(target * numpy.log(said) + (1 - target) * numpy.log(1 - said))

    for epoch in range(epochs):
        order = chance.permutation(count)
        for rows in numpy.array_split(order, max(1, count // 64)):
            hidden, said = forward(inputs["train"][rows])
            error = (said - targets["train"][rows]) / len(rows)
            back = numpy.outer(error, weights[2]) * (hidden > 0)
            slopes = [inputs["train"][rows].T @ back, back.sum(axis=0), hidden.T @ error,
                      error.sum(keepdims=True)]
            for weight, moved, slope in zip(weights, momentum, slopes):
                moved *= 0.9
                moved -= 0.02 * (slope + 1e-4 * weight)
                weight += moved
        print(f"epoch {epoch + 1}: loss {loss('train'):.3f}, unseen {loss('test'):.3f}")
    share = numpy.clip(targets["train"].mean(), 1e-6, 1 - 1e-6)
    target = targets["test"]
    plain = -numpy.mean(target * numpy.log(share) + (1 - target) * numpy.log(1 - share))
    print(f"always saying {share:.1%}: {plain:.3f}")


if __name__ == "__main__":
    main()
