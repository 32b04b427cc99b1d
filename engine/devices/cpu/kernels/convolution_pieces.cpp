#include "engine/devices/cpu/kernels/convolution_pieces.h"

#include "engine/base/expect.h"
#include "engine/devices/cpu/kernels/elementwise.h"

#include <algorithm>

namespace engine::devices::cpu {

namespace {

constexpr std::int64_t kFloatsPerLine = 16;

std::int64_t wholeLines(std::int64_t floats)
{
    return (floats + kFloatsPerLine - 1) / kFloatsPerLine * kFloatsPerLine;
}

std::int64_t pixelsOf(const std::array<std::int64_t, 2>& size)
{
    return size[0] * size[1];
}

}  // namespace

ConvolutionPieces::ConvolutionPieces(const ConvolutionPart& whole, const ConvolutionTensors& tensors,
                                     std::span<const ops::Epilogue> epilogue, PrimitiveCache& primitives,
                                     Storage& storage, OpId op)
    : m_whole(whole),
      m_cut(ConvolutionCut::of(whole)),
      m_tensors(tensors),
      m_epilogue(epilogue),
      m_workspaces(storage, op)
{
    ENGINE_EXPECT(whole.images > 0 && whole.inputs > 0 && whole.outputs > 0);
    m_status = prepare(primitives);
}

ConvolutionPieces::Operand ConvolutionPieces::walking() const
{
    return m_whole.pass == ConvolutionPass::Data ? Operand::Output : Operand::Input;
}

ConvolutionPieces::Operand ConvolutionPieces::standing() const
{
    return isWeight() ? Operand::Output : Operand::Weights;
}

ConvolutionPieces::Operand ConvolutionPieces::resulting() const
{
    switch (m_whole.pass) {
        case ConvolutionPass::Forward:
            return Operand::Output;
        case ConvolutionPass::Data:
            return Operand::Input;
        case ConvolutionPass::Weight:
            break;
    }
    return Operand::Weights;
}

const ConvolutionPrimitive& ConvolutionPieces::primitiveOf(std::int64_t image, std::int64_t channel) const
{
    return *m_primitives[m_cut.images.kind(image)][m_cut.channels.kind(channel)];
}

/// Returns the offset within the whole tensor of the part that a piece reads or writes.
std::int64_t ConvolutionPieces::offsetOf(Operand operand, std::int64_t image, std::int64_t channel) const
{
    const bool cutsInputs = m_whole.pass == ConvolutionPass::Data;
    const std::int64_t firstImage = m_cut.images.begin(image);
    const std::int64_t firstInput = cutsInputs ? m_cut.channels.begin(channel) : 0;
    const std::int64_t firstOutput = cutsInputs ? 0 : m_cut.channels.begin(channel);
    switch (operand) {
        case Operand::Input:
            // A pass that is cut by outputs reads all inputs, and vice versa.
            return (firstImage * m_whole.inputs + firstInput) * pixelsOf(m_whole.inputSize);
        case Operand::Output:
            return (firstImage * m_whole.outputs + firstOutput) * pixelsOf(m_whole.outputSize);
        case Operand::Weights:
            break;
    }
    return (firstOutput * m_whole.inputs + firstInput) * weightsPerChannel();
}

// -- memory

Status ConvolutionPieces::prepare(PrimitiveCache& primitives)
{
    std::int64_t floats = 0;
    for (const std::int64_t image : {std::int64_t{0}, m_cut.images.parts() - 1})
        for (const std::int64_t channel : {std::int64_t{0}, m_cut.channels.parts() - 1}) {
            auto found = primitives.find(m_cut.part(m_whole, image, channel));
            if (!found)
                return std::move(found).error();
            floats = std::max(floats, workspaceOf(**found));
            m_primitives[m_cut.images.kind(image)][m_cut.channels.kind(channel)] = *std::move(found);
        }
    m_workspaces.setSize(floats);
    return shareMemory();
}

std::int64_t ConvolutionPieces::workspaceOf(const ConvolutionPrimitive& primitive) const
{
    return primitive.workspace() + primitive.blocked(resulting()) +
           (sharesWalking() ? 0 : primitive.blocked(walking())) +
           (sharesStanding() ? 0 : primitive.blocked(standing()));
}

/// Allocates memory for the blocked forms that several pieces read, and for partial gradients. The last part of a cut
/// may have another size and thus another form, so there are two forms: for parts of the full size and for the last
/// part (Cut::kind()).
Status ConvolutionPieces::shareMemory()
{
    const std::int64_t images = m_cut.images.parts();
    const std::int64_t channels = m_cut.channels.parts();
    std::vector<Wish> wishes;
    if (sharesWalking()) {
        m_walking = std::vector<SharedForm>(static_cast<std::size_t>(2 * images));
        for (std::int64_t image = 0; image < images; ++image)
            for (const std::int64_t channel : {std::int64_t{0}, channels - 1})
                if (float*& data = walkingForm(image, channel).data; channel == 0 || m_cut.channels.kind(channel) != 0)
                    wishes.emplace_back(&data, primitiveOf(image, channel).blocked(walking()));
    }
    if (sharesStanding()) {
        m_standing = std::vector<SharedForm>(static_cast<std::size_t>(2 * channels));
        for (std::int64_t channel = 0; channel < channels; ++channel)
            for (const std::int64_t image : {std::int64_t{0}, images - 1})
                if (float*& data = standingForm(image, channel).data; image == 0 || m_cut.images.kind(image) != 0)
                    wishes.emplace_back(&data, primitiveOf(image, channel).blocked(standing()));
    }
    if (addsUp()) {
        m_left = std::vector<std::atomic<std::int64_t>>(static_cast<std::size_t>(channels));
        for (std::atomic<std::int64_t>& left : m_left)
            left.store(images);
        wishes.emplace_back(&m_partials, images * partialFloats());
        wishes.emplace_back(&m_biasPartials, m_whole.hasBias ? images * partialBiasFloats() : 0);
    }
    return place(wishes);
}

Status ConvolutionPieces::place(std::span<const Wish> wishes)
{
    std::int64_t total = 0;
    for (const auto& [where, floats] : wishes)
        total += floats;
    if (total == 0)
        return {};
    Result<Block> block = m_workspaces.allocate(total);
    if (!block)
        return std::move(block).error();
    m_shared = *std::move(block);
    float* next = m_shared.data();
    for (const auto& [where, floats] : wishes) {
        *where = next;
        next += floats;
    }
    return {};
}

std::int64_t ConvolutionPieces::partialFloats() const
{
    return wholeLines(m_whole.outputs * m_whole.inputs * weightsPerChannel());
}

std::int64_t ConvolutionPieces::partialBiasFloats() const
{
    return wholeLines(m_whole.outputs);
}

ConvolutionPieces::SharedForm& ConvolutionPieces::walkingForm(std::int64_t image, std::int64_t channel)
{
    return m_walking[2 * static_cast<std::size_t>(image) + m_cut.channels.kind(channel)];
}

ConvolutionPieces::SharedForm& ConvolutionPieces::standingForm(std::int64_t image, std::int64_t channel)
{
    return m_standing[2 * static_cast<std::size_t>(channel) + m_cut.images.kind(image)];
}

// -- a piece

Status ConvolutionPieces::run(std::int64_t piece)
{
    if (!m_status)
        return m_status;
    // Numbers the pieces so that consecutive ones, which often run at the same time, differ in their channels.
    const std::int64_t channels = m_cut.channels.parts();
    return run(piece / channels, piece % channels);
}

Status ConvolutionPieces::run(std::int64_t image, std::int64_t channel)
{
    Result<Workspaces::Lease> lease = m_workspaces.borrow();
    if (!lease)
        return std::move(lease).error();
    const Result<float*> walked =
        formOf(walking(), sharesWalking() ? &walkingForm(image, channel) : nullptr, image, channel, *lease);
    if (!walked)
        return walked.error();
    const Result<float*> stood =
        formOf(standing(), sharesStanding() ? &standingForm(image, channel) : nullptr, image, channel, *lease);
    if (!stood)
        return stood.error();

    const ConvolutionPrimitive& primitive = primitiveOf(image, channel);
    float* target = targetOf(image, channel);
    const std::int64_t floats = primitive.blocked(resulting());
    std::array<float*, 3> operands{};
    operands[walking()] = *walked;
    operands[standing()] = *stood;
    operands[resulting()] = floats == 0 ? target : lease->allocate(floats);
    if (Status status = primitive.run({operands[Operand::Input], operands[Operand::Weights], operands[Operand::Output],
                                       biasOf(image, channel), lease->allocate(primitive.workspace())});
        !status)
        return status;
    if (floats != 0)
        if (Status status = primitive.toPlain(resulting(), operands[resulting()], target); !status)
            return status;
    finishPiece(image, channel);
    return {};
}

/// Returns the operand in the form that the piece's primitive requires: the plain tensor, a shared form, or a form in
/// the piece's workspace.
Result<float*> ConvolutionPieces::formOf(Operand operand, SharedForm* shared, std::int64_t image, std::int64_t channel,
                                         Workspaces::Lease& lease) const
{
    const ConvolutionPrimitive& primitive = primitiveOf(image, channel);
    const float* plain = m_tensors.read[operand] + offsetOf(operand, image, channel);
    const std::int64_t floats = primitive.blocked(operand);
    if (floats == 0)
        return const_cast<float*>(plain);  // oneDNN only reads this tensor
    if (shared != nullptr) {
        std::call_once(shared->once, [&] { shared->status = primitive.toBlocked(operand, plain, shared->data); });
        return shared->status ? Result<float*>(shared->data) : Result<float*>(shared->status.error());
    }
    float* own = lease.allocate(floats);
    if (Status status = primitive.toBlocked(operand, plain, own); !status)
        return std::move(status).error();
    return own;
}

float* ConvolutionPieces::targetOf(std::int64_t image, std::int64_t channel) const
{
    float* whole = addsUp() ? m_partials + image * partialFloats() : m_tensors.result;
    return whole + offsetOf(resulting(), image, channel);
}

float* ConvolutionPieces::biasOf(std::int64_t image, std::int64_t channel) const
{
    if (!m_whole.hasBias)
        return nullptr;
    const std::int64_t first = m_cut.channels.begin(channel);
    if (!isWeight())
        return const_cast<float*>(m_tensors.bias) + first;  // oneDNN only reads this tensor
    return (addsUp() ? m_biasPartials + image * partialBiasFloats() : m_tensors.biasResult) + first;
}

void ConvolutionPieces::finishPiece(std::int64_t image, std::int64_t channel)
{
    if (addsUp() && m_left[static_cast<std::size_t>(channel)].fetch_sub(1) == 1)
        addUp(channel);
    const std::int64_t pixels = pixelsOf(m_whole.outputSize);
    for (const ops::Epilogue& step : m_epilogue)
        for (std::int64_t i = 0; i < m_cut.images.size(image); ++i) {
            float* at = targetOf(image, channel) + i * m_whole.outputs * pixels;
            unary(step.op, at, at, 0, m_cut.channels.size(channel) * pixels, step.scalar);
        }
}

/// Adds the partial gradients of one part of the output channels, in the order of the images.
void ConvolutionPieces::addUp(std::int64_t channel) const
{
    const std::int64_t first = m_cut.channels.begin(channel);
    const std::int64_t count = m_cut.channels.size(channel);
    const std::int64_t perOutput = m_whole.inputs * weightsPerChannel();
    addRows(m_partials, partialFloats(), first * perOutput, count * perOutput, m_tensors.result);
    if (m_whole.hasBias)
        addRows(m_biasPartials, partialBiasFloats(), first, count, m_tensors.biasResult);
}

void ConvolutionPieces::addRows(const float* rows, std::int64_t stride, std::int64_t begin, std::int64_t count,
                                float* sum) const
{
    constexpr std::int64_t kInCache = 4096;
    for (std::int64_t from = begin; from < begin + count; from += kInCache) {
        const std::int64_t to = std::min(from + kInCache, begin + count);
        std::copy(rows + from, rows + to, sum + from);
        for (std::int64_t row = 1; row < m_cut.images.parts(); ++row)
            for (std::int64_t i = from; i < to; ++i)
                sum[i] += rows[row * stride + i];
    }
}

}  // namespace engine::devices::cpu
