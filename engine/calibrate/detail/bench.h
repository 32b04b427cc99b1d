#pragma once

#include "engine/calibrate/fit.h"
#include "engine/calibrate/measure.h"
#include "engine/calibrate/sampling.h"
#include "engine/messages/messages.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace engine::calibrate::detail {

inline constexpr int kWarmUps = 3;   // first calls create handles of libraries and map memory
inline constexpr int kRepeats = 10;  // the fastest mode of the samples is used, so a few may be disturbed
inline constexpr DeviceId kCpu{0};
[[nodiscard]] inline DeviceId deviceOf(int gpu)
{
    return DeviceId{gpu + 1};
}
/// Returns the path of a GPU's field in a machine file.
[[nodiscard]] inline std::string path(int gpu, const char* field)
{
    return "gpus[" + std::to_string(gpu) + "]." + field;
}

/// Stores the records of devices, of operations and of the last wait; clear() keeps only those of devices.
/// Threads: the platform's threads write; the thread of the calibration reads and clears.
class Collector final : public trace::Sink {
public:
    void write(trace::Record record) override;
    NameId intern(std::string_view text) override;

    void clear();
    [[nodiscard]] std::optional<trace::IssueRecord> issueOf(OpId op) const;
    [[nodiscard]] std::optional<trace::LifeRecord> lifeOf(OpId op) const;
    [[nodiscard]] std::optional<trace::WaitRecord> lastWait() const;
    [[nodiscard]] double peakOf(DeviceId device) const;  ///< FLOP/s; 0: unknown

private:
    mutable std::mutex m_mutex;  ///< guards the members below
    std::vector<trace::IssueRecord> m_issues;
    std::vector<trace::LifeRecord> m_lives;
    std::optional<trace::WaitRecord> m_wait;
    std::vector<trace::DeviceRecord> m_devices;
    std::uint64_t m_names = 0;
};

struct Tensor {
    VariableId id;
    ops::Shape shape;
    DeviceId device;
};

/// Issues operations on a platform as native code does, without the cost of a front end, and measures them with the
/// platform's clock. Tensors exist until release() or forget().
class Bench {
public:
    static Result<Bench> open(const Opener& opener, const device::PlatformOptions& options, std::stop_token stop);
    ~Bench();
    Bench(Bench&&) = default;
    Bench& operator=(Bench&&) = delete;

    /// Ends the platform before the destructor.
    void close();

    [[nodiscard]] device::Platform& platform() { return *m_platform; }
    [[nodiscard]] Collector& records() { return *m_records; }
    [[nodiscard]] int gpus() const;
    [[nodiscard]] std::string gpuName(DeviceId gpu) const;

    /// Creates a tensor. After a failure, every push() returns the error until forget().
    [[nodiscard]] Tensor tensor(DeviceId device, const ops::Shape& shape,
                                std::optional<device::HostMemoryMode> mode = {});
    /// Creates a tensor and waits until its values are computed.
    [[nodiscard]] Tensor filled(DeviceId device, const ops::Shape& shape,
                                std::optional<device::HostMemoryMode> mode = {});
    [[nodiscard]] StreamId stream(DeviceId gpu);
    void release(const Tensor& tensor);
    void forget();

    struct Push {
        ops::Operator op = ops::Operator::Fill;
        std::vector<Tensor> inputs{};
        Tensor output{};
        std::optional<StreamId> stream{};
        double scalar = 1;
        bool isNonBlocking = true;
    };
    Status push(const Push& what);
    Status push(const ops::Operation& operation, const std::vector<Tensor>& inputs, const std::vector<Tensor>& outputs,
                std::optional<StreamId> stream = {}, bool isNonBlocking = true);
    [[nodiscard]] OpId lastOp() const { return m_lastOp; }
    Status waitAll() { return m_platform->waitAll({}); }

    [[nodiscard]] double seconds() { return toSeconds(m_platform->now()); }
    /// Seconds for which `work` occupies the program's thread.
    [[nodiscard]] Result<double> time(const std::function<Status()>& work);
    /// Like time(), but then waits for all pushed operations; the wait is not measured.
    [[nodiscard]] Result<double> timeThenWait(const std::function<Status()>& work);
    /// Seconds per call of `work`, which issues operations on `device`. Computed as the time of 2 * `count` calls minus
    /// the time of `count`, so that costs that occur once (launch latency, the wait) cancel.
    [[nodiscard]] Result<double> period(DeviceId device, int count, const std::function<Status()>& work);
    /// Calls `once` three times to warm up, then returns ten samples.
    [[nodiscard]] Result<Samples> repeat(const std::function<Result<double>()>& once);
    /// Runs one round of repeat(), with up to 40 samples if they are scattered. An item is measured in several rounds.
    /// Each round measures the same quantities in the same order, so the n-th call of a round measures the n-th
    /// quantity. Returns the fastest mode over all rounds so far.
    [[nodiscard]] Result<Samples> fastTimes(const std::function<Result<double>()>& once);
    /// Like period(), but measures both counts with fastTimes(), because the difference would be too small if only the
    /// shorter measurement were disturbed.
    [[nodiscard]] Result<Samples> fastPeriods(DeviceId device, int count, const std::function<Status()>& work);
    enum class Mode : std::uint8_t {
        Measure,
        Recall,  ///< fastTimes() executes nothing and returns the samples of earlier rounds
    };
    /// Swaps `rounds` with the rounds of the current item. The next call of fastTimes() then measures the item's first
    /// quantity.
    void exchangeRounds(std::vector<Rounds>& rounds, Mode mode = Mode::Measure);
    /// Whether the item has used its time, so that a sweep should end with the sizes measured so far.
    [[nodiscard]] bool isOutOfTime() const { return itemSeconds() > 3; }
    [[nodiscard]] bool isStopped() const { return m_stop.stop_requested(); }

private:
    Bench() = default;
    /// Seconds for `count` calls of `work` and for the wait at their end.
    [[nodiscard]] Result<double> timeOfRow(DeviceId device, int count, const std::function<Status()>& work);
    [[nodiscard]] double itemSeconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_itemBegin).count();
    }

    std::chrono::steady_clock::time_point m_itemBegin = std::chrono::steady_clock::now();
    std::unique_ptr<Collector> m_records = std::make_unique<Collector>();
    std::unique_ptr<device::Platform> m_platform;
    std::vector<Tensor> m_tensors;
    std::optional<Error> m_failure;
    OpId m_lastOp;
    std::stop_token m_stop;
    std::vector<Rounds> m_rounds;  ///< one entry per quantity of the current item
    std::size_t m_quantity = 0;    ///< index of the next quantity
    Mode m_mode = Mode::Measure;
};

/// Samples for several amounts of work.
struct Sweep {
    std::vector<double> amounts;
    std::vector<Samples> samples;

    void add(double amount, Samples times);
    [[nodiscard]] std::vector<Point> medians() const;
    [[nodiscard]] std::vector<Point> repetition(std::size_t index) const;
};

/// Returns constants in the units of the machine file, followed by the residual.
using Fit = std::function<Result<std::vector<double>>(const std::vector<Point>&)>;
/// Fits constants to the medians of the samples and adds them to the report. Their spread comes from a separate fit to
/// each repetition.
Status addFit(Report& report, const Sweep& sweep, const std::vector<std::string>& paths, const std::string& how,
              const Fit& fit);

/// addTime() adds the median of sample * `factor` to the report, addRate() the median of `amount` / sample.
void addTime(Report& report, std::string path, const Samples& samples, double factor, std::string how);
void addRate(Report& report, std::string path, const Samples& samples, double amount, std::string how);

/// The value that an earlier item measured; none if it failed.
[[nodiscard]] std::optional<double> valueOf(const Report& report, const std::string& path);

/// The error of a calibration that was stopped.
[[nodiscard]] inline Error stopped()
{
    return makeError(ErrorCode::Cancelled, message("calibrate.stopped"));
}

/// One measurement of a calibration.
struct Item {
    Message name;
    double weight = 1;  ///< usual duration in s
    std::function<Status(Bench&, Report&)> measure;
};

[[nodiscard]] std::vector<Item> hostItems();
/// Items for the engine of the MXNet dialect; they need a platform with Semantics::MXNet.
[[nodiscard]] std::vector<Item> workerItems();
/// Returns the item that measures one GPU; the GPU's ordinal replaces the placeholder in `name`.
[[nodiscard]] Item gpuItem(int ordinal, messages::Row<1> name, double weight, Status (*measure)(Bench&, Report&, int));
[[nodiscard]] std::vector<Item> gpuItems(int ordinal);
[[nodiscard]] std::vector<Item> gpuMemoryItems(int ordinal);
/// Items for links between GPUs; empty for one GPU.
[[nodiscard]] std::vector<Item> peerItems(int gpus);

}  // namespace engine::calibrate::detail
