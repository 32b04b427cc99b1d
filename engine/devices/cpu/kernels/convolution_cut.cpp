#include "engine/devices/cpu/kernels/convolution_cut.h"

namespace engine::devices::cpu {

namespace {

/// Limit for the weights of one piece, so that they stay in a core's private cache (1 MiB on Zen 4) while the piece's
/// images are read one after the other.
constexpr double kWeightBytes = 768 * 1024;
/// Limit for the weight gradient of one piece. A piece computes some channels for a group of images, and each group has
/// a separate gradient. With more channels per piece there are fewer channel parts, so kPieces pieces need more groups,
/// and thus more gradients. Measured with 300 KiB instead of 768 KiB: 128 channels at 14 x 14 are 7 % faster, 256
/// channels at 7 x 7 are 9 % faster.
constexpr double kGradientBytes = 300 * 1024;
/// Limit for the images of one piece, input and output together.
constexpr double kImageBytes = 512 * 1024;
/// FLOP that a piece should have at least: they take ten times as long as dispatching a piece and converting its
/// formats (some microseconds).
constexpr double kSmallestWork = 4e6;
/// Minimum number of pieces if the work allows it: enough for 16 cores. The cache limits may require more.
constexpr std::int64_t kPieces = 16;
constexpr std::int64_t kChannelBlock = 16;
constexpr std::int64_t kFewestChannels = 32;

std::int64_t blocks(std::int64_t channels)
{
    return (channels + kChannelBlock - 1) / kChannelBlock * kChannelBlock;
}

struct Sizes {
    double kernel = 0;  ///< elements of the kernel per pair of channels
    double inputPixels = 0;
    double outputPixels = 0;
    double workPerChannel = 0;  ///< FLOP for one image and one channel of the cut axis

    Sizes(const ConvolutionPart& whole, std::int64_t others)
        : kernel(static_cast<double>(whole.kernel[0] * whole.kernel[1])),
          inputPixels(static_cast<double>(whole.inputSize[0] * whole.inputSize[1])),
          outputPixels(static_cast<double>(whole.outputSize[0] * whole.outputSize[1])),
          workPerChannel(2 * kernel * outputPixels * static_cast<double>(others))
    {
    }
};

bool cutsInputs(const ConvolutionPart& whole)
{
    return whole.pass == ConvolutionPass::Data;
}

Cut cutChannels(const ConvolutionPart& whole, const Sizes& sizes)
{
    const std::int64_t total = cutsInputs(whole) ? whole.inputs : whole.outputs;
    const std::int64_t others = cutsInputs(whole) ? whole.outputs : whole.inputs;
    const double bytes = 4 * sizes.kernel * static_cast<double>(blocks(others));
    const double room = whole.pass == ConvolutionPass::Weight ? kGradientBytes : kWeightBytes;
    const auto fitting = static_cast<std::int64_t>(room / bytes) / kChannelBlock * kChannelBlock;
    std::int64_t part = std::min(total, std::max(kFewestChannels, fitting));
    // With few images, only the channels can be cut further.
    const double work = sizes.workPerChannel * static_cast<double>(whole.images);
    while (whole.images * ((total + part - 1) / part) < kPieces && part > kFewestChannels &&
           work * static_cast<double>(part) > 2 * kSmallestWork)
        part = std::max(kFewestChannels, blocks((part + 1) / 2));
    return {total, part};
}

Cut cutImages(const ConvolutionPart& whole, const Cut& channels, const Sizes& sizes)
{
    const double inputs = static_cast<double>(cutsInputs(whole) ? channels.part : whole.inputs);
    const double outputs = static_cast<double>(cutsInputs(whole) ? whole.outputs : channels.part);
    const double bytes = 4 * (inputs * sizes.inputPixels + outputs * sizes.outputPixels);
    const double work = sizes.workPerChannel * static_cast<double>(channels.part);
    const auto fitting = static_cast<std::int64_t>(kImageBytes / bytes);
    const auto worthIt = static_cast<std::int64_t>(kSmallestWork / work);
    const std::int64_t spread = (whole.images * channels.parts() + kPieces - 1) / kPieces;
    // Each group of images has a separate weight gradient, so there should be few groups.
    const bool isWeight = whole.pass == ConvolutionPass::Weight;
    const std::int64_t part = std::max(isWeight ? spread : std::min(fitting, spread), worthIt);
    return {whole.images, std::clamp<std::int64_t>(part, 1, whole.images)};
}

}  // namespace

ConvolutionCut ConvolutionCut::of(const ConvolutionPart& whole)
{
    const Sizes sizes(whole, cutsInputs(whole) ? whole.outputs : whole.inputs);
    ConvolutionCut cut;
    cut.channels = cutChannels(whole, sizes);
    cut.images = cutImages(whole, cut.channels, sizes);
    return cut;
}

ConvolutionPart ConvolutionCut::part(const ConvolutionPart& whole, std::int64_t image, std::int64_t channel) const
{
    ConvolutionPart part = whole;
    part.images = images.size(image);
    (cutsInputs(whole) ? part.inputs : part.outputs) = channels.size(channel);
    return part;
}

}  // namespace engine::devices::cpu
