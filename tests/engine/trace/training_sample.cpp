#include "tests/engine/trace/training_sample.h"

#include "engine/trace/recorder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

using namespace engine;
using namespace engine::trace;

namespace tests {

namespace {

constexpr const char* kSource = R"(def train_batch(X, y, gpu_params, ctx, lr):
    gpu_Xs, gpu_ys = split_and_load(X, ctx), split_and_load(y, ctx)
    with autograd.record():
        ls = [loss(lenet(gpu_X, gpu_W), gpu_y)
              for gpu_X, gpu_y, gpu_W in zip(gpu_Xs, gpu_ys, gpu_params)]
    for l in ls:
        l.backward()
    for i in range(len(gpu_params[0])):
        allreduce([gpu_params[c][i].grad for c in range(len(ctx))])
    for param in gpu_params:
        d2l.sgd(param, lr, X.shape[0])

def train(num_gpus, batch_size, lr):
    ctx = [mx.gpu(i) for i in range(num_gpus)]
    gpu_params = [get_params(params, c) for c in ctx]
    for epoch in range(4):
        for X, y in train_iter:
            train_batch(X, y, gpu_params, ctx, lr)
            nd.waitall()
        test_acc = evaluate_accuracy(test_iter, net, ctx[0])

train(num_gpus=1, batch_size=256, lr=0.2)
train(num_gpus=2, batch_size=256, lr=0.2)
)";

struct Layer {
    const char* name;
    const char* label;
    double micros;
};
constexpr std::array<Layer, 13> kForward{{{"Convolution", "conv1", 210},
                                          {"Activation", "relu1", 45},
                                          {"Pooling", "pool1", 60},
                                          {"Convolution", "conv2", 320},
                                          {"Activation", "relu2", 30},
                                          {"Pooling", "pool2", 35},
                                          {"Flatten", "flat", 12},
                                          {"FullyConnected", "dense1", 70},
                                          {"Activation", "relu3", 12},
                                          {"FullyConnected", "dense2", 25},
                                          {"softmax", "softmax", 14},
                                          {"pick", "pick", 12},
                                          {"mean", "loss", 14}}};
constexpr std::array<double, 8> kGradients{{0.8, 0.1, 100, 0.2, 410, 0.5, 5, 0.05}};  // in KB

/// A program thread that trains a net, and the in-order lanes to which it issues.
class Trainer {
public:
    Trainer(const TrainingShape& shape, Sink& sink) : m_shape(shape), m_sink(sink) {}

    void run()
    {
        begin();
        std::int32_t line = 23;
        for (std::size_t i = 0; i < m_shape.gpus.size(); ++i) {
            m_line = line++;
            m_isLast = i + 1 == m_shape.gpus.size();
            train(m_shape.gpus[i]);
        }
        if (m_shape.isCutAtBatch < 0)
            m_sink.write(EndRecord{m_now, true});
    }

private:
    struct Gpu {
        DeviceId device;
        LaneId compute, in, out, peer;
    };

    void begin()
    {
        RunInfo info;
        info.program = "13.5";
        info.title = "LeNet, data parallel";
        info.section = "13.5";
        info.source = kSource;
        info.dialect = "mxnet";
        info.machine = "book-v100";
        info.machineLabel = "2× V100 (the book's machine)";
        info.parameters = {{"batch", "256"}, {"lr", "0.2"}};
        m_sink.write(std::make_shared<const RunInfo>(std::move(info)));
        m_sink.write(DeviceRecord{DeviceId{0}, DeviceKind::Cpu, "CPU", "", {}, {}, 0});
        addLane(DeviceId{0}, LaneRole::Frontend, "Python");
        addLane(DeviceId{0}, LaneRole::CpuWorker, "CPU");
        for (int i = 0; i < 2; ++i) {
            const DeviceId device{1 + i};
            m_sink.write(DeviceRecord{device,
                                      DeviceKind::Gpu,
                                      "GPU " + std::to_string(i),
                                      "V100 · 16 GB",
                                      Bytes{16} * kGiB.value,
                                      {},
                                      15.7e12});
            Gpu gpu;
            gpu.device = device;
            gpu.compute = addLane(device, LaneRole::Compute, "compute");
            gpu.in = addLane(device, LaneRole::CopyIn, "copy in");
            gpu.out = addLane(device, LaneRole::CopyOut, "copy out");
            gpu.peer = addLane(device, LaneRole::CopyPeer, "to peer");
            m_gpus.push_back(gpu);
        }
    }

    LaneId addLane(DeviceId device, LaneRole role, const std::string& name)
    {
        const LaneId id{m_free.size()};
        m_free.push_back({{}, OpId{}});
        m_sink.write(LaneRecord{id, device, role, 0, name, 0});
        return id;
    }

    struct What {
        std::string name, label, phase;
        Kind kind = Kind::Compute;
        DeviceId device;
        LaneId lane;
        double micros = 0;
        double dispatchMicros = 26;
        double bytes = 0;
        std::vector<OpId> reads{};
    };

    OpId issue(const What& what)
    {
        const OpId op{m_ends.size()};
        const Nanoseconds begin = m_now;
        m_now += us(what.dispatchMicros);
        IssueRecord issue;
        issue.op = op;
        issue.begin = begin;
        issue.end = m_now;
        issue.name = m_sink.intern(what.name);
        issue.label = m_sink.intern(what.label);
        issue.phase = what.phase.empty() ? NameId{} : m_sink.intern(what.phase);
        issue.kind = what.kind;
        issue.device = what.device;
        issue.line = m_line;
        issue.bytes = Bytes{static_cast<std::int64_t>(what.bytes)};
        m_sink.write(issue);
        LifeRecord life;
        life.op = op;
        life.lane = what.lane;
        life.ready = m_now;
        life.readyCause = {CauseKind::Issued, {}};
        for (const OpId from : what.reads) {
            m_sink.write(DependencyRecord{from, op, DependencyKind::ReadAfterWrite});
            if (m_ends[from.index] > life.ready) {
                life.ready = m_ends[from.index];
                life.readyCause = {CauseKind::Data, from};
            }
        }
        auto& [free, before] = m_free[what.lane.index];
        life.started = std::max(life.ready, free);
        life.startCause = free > life.ready ? Cause{CauseKind::Stream, before} : life.readyCause;
        life.finished = life.started + us(what.micros);
        free = life.finished;
        before = op;
        m_ends.push_back(life.finished);
        m_sink.write(life);
        return op;
    }

    void waitAll(const char* call)
    {
        WaitRecord wait;
        wait.begin = m_now;
        wait.line = m_line;
        wait.call = m_sink.intern(call);
        for (const auto& [free, last] : m_free)
            if (free > m_now) {
                m_now = free;
                wait.releasedBy = last;
            }
        m_now += us(12);
        wait.end = m_now;
        m_sink.write(wait);
    }

    static Nanoseconds us(double micros) { return fromSeconds(micros * 1e-6); }

    void train(int gpus)
    {
        for (int epoch = 0; epoch < m_shape.epochs; ++epoch) {
            const Nanoseconds begin = m_now;
            for (int batch = 0; batch < m_shape.batches; ++batch) {
                const bool isCut = m_isLast && epoch + 1 == m_shape.epochs && batch == m_shape.isCutAtBatch;
                if (isCut)
                    return;
                trainBatch(gpus, epoch, batch);
            }
            evaluate(epoch);
            m_sink.write(StepRecord{begin, m_now, StepKind::Epoch, epoch, m_shape.epochs, m_line});
        }
    }

    void trainBatch(int gpus, int epoch, int batch)
    {
        const Nanoseconds begin = m_now;
        m_now += us(900);
        m_sink.write(HostRecord{begin, m_now, m_line, m_sink.intern("read batch"), {}, {}});
        std::vector<OpId> last, losses;
        for (int g = 0; g < gpus; ++g)
            last.push_back(issue({"copyto", "X", "split_and_load", Kind::CopyIn, m_gpus[at(g)].device, m_gpus[at(g)].in,
                                  95.0 / gpus, 30, 802'816.0 / gpus}));
        for (int g = 0; g < gpus; ++g) {
            for (const Layer& layer : kForward) {
                const bool isLoss = layer.label == std::string_view("loss");
                last[at(g)] = issue({layer.name,
                                     layer.label,
                                     isLoss ? "forward" : "lenet",
                                     Kind::Compute,
                                     m_gpus[at(g)].device,
                                     m_gpus[at(g)].compute,
                                     layer.micros / std::sqrt(gpus),
                                     90,
                                     1e6,
                                     {last[at(g)]}});
            }
            losses.push_back(last[at(g)]);
        }
        for (int g = 0; g < gpus; ++g)
            for (std::size_t i = kForward.size(); i-- > 0;)
                last[at(g)] = issue({std::string("_backward_") + kForward[i].name,
                                     std::string(kForward[i].label) + ".d",
                                     "backward",
                                     Kind::Backward,
                                     m_gpus[at(g)].device,
                                     m_gpus[at(g)].compute,
                                     2 * kForward[i].micros / std::sqrt(gpus),
                                     12,
                                     1e6,
                                     {last[at(g)]}});
        if (gpus > 1)
            allReduce(gpus, last);
        for (int g = 0; g < gpus; ++g)
            for (std::size_t i = 0; i < kGradients.size(); ++i)
                issue({"sgd_update",
                       std::string("W") + std::to_string(i),
                       "sgd",
                       Kind::Elementwise,
                       m_gpus[at(g)].device,
                       m_gpus[at(g)].compute,
                       14,
                       40,
                       kGradients[i] * 3000,
                       {last[at(g)]}});
        waitAll("nd.waitall()");
        m_sink.write(StepRecord{begin, m_now, StepKind::Batch, batch, m_shape.batches, m_line});
        const double done = epoch + static_cast<double>(batch) / m_shape.batches;
        m_sink.write(MetricRecord{m_now, "train loss", 2.3 / (1 + std::exp(2.4 * (done - 1.1))) + 0.62,
                                  epoch * m_shape.batches + batch});
    }

    void allReduce(int gpus, std::vector<OpId>& last)
    {
        for (std::size_t i = 0; i < kGradients.size(); ++i) {
            const std::string label = std::string("W") + std::to_string(i) + ".grad";
            const double micros = 20 + kGradients[i] * 0.7;
            for (int g = 1; g < gpus; ++g) {
                const OpId there = issue({"copyto",
                                          label,
                                          "allreduce",
                                          Kind::CopyPeer,
                                          m_gpus[0].device,
                                          m_gpus[at(g)].peer,
                                          micros,
                                          60,
                                          kGradients[i] * 1000,
                                          {last[at(g)]}});
                last[0] = issue({"_plus",
                                 label,
                                 "allreduce",
                                 Kind::Elementwise,
                                 m_gpus[0].device,
                                 m_gpus[0].compute,
                                 20,
                                 40,
                                 kGradients[i] * 3000,
                                 {last[0], there}});
            }
            for (int g = 1; g < gpus; ++g)
                last[at(g)] = issue({"copyto",
                                     label,
                                     "allreduce",
                                     Kind::CopyPeer,
                                     m_gpus[at(g)].device,
                                     m_gpus[0].peer,
                                     micros,
                                     60,
                                     kGradients[i] * 1000,
                                     {last[0]}});
        }
    }

    void evaluate(int epoch)
    {
        const int batches = std::max(1, m_shape.batches / 6);
        for (int batch = 0; batch < batches; ++batch)
            for (const Layer& layer : kForward)
                issue({layer.name, layer.label, "evaluate_accuracy", Kind::Compute, m_gpus[0].device, m_gpus[0].compute,
                       layer.micros, 40, 1e6});
        waitAll("asscalar()");
        constexpr std::array<double, 4> kAccuracy{0.10, 0.60, 0.75, 0.70};
        m_sink.write(MetricRecord{m_now, "test accuracy", kAccuracy[at(epoch) % kAccuracy.size()], epoch});
    }

    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    const TrainingShape& m_shape;
    Sink& m_sink;
    std::vector<Gpu> m_gpus;
    Nanoseconds m_now{fromSeconds(0.25)};
    std::int32_t m_line = 0;
    bool m_isLast = false;
    std::vector<std::pair<Nanoseconds, OpId>> m_free;  ///< per lane: time from which it is free, and last operation
    std::vector<Nanoseconds> m_ends;
};

}  // namespace

void writeTraining(const TrainingShape& shape, Sink& sink)
{
    Trainer(shape, sink).run();
}

TracePtr trainingTrace(const TrainingShape& shape)
{
    Recorder recorder;
    writeTraining(shape, recorder);
    recorder.finish();
    return recorder.snapshot();
}

}  // namespace tests
