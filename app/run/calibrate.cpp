#include "app/run/commands.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/io/atomic_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <thread>

namespace app {

using namespace engine;
using Json = nlohmann::ordered_json;

namespace {

/// Nothing is recorded while a computer is measured.
class Nowhere final : public trace::Sink {
public:
    void write(trace::Record) override {}
    NameId intern(std::string_view) override { return NameId{0}; }
};

/// Issues operations on this computer and times them.
class Bench {
public:
    static Result<Bench> open()
    {
        Bench bench;
        auto platform = devices::cpu::openThisComputer({}, *bench.m_sink);
        if (!platform)
            return std::move(platform).error();
        bench.m_platform = *std::move(platform);
        return bench;
    }

    Result<VariableId> tensor(const tensor::Shape& shape)
    {
        return m_platform->create({m_platform->devices().front().id, shape, tensor::DataType::Float32, {}});
    }

    Status issue(ops::Operator op, std::span<const tensor::Shape> shapes, std::span<const VariableId> reads,
                 const tensor::Shape& shape, VariableId out, double scalar = 0)
    {
        device::OpRequest request;
        request.operation.op = op;
        request.operation.inputs.assign(shapes.begin(), shapes.end());
        request.operation.output = shape;
        request.operation.scalars[0] = scalar;
        request.operation.scalars[1] = 1;
        request.reads = reads;
        request.writes = std::span(&out, 1);
        request.device = m_platform->devices().front().id;
        const auto pushed = m_platform->push(request);
        return pushed ? m_platform->waitAll({}) : Status(Error(pushed.error()));
    }

    /// The median of seven timings of `work`, in seconds.
    Result<double> time(const std::function<Status()>& work)
    {
        std::vector<double> seconds;
        for (int i = 0; i < 8; ++i) {
            const Nanoseconds begin = m_platform->now();
            if (Status status = work(); !status)
                return std::move(status).error();
            if (i > 0)  // the first one warms up
                seconds.push_back(toSeconds(m_platform->now() - begin));
        }
        std::nth_element(seconds.begin(), seconds.begin() + 3, seconds.end());
        return seconds[3];
    }

    ~Bench()
    {
        if (m_platform)
            m_platform->finish();
    }
    Bench(Bench&&) = default;

private:
    Bench() = default;

    std::unique_ptr<Nowhere> m_sink = std::make_unique<Nowhere>();
    std::unique_ptr<device::Platform> m_platform;
};

/// Seconds of one operation on n x n matrices; `inputs` of them are read.
Result<double> seconds(Bench& bench, ops::Operator op, std::int64_t n, std::size_t inputs, double scalar)
{
    const tensor::Shape shape{n, n};
    const auto a = bench.tensor(shape);
    const auto out = bench.tensor(shape);
    if (!a || !out)
        return Error((a ? out : a).error());
    if (Status status = bench.issue(ops::Operator::Fill, {}, {}, shape, *a, 1); !status)
        return std::move(status).error();
    const std::vector<tensor::Shape> shapes(inputs, shape);
    const std::vector<VariableId> reads(inputs, *a);
    return bench.time([&] { return bench.issue(op, shapes, reads, shape, *out, scalar); });
}

Json fact(double value, const std::string& source)
{
    return {{"value", value}, {"kind", "measured"}, {"source", source + ", overlap-run calibrate"}};
}

struct Measurements {
    double gemm = 0;       ///< GFLOP/s
    double bandwidth = 0;  ///< GB/s
    double random = 0;     ///< million numbers/s
    double memcpyRate = 0;
    double operation = 0;  ///< microseconds
};

Result<Measurements> measure()
{
    auto bench = Bench::open();
    if (!bench)
        return std::move(bench).error();
    const auto product = seconds(*bench, ops::Operator::MatMul, 1500, 2, 0);
    const auto addition = seconds(*bench, ops::Operator::AddScalar, 4000, 1, 1);
    const auto random = seconds(*bench, ops::Operator::RandomUniform, 1500, 0, 0);
    const auto copy = seconds(*bench, ops::Operator::Copy, 4000, 1, 0);
    const auto small = seconds(*bench, ops::Operator::AddScalar, 1, 1, 1);
    for (const auto* one : {&product, &addition, &random, &copy, &small})
        if (!*one)
            return Error(one->error());
    Measurements result;
    result.gemm = 2 * 1500.0 * 1500 * 1500 / *product * 1e-9;
    result.bandwidth = 2 * 4.0 * 4000 * 4000 / *addition * 1e-9;
    result.random = 1500.0 * 1500 / *random * 1e-6;
    result.memcpyRate = 4.0 * 4000 * 4000 / *copy * 1e-9;
    result.operation = *small * 1e6;
    return result;
}

/// The template's own measurements are those of another computer.
void callEstimated(Json& entry)
{
    if (entry.is_object() && entry.contains("kind") && entry["kind"] == "measured")
        entry["kind"] = "estimated";
    else if (entry.is_object())
        for (auto& [name, inner] : entry.items())
            callEstimated(inner);
}

Json machineOf(Json machine, const Measurements& it)
{
    callEstimated(machine);
    const std::string cores = std::to_string(std::thread::hardware_concurrency());
    machine["id"] = "this-computer-model";
    machine["label"] = "Model of this computer";
    machine["note"] = "Processor, memory and operation cost were measured; what stands as estimated was not.";
    Json& host = machine["host"];
    host["model"] = "processor with " + cores + " threads";
    host["gemmGflops"] = fact(it.gemm, "product of 1500 x 1500");
    host["bandwidthGBps"] = fact(it.bandwidth, "x + 1 of 4000 x 4000");
    host["randomMillionsPerSecond"] = fact(it.random, "uniform numbers of 1500 x 1500");
    host["memcpyGBps"] = fact(it.memcpyRate, "copy of 4000 x 4000");
    const Json small = fact(it.operation, "x + 1 of one element, waited for");
    host["operationUs"] = {{"torch", small}, {"mxnet", small}};
    machine["frontEnd"]["wakeUs"] = {{"torch", machine["frontEnd"]["wakeUs"]["torch"]},
                                     {"mxnet", machine["frontEnd"]["wakeUs"]["torch"]}};
    return machine;
}

}  // namespace

CommandResult calibrate(const std::filesystem::path& templateFile, const Arguments& arguments)
{
    const auto text = io::readFile(templateFile, std::size_t{1} << 20U);
    if (!text)
        return Error(text.error());
    const Json base = Json::parse(*text, nullptr, false);
    if (base.is_discarded())
        return makeError(ErrorCode::BadFile, templateFile.string() + " is not JSON.");
    const auto measured = measure();
    if (!measured)
        return Error(measured.error());
    const std::string file = machineOf(base, *measured).dump(4) + "\n";
    if (!arguments.output.empty()) {
        if (Status status = io::writeFileAtomically(arguments.output, file); !status)
            return std::move(status).error();
        std::fprintf(stderr,
                     "overlap-run: %.1f GFLOP/s, %.1f GB/s, %.1f us an operation; only the processor is measured, "
                     "GPUs are not.\n",
                     measured->gemm, measured->bandwidth, measured->operation);
        return 0;
    }
    std::fputs(file.c_str(), stdout);
    return 0;
}

}  // namespace app
