#pragma once

#include "engine/analysis/scope.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine::analysis {

/// The purpose of a section of a training step.
enum class Part : std::uint8_t {
    Read,      ///< reading the next batch and distributing it over the devices
    Forward,   ///< computing the loss from the batch
    Backward,  ///< computing gradients
    Exchange,  ///< summing gradients over the devices: all-reduce, push and pull
    Update,    ///< changing the parameters (optimizer)
    Evaluate,  ///< computing the accuracy on data that is not trained on
    Wait,      ///< the program waits or is being woken
};
constexpr std::size_t kParts = 7;

/// Returns the part of training to which an operation belongs, by the name of its phase ("forward", "allreduce", "sgd",
/// or a function of the listing), its kind and its name.
[[nodiscard]] Part partOf(std::string_view phase, trace::Kind kind, std::string_view name = {});
/// Returns the part of training to which the operation belongs, by its recorded phase, kind and name.
[[nodiscard]] Part partOf(const trace::Trace& trace, const trace::Op& op);
[[nodiscard]] Message nameOf(Part part);  ///< "forward"
/// The kind whose colour a view uses for a part; `otherwise` for Read and Wait, which have no colour.
[[nodiscard]] trace::Kind kindOf(Part part, trace::Kind otherwise);

/// Whether the run trains: it records steps of a loop (epochs, batches), or a loss or accuracy.
[[nodiscard]] bool isTraining(const trace::Trace& trace);

/// One value of a metric. `epochs` is the number of epochs completed at that time: 2.5 in the middle of the third.
struct MetricPoint {
    Nanoseconds trained{};  ///< training time of this run up to this value, without evaluation
    double epochs = 0;
    double value = 0;
};

/// One epoch of a training: its times and their parts.
struct EpochFigures {
    std::int32_t index = 0;  ///< counted from 0
    /// Start of the epoch's loop, or end of the previous epoch's work if the program runs ahead of that work.
    Nanoseconds begin{};
    /// end of the last operation that the epoch's batches issued, or of the epoch's record if it has no batches; the
    /// book's programs print the time from `begin` to this end
    Nanoseconds trained{};
    std::size_t firstBatch = 0;  ///< index into Training::batches
    std::size_t lastBatch = 0;   ///< index after the last batch
    std::optional<double> accuracy;
    std::optional<double> loss;  ///< mean over the batches of the epoch
    bool isOpen = false;         ///< the epoch is still running
    bool isCut = false;          ///< the run was stopped or failed within the epoch

    [[nodiscard]] Nanoseconds time() const { return trained - begin; }
    [[nodiscard]] std::size_t batches() const { return lastBatch - firstBatch; }
    /// Whether all batches were recorded, so that time() is that of a complete epoch.
    [[nodiscard]] bool isWhole() const { return !isOpen && !isCut; }
};

/// One call of a training loop, whose epochs count up from 0.
struct TrainingRun {
    std::string name;  ///< "2 GPUs"; numbered if several runs have the same name
    std::int32_t line = 0;
    int gpus = 0;  ///< number of GPUs that computed in the run's first batch, or of all GPUs of the ranks; 0: the CPU
    Nanoseconds begin{};
    Nanoseconds end{};
    std::vector<EpochFigures> epochs;
    std::vector<MetricPoint> loss;
    std::vector<MetricPoint> accuracy;

    [[nodiscard]] Nanoseconds time() const;  ///< sum over the epochs of the run
    [[nodiscard]] bool isWhole() const { return !epochs.empty() && epochs.back().isWhole(); }
    [[nodiscard]] std::optional<double> lastAccuracy() const;
};

/// One batch of a training, from the begin to the end of its step record; its operations may end later.
struct Batch {
    Nanoseconds begin{};
    Nanoseconds end{};
    std::int32_t index = 0;
    std::int32_t count = 0;  ///< batches in the epoch; 0: unknown
    std::uint32_t run = 0;
    std::uint32_t epoch = 0;  ///< index into TrainingRun::epochs
};

/// The time of a batch with all its work, until the last operation that the batch issued completed.
[[nodiscard]] Scope workOf(const trace::Trace& trace, const Batch& batch);
/// The time that a view of the batch shows: from the begin of the batch to its end. If the program runs ahead, so that
/// the first GPU operation of the batch starts after the batch has ended: the time from that start to the end of the
/// batch's work.
[[nodiscard]] Scope viewOf(const trace::Trace& trace, const Batch& batch);

/// All trainings of a run: a program may train several times, such as on one GPU and then on two.
struct Training {
    std::vector<TrainingRun> runs;
    std::vector<Batch> batches;  ///< training batches in the order of their start; evaluation batches are excluded

    [[nodiscard]] bool empty() const { return runs.empty(); }
    /// The last batch of the epoch in which the run was cut off; none: no epoch was cut off.
    [[nodiscard]] std::optional<Batch> cutAt() const;
    /// Index of the batch at `time`; none between batches.
    [[nodiscard]] std::optional<std::size_t> batchAt(Nanoseconds time) const;
};

/// Finds the runs, epochs and batches of a trace. Loops that only read data, such as `next(iter(loader))`, are left out
/// if other loops train, or if the program left them early. A run starts where the epoch number does not increase, or
/// where the statement or the number of GPUs changes. Without epochs, each restart of the batch numbers starts a run of
/// one epoch. Cost: steps + (metrics + epochs) x epochs, and a bounded number of operations per epoch.
[[nodiscard]] Training training(const trace::Trace& trace);

/// The time of a batch, split by the parts of training. The parts add up to `length`.
struct BatchParts {
    std::array<Nanoseconds, kParts> perBatch{};
    Nanoseconds length{};        ///< mean duration of a batch
    std::size_t batches = 0;     ///< batches that the mean covers
    std::size_t ofEpoch = 0;     ///< batches in a complete epoch
    std::size_t operations = 0;  ///< operations issued per batch
    Nanoseconds issuing{};       ///< per batch: time in which the program issued operations
    Nanoseconds program{};       ///< per batch: time of the program's thread without its waits
    int gpus = 0;                ///< TrainingRun::gpus

    /// Whether the program's thread works for at least 70 % of the time.
    [[nodiscard]] bool isHostBound() const { return program * 10 >= length * 7; }
    /// Whether issuing operations alone takes at least 70 % of the time; otherwise the thread also reads data or
    /// computes.
    [[nodiscard]] bool isIssueBound() const { return issuing * 10 >= length * 7; }
    [[nodiscard]] Nanoseconds of(Part part) const { return perBatch[static_cast<std::size_t>(part)]; }
};

/// Averages over at most `most` consecutive batches from the middle of the last complete epoch of a run (of the first
/// epoch, if none is complete). Each section of the critical path is charged to the part of the operation that ran, or
/// that the program was issuing; imported profiles of GPUs are split by gpuParts(). If the program issues batches far
/// ahead of the work, the whole epoch is averaged. Cost: that of criticalPath().
[[nodiscard]] BatchParts batchParts(const trace::Trace& trace, const Training& training, std::size_t run,
                                    std::size_t most = 32);

/// Why the second of two runs is slower or faster: the part with the largest change in the direction of the total. Runs
/// with different numbers of batches per epoch are compared per epoch.
struct Comparison {
    double speedUp = 0;       ///< time of the first run divided by that of the second; below 1: the second is slower
    bool isPerEpoch = false;  ///< the runs are compared per epoch; false: per batch
    Part decisive = Part::Wait;
    Nanoseconds difference{};         ///< change of `decisive`: second minus first
    bool isHostBound = false;         ///< BatchParts::isHostBound() of the second run
    bool isIssueBound = false;        ///< BatchParts::isIssueBound() of the second run
    bool hasMoreGpus = false;         ///< the second run computed on more GPUs than the first
    std::size_t operationsFirst = 0;  ///< operations issued per batch, or per epoch
    std::size_t operationsSecond = 0;

    /// 1: the second run is faster; -1: it is slower; 0: the runs differ by at most 2 %.
    [[nodiscard]] int gain() const { return speedUp > 1.02 ? 1 : speedUp < 0.98 ? -1 : 0; }
    /// Whether these runs show that more devices do not help: the second has more, its program is busy, and it is not
    /// faster.
    [[nodiscard]] bool showsUselessDevices() const { return isHostBound && hasMoreGpus && gain() <= 0; }
};
[[nodiscard]] Comparison compare(const BatchParts& first, const BatchParts& second);

/// Whether a metric is a loss, by its name.
[[nodiscard]] bool isLoss(std::string_view name);
/// Whether a metric is an accuracy: "accuracy", and words that end in "acc" ("val_acc", "trainAcc", "acc@1"), but not
/// "accumulated" or "accept rate".
[[nodiscard]] bool isAccuracy(std::string_view name);

}  // namespace engine::analysis
