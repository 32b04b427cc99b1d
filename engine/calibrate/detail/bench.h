#pragma once

#include "engine/calibrate/fit.h"
#include "engine/calibrate/measure.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace engine::calibrate::detail {

inline constexpr int kWarmUps = 3;
inline constexpr int kRepeats = 10;
inline constexpr DeviceId kCpu{0};

/// Keeps what the last operations and waits were recorded as.
class Collector final : public trace::Sink {
public:
    void write(trace::Record record) override;
    NameId intern(std::string_view text) override;

    void clear();
    [[nodiscard]] std::optional<trace::IssueRecord> issueOf(OpId op) const;
    [[nodiscard]] std::optional<trace::LifeRecord> lifeOf(OpId op) const;
    [[nodiscard]] std::optional<trace::WaitRecord> lastWait() const;
    [[nodiscard]] double peakOf(DeviceId device) const;  ///< FLOP/s; 0: not known

private:
    mutable std::mutex m_mutex;
    std::vector<trace::IssueRecord> m_issues;
    std::vector<trace::LifeRecord> m_lives;
    std::optional<trace::WaitRecord> m_wait;
    std::vector<trace::DeviceRecord> m_devices;
    std::uint64_t m_names = 0;
};

struct Tensor {
    VariableId id;
    tensor::Shape shape;
    DeviceId device;
};

/// Times of one quantity, one per repetition.
using Samples = std::vector<double>;

/// A platform under measurement: issues operations as native code does, without what a front end costs, and times them
/// by the platform's own clock. Every tensor lives until forget().
class Bench {
public:
    static Result<Bench> open(const Opener& opener, const device::PlatformOptions& options, std::stop_token stop);
    ~Bench();
    Bench(Bench&&) = default;
    Bench& operator=(Bench&&) = delete;

    /// Ends the platform before its time.
    void close();

    [[nodiscard]] device::Platform& platform() { return *m_platform; }
    [[nodiscard]] Collector& records() { return *m_records; }
    [[nodiscard]] int gpus() const;
    [[nodiscard]] std::string gpuName(DeviceId gpu) const;

    /// What fails here fails every later push() until forget().
    [[nodiscard]] Tensor tensor(DeviceId device, const tensor::Shape& shape,
                                std::optional<device::HostMemoryMode> mode = {});
    /// With values, once they are there.
    [[nodiscard]] Tensor filled(DeviceId device, const tensor::Shape& shape,
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
    Status settle() { return m_platform->waitAll({}); }

    [[nodiscard]] double seconds() { return toSeconds(m_platform->now()); }
    /// s that `work` takes the program's thread.
    [[nodiscard]] Result<double> time(const std::function<Status()>& work);
    /// The same, and everything that it pushed has run.
    [[nodiscard]] Result<double> timeThenSettle(const std::function<Status()>& work);
    /// s per call of `work`, which issues something to `device`: twice `count` of them against `count`, so that what
    /// comes once (launch latency, the wait) cancels out.
    [[nodiscard]] Result<double> period(DeviceId device, int count, const std::function<Status()>& work);
    /// Three calls that do not count, then ten that do.
    [[nodiscard]] Result<Samples> repeat(const std::function<Result<double>()>& once);
    /// This item has taken its share of the time: a sweep ends with the sizes that it has.
    [[nodiscard]] bool isLate() const { return itemSeconds() > 3; }
    [[nodiscard]] bool isStopped() const { return m_stop.stop_requested(); }

private:
    Bench() = default;
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
};

/// Times by amount of work: one Samples per size.
struct Sweep {
    std::vector<double> amounts;
    std::vector<Samples> samples;

    void add(double amount, Samples times);
    [[nodiscard]] std::vector<Point> medians() const;
    [[nodiscard]] std::vector<Point> repetition(std::size_t index) const;
};

/// Fits the medians, and every repetition by itself for the spread. `fit` gives the constants in the file's units, and
/// the residual last.
using Fit = std::function<Result<std::vector<double>>(const std::vector<Point>&)>;
Status addFit(Report& report, const Sweep& sweep, const std::vector<std::string>& paths, const std::string& how,
              const Fit& fit);

/// The median of `samples` times `factor`, or of factor / sample for rates.
void addTime(Report& report, std::string path, const Samples& samples, double factor, std::string how);
void addRate(Report& report, std::string path, const Samples& samples, double amount, std::string how);

/// The value that an earlier item found; none if it failed.
[[nodiscard]] std::optional<double> valueOf(const Report& report, const std::string& path);

/// What a calibration consists of.
struct Item {
    std::string name;
    double weight = 1;  ///< s that it usually takes
    std::function<Status(Bench&, Report&)> measure;
};

[[nodiscard]] std::vector<Item> hostItems();
/// Of the MXNet dialect's engine; they want a platform with its rules.
[[nodiscard]] std::vector<Item> workerItems();
[[nodiscard]] std::vector<Item> gpuItems(int ordinal);
[[nodiscard]] std::vector<Item> gpuMemoryItems(int ordinal);
/// Between GPUs; empty for one.
[[nodiscard]] std::vector<Item> peerItems(int gpus);

}  // namespace engine::calibrate::detail
