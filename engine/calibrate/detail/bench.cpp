#include "engine/calibrate/detail/bench.h"

#include "engine/base/expect.h"
#include "engine/messages/messages.h"

#include <algorithm>

namespace engine::calibrate::detail {

namespace {

constexpr double kLongestItem = 6;  // s

/// Adds the median of `samples`, or a remark if there are none.
void addMedian(Report& report, std::string path, const Samples& samples, std::string how)
{
    const Statistics statistics = summarize(samples);
    if (statistics.samples == 0)
        return report.remarks.push_back(message("calibrate.not-measured", path, message("calibrate.no-samples")));
    report.numbers.push_back(
        {.path = std::move(path), .value = statistics.median, .how = std::move(how), .statistics = statistics});
}

}  // namespace

// -- records

void Collector::write(trace::Record record)
{
    const std::scoped_lock lock(m_mutex);
    if (const auto* issue = std::get_if<trace::IssueRecord>(&record))
        m_issues.push_back(*issue);
    else if (const auto* life = std::get_if<trace::LifeRecord>(&record))
        m_lives.push_back(*life);
    else if (const auto* wait = std::get_if<trace::WaitRecord>(&record))
        m_wait = *wait;
    else if (const auto* device = std::get_if<trace::DeviceRecord>(&record))
        m_devices.push_back(*device);
}

double Collector::peakOf(DeviceId device) const
{
    const std::scoped_lock lock(m_mutex);
    for (const trace::DeviceRecord& one : m_devices)
        if (one.id == device)
            return one.peakFlops;
    return 0;
}

NameId Collector::intern(std::string_view /*text*/)
{
    const std::scoped_lock lock(m_mutex);
    return NameId{m_names++};
}

void Collector::clear()
{
    const std::scoped_lock lock(m_mutex);
    m_issues.clear();
    m_lives.clear();
    m_wait.reset();
}

std::optional<trace::IssueRecord> Collector::issueOf(OpId op) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = std::find_if(m_issues.rbegin(), m_issues.rend(), [op](const auto& one) { return one.op == op; });
    return found == m_issues.rend() ? std::nullopt : std::optional(*found);
}

std::optional<trace::LifeRecord> Collector::lifeOf(OpId op) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = std::find_if(m_lives.rbegin(), m_lives.rend(), [op](const auto& one) { return one.op == op; });
    return found == m_lives.rend() ? std::nullopt : std::optional(*found);
}

std::optional<trace::WaitRecord> Collector::lastWait() const
{
    const std::scoped_lock lock(m_mutex);
    return m_wait;
}

// -- the bench

Result<Bench> Bench::open(const Opener& opener, const device::PlatformOptions& options, std::stop_token stop)
{
    Bench bench;
    auto platform = opener(options, *bench.m_records);
    if (!platform)
        return std::move(platform).error();
    bench.m_platform = *std::move(platform);
    bench.m_stop = std::move(stop);
    return bench;
}

Bench::~Bench()
{
    close();
}

void Bench::close()
{
    if (m_platform)
        m_platform->finish();
    m_platform.reset();
}

int Bench::gpus() const
{
    return static_cast<int>(m_platform->devices().size()) - 1;
}

std::string Bench::gpuName(DeviceId gpu) const
{
    return m_platform->devices()[gpu.index].name;
}

Tensor Bench::tensor(DeviceId device, const ops::Shape& shape, std::optional<device::HostMemoryMode> mode)
{
    const auto id = m_platform->create({device, shape, ops::DataType::Float32, mode});
    if (!id) {
        m_failure = m_failure.value_or(id.error());
        return {};
    }
    m_tensors.push_back({*id, shape, device});
    return m_tensors.back();
}

Tensor Bench::filled(DeviceId device, const ops::Shape& shape, std::optional<device::HostMemoryMode> mode)
{
    const Tensor result = tensor(device, shape, mode);
    Status status = push({.op = ops::Operator::Fill, .output = result});
    if (status)
        status = waitAll();
    if (!status)
        m_failure = m_failure.value_or(status.error());
    return result;
}

StreamId Bench::stream(DeviceId gpu)
{
    const auto made = m_platform->streams().create(gpu);
    if (made)
        return *made;
    m_failure = m_failure.value_or(made.error());
    return {};
}

void Bench::release(const Tensor& tensor)
{
    std::erase_if(m_tensors, [&](const Tensor& one) { return one.id == tensor.id; });
    m_platform->release(tensor.id);
}

void Bench::forget()
{
    static_cast<void>(waitAll());
    for (const Tensor& one : m_tensors)
        m_platform->release(one.id);
    m_tensors.clear();
    m_failure.reset();
    m_itemBegin = std::chrono::steady_clock::now();
    for (const device::DeviceInfo& device : m_platform->devices())
        m_platform->memory().emptyCache(device.id);
    m_records->clear();
}

Status Bench::push(const Push& what)
{
    ops::Operation operation;
    operation.op = what.op;
    for (const Tensor& input : what.inputs)
        operation.inputs.push_back(input.shape);
    operation.output = what.output.shape;
    // A copy with scalar 1 would truncate each element to a whole number, which takes time.
    operation.scalars[0] = what.op == ops::Operator::Copy ? 0 : what.scalar;
    operation.scalars[1] = what.scalar + 1;
    return push(operation, what.inputs, {what.output}, what.stream, what.isNonBlocking);
}

Status Bench::push(const ops::Operation& operation, const std::vector<Tensor>& inputs,
                   const std::vector<Tensor>& outputs, std::optional<StreamId> stream, bool isNonBlocking)
{
    if (m_failure)
        return *m_failure;
    if (m_mode == Mode::Recall)
        return {};
    ENGINE_EXPECT(!outputs.empty());
    std::vector<VariableId> reads;
    std::vector<VariableId> writes;
    for (const Tensor& input : inputs)
        reads.push_back(input.id);
    for (const Tensor& output : outputs)
        writes.push_back(output.id);
    device::OpRequest request;
    request.operation = operation;
    request.reads = reads;
    request.writes = writes;
    request.device = outputs.front().device;
    request.dispatch = device::DispatchClass::Free;
    request.isNonBlocking = isNonBlocking;
    request.stream = stream;
    const auto pushed = m_platform->push(request);
    if (!pushed)
        return Error(pushed.error());
    m_lastOp = *pushed;
    return {};
}

Result<double> Bench::time(const std::function<Status()>& work)
{
    const Nanoseconds begin = m_platform->now();
    if (Status status = work(); !status)
        return std::move(status).error();
    return toSeconds(m_platform->now() - begin);
}

Result<double> Bench::timeThenWait(const std::function<Status()>& work)
{
    const Result<double> taken = time(work);
    if (Status status = waitAll(); taken && !status)
        return std::move(status).error();
    return taken;
}

Result<double> Bench::period(DeviceId device, int count, const std::function<Status()>& work)
{
    ENGINE_EXPECT(count > 0);
    if (Status status = waitAll(); !status)
        return std::move(status).error();
    const auto once = timeOfRow(device, count, work);
    if (!once)
        return once;
    const auto twice = timeOfRow(device, 2 * count, work);
    if (!twice)
        return twice;
    return (*twice - *once) / count;
}

Result<double> Bench::timeOfRow(DeviceId device, int count, const std::function<Status()>& work)
{
    return time([&]() -> Status {
        for (int i = 0; i < count; ++i)
            if (Status status = work(); !status)
                return status;
        return m_platform->synchronize(device, {});
    });
}

Result<Samples> Bench::fastPeriods(DeviceId device, int count, const std::function<Status()>& work)
{
    ENGINE_EXPECT(count > 0);
    if (Status status = waitAll(); !status)
        return std::move(status).error();
    const auto once = fastTimes([&] { return timeOfRow(device, count, work); });
    if (!once)
        return once;
    auto twice = fastTimes([&] { return timeOfRow(device, 2 * count, work); });
    if (!twice)
        return twice;
    const double shorter = summarize(*once).median;
    for (double& sample : *twice)
        sample = (sample - shorter) / count;
    return twice;
}

Result<Samples> Bench::repeat(const std::function<Result<double>()>& once)
{
    Samples samples;
    for (int i = 0; i < kWarmUps + kRepeats; ++i) {
        if (isStopped())
            return stopped();
        if (itemSeconds() > kLongestItem)
            return makeError(ErrorCode::Unavailable, message("calibrate.too-slow"));
        const auto sample = once();
        if (!sample)
            return Error(sample.error());
        if (i >= kWarmUps)
            samples.push_back(*sample);
    }
    return samples;
}

Result<Samples> Bench::fastTimes(const std::function<Result<double>()>& once)
{
    // 4 times the usual samples: on a loaded computer, more would use up the time of later items.
    constexpr std::size_t kMost = 40;
    if (m_mode == Mode::Recall) {
        if (m_quantity < m_rounds.size())
            return m_rounds[m_quantity++].fastest();
        return makeError(ErrorCode::Unavailable, message("calibrate.too-slow"));
    }
    auto samples = repeat(once);
    if (!samples)
        return samples;
    while (samples->size() < kMost && isScattered(*samples) && !isOutOfTime() && !isStopped()) {
        const auto sample = once();
        if (!sample)
            return Error(sample.error());
        samples->push_back(*sample);
    }
    m_rounds.resize(std::max(m_rounds.size(), m_quantity + 1));
    Rounds& quantity = m_rounds[m_quantity++];
    quantity.rounds.push_back(*std::move(samples));
    return quantity.fastest();
}

void Bench::exchangeRounds(std::vector<Rounds>& rounds, Mode mode)
{
    m_rounds.swap(rounds);
    m_quantity = 0;
    m_mode = mode;
}

// -- numbers

void Sweep::add(double amount, Samples times)
{
    amounts.push_back(amount);
    samples.push_back(std::move(times));
}

std::vector<Point> Sweep::medians() const
{
    std::vector<Point> points;
    for (std::size_t i = 0; i < amounts.size(); ++i)
        points.push_back({amounts[i], summarize(samples[i]).median});
    return points;
}

std::vector<Point> Sweep::repetition(std::size_t index) const
{
    std::vector<Point> points;
    for (std::size_t i = 0; i < amounts.size(); ++i)
        if (index < samples[i].size())
            points.push_back({amounts[i], samples[i][index]});
    return points;
}

Status addFit(Report& report, const Sweep& sweep, const std::vector<std::string>& paths, const std::string& how,
              const Fit& fit)
{
    const auto values = fit(sweep.medians());
    if (!values)
        return Error(values.error());
    ENGINE_EXPECT(values->size() == paths.size() + 1);
    std::vector<Samples> spread(paths.size());
    for (std::size_t i = 0; !sweep.samples.empty() && i < sweep.samples.front().size(); ++i)
        if (const auto one = fit(sweep.repetition(i)))
            for (std::size_t p = 0; p < paths.size(); ++p)
                spread[p].push_back((*one)[p]);
    for (std::size_t p = 0; p < paths.size(); ++p)
        report.numbers.push_back({.path = paths[p],
                                  .value = (*values)[p],
                                  .how = how,
                                  .statistics = summarize(spread[p]),
                                  .residual = values->back()});
    return {};
}

void addTime(Report& report, std::string path, const Samples& samples, double factor, std::string how)
{
    Samples scaled;
    for (const double sample : samples)
        scaled.push_back(std::max(0.0, sample * factor));
    addMedian(report, std::move(path), scaled, std::move(how));
}

void addRate(Report& report, std::string path, const Samples& samples, double amount, std::string how)
{
    Samples rates;
    for (const double sample : samples)
        if (sample > 0)
            rates.push_back(amount / sample);
    addMedian(report, std::move(path), rates, std::move(how));
}

std::optional<double> valueOf(const Report& report, const std::string& path)
{
    for (const Number& number : report.numbers)
        if (number.path == path)
            return number.value;
    return {};
}

}  // namespace engine::calibrate::detail
