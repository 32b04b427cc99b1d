#include "engine/devices/cpu/kernels/random.h"

#include "engine/ops/arithmetic.h"

namespace engine::devices::cpu {

namespace {

void fill(std::span<float> out, std::uint64_t first, std::uint64_t seed, auto valueOf)
{
    std::size_t at = 0;
    while (at < out.size()) {
        const std::uint64_t element = first + at;
        const ops::RandomWords words = ops::randomWords(seed, element / 4);
        if (element % 4 == 0 && out.size() - at >= 4) {
            for (std::size_t lane = 0; lane < 4; ++lane)
                out[at + lane] = valueOf(words[lane]);
            at += 4;
            continue;
        }
        for (std::size_t lane = element % 4; lane < 4 && at < out.size(); ++lane, ++at)
            out[at] = valueOf(words[lane]);
    }
}

}  // namespace

void fillUniform(std::span<float> out, std::uint64_t first, std::uint64_t seed, double low, double high)
{
    fill(out, first, seed, ops::UniformDistribution(low, high));
}

void fillNormal(std::span<float> out, std::uint64_t first, std::uint64_t seed, double mean, double deviation)
{
    fill(out, first, seed, ops::NormalDistribution{mean, deviation});
}

}  // namespace engine::devices::cpu
