#include "engine/devices/cuda/plugin/deep_learning.h"

#include "engine/devices/cuda/plugin/algorithm_choice.h"
#include "engine/devices/cuda/plugin/operators.h"
#include "engine/devices/cuda/plugin/runtime.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace engine::devices::cuda::plugin {

#if defined(OVERLAP_HAS_CUDNN)

namespace {

/// The algorithms of the forward pass and the two gradients; these defaults support most shapes.
struct Algorithms {
    cudnnConvolutionFwdAlgo_t forward = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM;
    cudnnConvolutionBwdDataAlgo_t data = CUDNN_CONVOLUTION_BWD_DATA_ALGO_1;
    cudnnConvolutionBwdFilterAlgo_t filter = CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1;
};

/// Asks cuDNN for its algorithms by `list(count, found, offers)` and returns the one to use.
template <typename Performance, typename List>
std::optional<int> chosenFrom(bool isTf32, const List& list)
{
    constexpr int kMost = 16;
    std::array<Performance, kMost> found{};
    int count = 0;
    if (list(kMost, &count, found.data()) != CUDNN_STATUS_SUCCESS)
        return {};
    std::vector<Offer> offers;
    for (const Performance& one : std::span(found).first(static_cast<std::size_t>(std::clamp(count, 0, kMost)))) {
        const bool isRounding = one.mathType != CUDNN_FMA_MATH && one.mathType != CUDNN_DEFAULT_MATH;
        offers.push_back({static_cast<int>(one.algo), one.status == CUDNN_STATUS_SUCCESS,
                          one.determinism == CUDNN_DETERMINISTIC, isRounding, one.memory});
    }
    return chooseAlgorithm(offers, isTf32 ? Rounding::Tf32 : Rounding::None);
}

/// Whether the failure may be temporary: caused by a lack of memory, not by the convolution.
bool isPassing(cudnnStatus_t status)
{
    return status == CUDNN_STATUS_INTERNAL_ERROR || status == CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED ||
           status == CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED;
}

abi::Code codeOf(cudnnStatus_t status)
{
    return status == CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED ? abi::Code::OutOfMemory : abi::Code::Failed;
}

/// Identifies a convolution: shapes, window, operator, wanted gradients.
using Question = std::array<std::int64_t, 14>;

bool isForward(const abi::Work& work)
{
    return operatorOf(work) == Operator::Convolution;
}

Question questionOf(const abi::Work& work)
{
    const abi::View& x = work.inputs[isForward(work) ? 0 : 1];
    const abi::View& w = work.inputs[isForward(work) ? 1 : 2];
    return {x.extents[0], x.extents[1],   x.extents[2],   x.extents[3],    w.extents[0],    w.extents[1], w.extents[2],
            w.extents[3], work.stride[0], work.stride[1], work.padding[0], work.padding[1], work.op,      work.wanted};
}

}  // namespace

/// The cuDNN descriptors of a convolution, without its data.
struct DeepLearning::Plan {
    const Convolutions& library;
    const bool isTf32;
    cudnnTensorDescriptor_t data = nullptr;
    cudnnTensorDescriptor_t result = nullptr;
    cudnnFilterDescriptor_t weight = nullptr;
    cudnnConvolutionDescriptor_t convolution = nullptr;
    cudnnStatus_t status = CUDNN_STATUS_SUCCESS;
    cudnnStatus_t described = CUDNN_STATUS_SUCCESS;  ///< status of the descriptors

    Plan(const Convolutions& with, const abi::Work& work, bool mayRound) : library(with), isTf32(mayRound)
    {
        const abi::View& x = work.inputs[isForward(work) ? 0 : 1];
        const abi::View& w = work.inputs[isForward(work) ? 1 : 2];
        const abi::View& y = isForward(work) ? work.outputs[0] : work.inputs[0];
        const auto size = [](const abi::View& view, int axis) { return static_cast<int>(view.extents[axis]); };
        for (const abi::View* view : {&x, &w, &y})
            for (int axis = 0; axis < 4; ++axis)
                if (view->extents[axis] < 1 || view->extents[axis] > std::numeric_limits<int>::max())
                    status = described = CUDNN_STATUS_NOT_SUPPORTED;
        if (status != CUDNN_STATUS_SUCCESS)
            return;
        check(library.createTensor(&data));
        check(library.createTensor(&result));
        check(library.createFilter(&weight));
        check(library.createConvolution(&convolution));
        if (status != CUDNN_STATUS_SUCCESS)
            return;
        check(library.setTensor(data, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, size(x, 0), size(x, 1), size(x, 2),
                                size(x, 3)));
        check(library.setTensor(result, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, size(y, 0), size(y, 1), size(y, 2),
                                size(y, 3)));
        check(library.setFilter(weight, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, size(w, 0), size(w, 1), size(w, 2),
                                size(w, 3)));
        check(library.setConvolution(convolution, work.padding[0], work.padding[1], work.stride[0], work.stride[1], 1,
                                     1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
        check(library.setMathType(convolution, isTf32 ? CUDNN_DEFAULT_MATH : CUDNN_FMA_MATH));
        described = status;
    }
    ~Plan()
    {
        if (data != nullptr)
            library.destroyTensor(data);
        if (result != nullptr)
            library.destroyTensor(result);
        if (weight != nullptr)
            library.destroyFilter(weight);
        if (convolution != nullptr)
            library.destroyConvolution(convolution);
    }
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;

    void check(cudnnStatus_t next)
    {
        if (status == CUDNN_STATUS_SUCCESS)
            status = next;
    }

    /// Chooses among the deterministic algorithms. The forward pass or a gradient for which cuDNN offers none keeps its
    /// default.
    [[nodiscard]] Algorithms choose(cudnnHandle_t handle, const abi::Work& work) const
    {
        Algorithms chosen;
        if (status != CUDNN_STATUS_SUCCESS)
            return chosen;
        const auto forward = [&](int most, int* count, cudnnConvolutionFwdAlgoPerf_t* found) {
            return library.listForward(handle, data, weight, convolution, result, most, count, found);
        };
        const auto backData = [&](int most, int* count, cudnnConvolutionBwdDataAlgoPerf_t* found) {
            return library.listBackwardData(handle, weight, result, convolution, data, most, count, found);
        };
        const auto backFilter = [&](int most, int* count, cudnnConvolutionBwdFilterAlgoPerf_t* found) {
            return library.listBackwardFilter(handle, data, result, convolution, weight, most, count, found);
        };
        if (isForward(work)) {
            if (const auto best = chosenFrom<cudnnConvolutionFwdAlgoPerf_t>(isTf32, forward))
                chosen.forward = static_cast<cudnnConvolutionFwdAlgo_t>(*best);
            return chosen;
        }
        if ((work.wanted & ops::kData) != 0)
            if (const auto best = chosenFrom<cudnnConvolutionBwdDataAlgoPerf_t>(isTf32, backData))
                chosen.data = static_cast<cudnnConvolutionBwdDataAlgo_t>(*best);
        if ((work.wanted & ops::kWeight) != 0)
            if (const auto best = chosenFrom<cudnnConvolutionBwdFilterAlgoPerf_t>(isTf32, backFilter))
                chosen.filter = static_cast<cudnnConvolutionBwdFilterAlgo_t>(*best);
        return chosen;
    }

    /// Computes in `bytes` the workspace size for the forward pass or the wanted gradients. Returns false if cuDNN does
    /// not support one of them.
    bool workspace(cudnnHandle_t handle, const abi::Work& work, const Algorithms& use, std::size_t& bytes)
    {
        bytes = 0;
        if (status != CUDNN_STATUS_SUCCESS)
            return false;
        std::size_t one = 0;
        if (isForward(work)) {
            check(library.forwardBytes(handle, data, weight, convolution, result, use.forward, &one));
            bytes = one;
            return status == CUDNN_STATUS_SUCCESS;
        }
        if ((work.wanted & ops::kData) != 0)
            check(library.backwardDataBytes(handle, weight, result, convolution, data, use.data, &one));
        bytes = one;
        if ((work.wanted & ops::kWeight) != 0)
            check(library.backwardFilterBytes(handle, data, result, convolution, weight, use.filter, &one));
        bytes = std::max(bytes, one);
        return status == CUDNN_STATUS_SUCCESS;
    }

    cudnnStatus_t run(cudnnHandle_t handle, const abi::Work& work, const Algorithms& use, void* memory,
                      std::size_t bytes) const
    {
        const float one = 1;
        const float none = 0;
        const abi::View* inputs = work.inputs;
        if (isForward(work))
            return library.forward(handle, &one, data, inputs[0].data, weight, inputs[1].data, convolution, use.forward,
                                   memory, bytes, &none, result, work.outputs[0].data);
        int next = 0;
        cudnnStatus_t done = CUDNN_STATUS_SUCCESS;
        if ((work.wanted & ops::kData) != 0)
            done = library.backwardData(handle, &one, weight, inputs[2].data, result, inputs[0].data, convolution,
                                        use.data, memory, bytes, &none, data, work.outputs[next++].data);
        if (done == CUDNN_STATUS_SUCCESS && (work.wanted & ops::kWeight) != 0)
            done = library.backwardFilter(handle, &one, data, inputs[1].data, result, inputs[0].data, convolution,
                                          use.filter, memory, bytes, &none, weight, work.outputs[next].data);
        return done;
    }
};

/// A handle for queries outside of streams. Each query costs as much as a launch, so results are cached.
struct DeepLearning::Planning {
    struct Answer {
        Support support;
        Algorithms algorithms;
    };

    Answer answerTo(const Convolutions& library, const abi::Work& work, bool isTf32)
    {
        const std::lock_guard lock(mutex);
        const auto [found, isNew] = known.try_emplace(questionOf(work));
        Answer& answer = found->second;
        if (!isNew)
            return answer;
        std::size_t wanted = 0;
        Plan plan(library, work, isTf32);
        answer.algorithms = plan.choose(handle, work);
        bool& isSupported = answer.support.isSupported;
        isSupported = plan.workspace(handle, work, answer.algorithms, wanted);
        if (!isSupported && !isPassing(plan.status)) {
            plan.status = plan.described;
            answer.algorithms = {};
            isSupported = plan.workspace(handle, work, answer.algorithms, wanted);
        }
        answer.support.workspace = static_cast<std::int64_t>(wanted);
        answer.support.isTemporary = isPassing(plan.status);
        static_cast<void>(runtime().getLastError());  // clears errors of the query
        const Answer result = answer;
        if (result.support.isTemporary)  // not cached, since memory may be free later
            known.erase(found);
        return result;
    }

    std::mutex mutex;  // guards everything below
    cudnnHandle_t handle = nullptr;
    std::map<Question, Answer> known;
};

/// The handle of a stream with the descriptors of its convolutions.
struct DeepLearning::Handle {
    cudnnHandle_t handle = nullptr;
    std::map<Question, std::unique_ptr<Plan>> plans;
};

std::shared_ptr<DeepLearning> DeepLearning::load(bool isTf32)
{
    const Convolutions* library = loadConvolutions();
    if (library == nullptr)
        return nullptr;
    std::shared_ptr<DeepLearning> made(new DeepLearning(library, isTf32));
    // Creates a handle as a check: this loads further libraries, without which cuDNN is unusable.
    return made->m_library->create(&made->m_planning->handle) == CUDNN_STATUS_SUCCESS ? made : nullptr;
}

DeepLearning::DeepLearning(const Convolutions* library, bool isTf32)
    : m_library(library), m_isTf32(isTf32), m_planning(std::make_unique<Planning>())
{
}

DeepLearning::~DeepLearning()
{
    if (m_planning->handle != nullptr)
        m_library->destroy(m_planning->handle);
}

std::string DeepLearning::name() const
{
    const std::size_t version = m_library->getVersion();
    return "cuDNN " + std::to_string(version / 10000) + "." + std::to_string(version % 10000 / 100);
}

DeepLearning::Support DeepLearning::supportOf(const abi::Work& work)
{
    return m_planning->answerTo(*m_library, work, m_isTf32).support;
}

abi::Code DeepLearning::openHandle(abi::Stream& stream)
{
    if (stream.convolutions != nullptr)
        return abi::Code::Ok;
    cudnnHandle_t handle = nullptr;
    cudnnStatus_t status = m_library->create(&handle);
    if (status == CUDNN_STATUS_SUCCESS)
        status = m_library->setStream(handle, stream.stream);
    if (status == CUDNN_STATUS_SUCCESS) {
        stream.convolutions = new Handle{handle, {}};
        return abi::Code::Ok;
    }
    if (handle != nullptr)
        m_library->destroy(handle);  // a handle without a stream would use the legacy stream
    return failed(status);
}

int DeepLearning::refusals() const
{
    const std::lock_guard lock(m_planning->mutex);
    return static_cast<int>(std::count_if(m_planning->known.begin(), m_planning->known.end(),
                                          [](const auto& one) { return !one.second.support.isSupported; }));
}

abi::Code DeepLearning::failed(int status) const
{
    const auto known = static_cast<cudnnStatus_t>(status);
    static_cast<void>(runtime().getLastError());  // clears the error, which the next launch would report
    setError(std::string("cuDNN: ") + m_library->errorString(known));
    return codeOf(known);
}

abi::Code DeepLearning::convolve(abi::Stream& stream, const abi::Work& work, bool& isDone)
{
    // Limit on plans. When it is reached, all plans are dropped, because most of their shapes are no longer used.
    constexpr std::size_t kMaxPlans = 512;
    if (const abi::Code code = openHandle(stream); code != abi::Code::Ok)
        return code;
    auto& handle = *static_cast<Handle*>(stream.convolutions);
    const Planning::Answer answer = m_planning->answerTo(*m_library, work, m_isTf32);
    // If the query for the scratch memory failed temporarily, the scratch memory has only the size that our own kernels
    // need.
    const std::int64_t offset = convolutionFoldBytes(work);
    if (!answer.support.isSupported || answer.support.workspace > work.scratchBytes - offset)
        return abi::Code::Ok;
    isDone = true;
    if (handle.plans.size() >= kMaxPlans)
        handle.plans.clear();
    std::unique_ptr<Plan>& plan = handle.plans[questionOf(work)];
    if (plan == nullptr)
        plan = std::make_unique<Plan>(*m_library, work, m_isTf32);
    cudnnStatus_t status = plan->status;
    if (status == CUDNN_STATUS_SUCCESS)
        status = plan->run(handle.handle, work, answer.algorithms, static_cast<char*>(work.scratch) + offset,
                           static_cast<std::size_t>(answer.support.workspace));
    else
        plan.reset();
    return status == CUDNN_STATUS_SUCCESS ? abi::Code::Ok : failed(status);
}

void DeepLearning::close(abi::Stream& stream)
{
    const std::unique_ptr<Handle> handle(static_cast<Handle*>(std::exchange(stream.convolutions, nullptr)));
    if (handle != nullptr)
        m_library->destroy(handle->handle);
}

#else

struct DeepLearning::Planning {};

std::shared_ptr<DeepLearning> DeepLearning::load(bool)
{
    return nullptr;
}

DeepLearning::DeepLearning(const Convolutions* library, bool isTf32) : m_library(library), m_isTf32(isTf32) {}

DeepLearning::~DeepLearning() = default;

int DeepLearning::refusals() const
{
    return 0;
}

std::string DeepLearning::name() const
{
    return {};
}

DeepLearning::Support DeepLearning::supportOf(const abi::Work&)
{
    return {};
}

abi::Code DeepLearning::convolve(abi::Stream&, const abi::Work&, bool&)
{
    return abi::Code::Ok;
}

abi::Code DeepLearning::openHandle(abi::Stream&)
{
    return abi::Code::Ok;
}

void DeepLearning::close(abi::Stream&) {}

#endif

}  // namespace engine::devices::cuda::plugin
