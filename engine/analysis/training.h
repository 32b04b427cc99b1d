#pragma once

#include "engine/analysis/scope.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace engine::analysis {

/// What a piece of a training step is there for.
enum class Part : std::uint8_t {
    Read,      ///< the next batch is read, and spread over the devices
    Forward,   ///< from the batch to its loss
    Backward,  ///< gradients
    Exchange,  ///< gradients are summed over the devices: all-reduce, push and pull
    Update,    ///< the optimiser changes the parameters
    Evaluate,  ///< accuracy on data that is not trained on
    Wait,      ///< the program waits, or has to be woken
};
constexpr std::size_t kParts = 7;

/// By the phase's name ("forward", "allreduce", "sgd", a function of the listing) and the kind of the operation.
[[nodiscard]] Part partOf(std::string_view phase, trace::Kind kind, std::string_view name = {});
[[nodiscard]] Part partOf(const trace::Trace& trace, const trace::Op& op);
[[nodiscard]] const char* nameOf(Part part);  ///< "forward"
/// The kind in whose colour a part is drawn; reading and waiting have none of their own: `otherwise`.
[[nodiscard]] trace::Kind kindOf(Part part, trace::Kind otherwise);

/// The run trains: it has turns of a loop (epochs, batches), or metrics of one.
[[nodiscard]] bool isTraining(const trace::Trace& trace);

/// One value of a metric; `epochs` says how many epochs of its run were done then, 2.5 in the middle of the third.
struct MetricPoint {
    Nanoseconds trained{};  ///< time spent on training in this run up to then; evaluation is not counted
    double epochs = 0;
    double value = 0;
};

struct EpochFigures {
    std::int32_t index = 0;  ///< from 0
    Nanoseconds begin{};
    Nanoseconds trained{};       ///< when all that its batches had issued was done: what the chapter prints as its time
    std::size_t firstBatch = 0;  ///< into Training::batches
    std::size_t lastBatch = 0;   ///< one past the last
    std::optional<double> accuracy;
    std::optional<double> loss;  ///< mean over its batches
    bool isOpen = false;         ///< still going on
    bool isCut = false;          ///< the run was stopped, or failed, before the last of its batches

    [[nodiscard]] Nanoseconds time() const { return trained - begin; }
    [[nodiscard]] std::size_t batches() const { return lastBatch - firstBatch; }
    /// All of its batches are there: its time is that of an epoch.
    [[nodiscard]] bool isWhole() const { return !isOpen && !isCut; }
};

/// One call of a training loop: epochs that count up from 0.
struct TrainingRun {
    std::string name;  ///< "2 GPUs"; with a number where several are called so
    std::int32_t line = 0;
    int gpus = 0;  ///< that computed in its first batch; 0: the CPU did
    Nanoseconds begin{};
    Nanoseconds end{};
    std::vector<EpochFigures> epochs;
    std::vector<MetricPoint> loss;
    std::vector<MetricPoint> accuracy;

    [[nodiscard]] Nanoseconds time() const;  ///< of all its epochs
    [[nodiscard]] bool isWhole() const { return !epochs.empty() && epochs.back().isWhole(); }
    [[nodiscard]] std::optional<double> lastAccuracy() const;
};

struct Batch {
    Nanoseconds begin{};
    Nanoseconds end{};
    std::int32_t index = 0;
    std::int32_t count = 0;  ///< 0: not known
    std::uint32_t run = 0;
    std::uint32_t epoch = 0;  ///< into TrainingRun::epochs
};

struct Training {
    std::vector<TrainingRun> runs;
    std::vector<Batch> batches;  ///< of training, by begin; those of an evaluation are left out

    [[nodiscard]] bool empty() const { return runs.empty(); }
    /// The last batch of an epoch that was cut; none: no epoch was.
    [[nodiscard]] std::optional<Batch> cutAt() const;
    /// The batch at a moment; none between batches.
    [[nodiscard]] std::optional<std::size_t> batchAt(Nanoseconds time) const;
};

/// Runs, epochs and batches of a trace. A run begins where the number of the epoch does not go on. Without epochs, a
/// restart of the batches begins a run of one epoch. Cost: steps and metrics, plus a bounded number of operations an
/// epoch.
[[nodiscard]] Training training(const trace::Trace& trace);

/// The operations issued in [begin, end): ids ascend with the time of issue. Cost: logarithmic.
struct OpRange {
    std::size_t first = 0;
    std::size_t last = 0;  ///< one past
};
[[nodiscard]] OpRange issuedIn(const trace::Trace& trace, Scope scope);

/// Where the time of a batch goes: parts that add up to it.
struct BatchParts {
    std::array<Nanoseconds, kParts> perBatch{};
    Nanoseconds length{};        ///< of a batch, mean
    std::size_t batches = 0;     ///< that were looked at
    std::size_t ofEpoch = 0;     ///< that an epoch has when it is whole
    std::size_t operations = 0;  ///< per batch
    Nanoseconds issuing{};       ///< per batch, of the program's thread

    [[nodiscard]] Nanoseconds of(Part part) const { return perBatch[static_cast<std::size_t>(part)]; }
};

/// Mean over at most `most` consecutive batches from the middle of the last complete epoch of a run (of the first, if
/// there is no other): the chain of causes through them, each stretch charged to the part of the operation that ran, or
/// that the program was issuing. Cost: that of criticalPath().
[[nodiscard]] BatchParts batchParts(const trace::Trace& trace, const Training& training, std::size_t run,
                                    std::size_t most = 32);

/// Why the second of two runs is slower or faster: the part that changed most in the direction of the total. Runs whose
/// epochs have other numbers of batches are compared by the epoch.
struct Comparison {
    double speedUp = 0;       ///< time of the first over time of the second; below 1: slower
    bool isPerEpoch = false;  ///< else per batch
    Part decisive = Part::Wait;
    Nanoseconds difference{};         ///< of that part, second minus first
    bool isHostBound = false;         ///< of the second: its program's thread works nearly all the time
    std::size_t operationsFirst = 0;  ///< per batch, or per epoch
    std::size_t operationsSecond = 0;
};
[[nodiscard]] Comparison compare(const BatchParts& first, const BatchParts& second);

}  // namespace engine::analysis
