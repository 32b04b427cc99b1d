#pragma once

#include "engine/device/ranks.h"
#include "engine/devices/cuda/open_computer.h"
#include "engine/ranks/mpi/world.h"
#include "tests/devices/driver.h"
#include "tests/devices/fake_gpu.h"
#include "tests/engine/ranks/mpi/fake_mpi.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <thread>
#include <vector>

/// Shared by tests of ranks whose tensors are on GPUs. Threads imitate the GPUs, their library and MPI.
namespace conformance {

using device::EnginePolicy;
using device::Semantics;
using ops::Operator;
using trace::CollectiveKind;
using trace::Kind;
using trace::ReduceOp;

inline constexpr int kElements = 7;
inline constexpr DeviceId kGpu{1};

/// A call that the ranks make together.
struct Call {
    CollectiveKind kind = CollectiveKind::AllReduce;
    ReduceOp op = ReduceOp::None;
    int root = -1;
    GroupId group{0};
};

/// One rank, whose program runs on a thread.
class Rank {
public:
    Rank(int number, const Opener& open, device::PlatformOptions options)
        : m_world(*ranks::mpi::World::start(tests::FakeMpi::moduleOf(number), worldOptions())),
          m_driver(open, withTransport(options, *m_world)),
          m_number(number)
    {
    }

    [[nodiscard]] Driver& driver() { return m_driver; }
    [[nodiscard]] ranks::mpi::World& world() { return *m_world; }
    [[nodiscard]] int number() const { return m_number; }
    /// If `isWanted`, collectives use the library of the GPUs, and this rank selects a separate GPU.
    void useLibrary(bool isWanted = true)
    {
        m_driver.platform().ranks()->setLibrary(isWanted);
        if (isWanted)
            m_driver.device = DeviceId{m_number + 1};
    }
    /// Blocks until this rank has arrived at a collective.
    void awaitArrival() { m_hasArrived.wait(false); }
    /// Returns no values if they cannot be read.
    [[nodiscard]] Values valuesOf(const Handle& tensor)
    {
        const Result<Values> values = m_driver.valuesOf(tensor);
        return values ? *values : Values();
    }

    /// Sums the tensor over the ranks. Returns the error message; empty if the sum succeeds.
    [[nodiscard]] std::string errorOfSum(const Handle& tensor, std::int32_t line)
    {
        const Result<OpId> op = call({CollectiveKind::AllReduce, ReduceOp::Sum}, {tensor}, {tensor}, line);
        const Status status = op ? m_driver.wait(tensor) : Status(op.error());
        return status ? std::string() : status.error().english();
    }
    Result<OpId> call(const Call& what, const std::vector<Handle>& reads, const std::vector<Handle>& writes,
                      std::int32_t line = 1)
    {
        std::vector<VariableId> ids;
        for (const Handle& handle : reads)
            ids.push_back(handle.id);
        for (const Handle& handle : writes)
            ids.push_back(handle.id);
        device::CollectiveRequest request;
        request.kind = what.kind;
        request.group = what.group;
        request.op = what.op;
        request.root = what.root;
        request.reads = std::span(ids).first(reads.size());
        request.writes = std::span(ids).subspan(reads.size());
        request.device = (writes.empty() ? reads : writes).front().device;
        request.line = line;
        request.name = m_driver.intern("collective");
        return m_driver.platform().ranks()->collective(request);
    }

    /// Ends the run of this rank. All ranks must call it.
    trace::TracePtr finish()
    {
        trace::TracePtr trace = m_driver.finish();
        static_cast<void>(m_world->close(""));
        return trace;
    }

private:
    [[nodiscard]] ranks::mpi::World::Options worldOptions()
    {
        ranks::mpi::World::Options options;
        options.grace = std::chrono::milliseconds(100);
        options.positionChanged = [this](const auto& position) {
            m_hasArrived = position.has_value();
            m_hasArrived.notify_all();
        };
        return options;
    }
    static device::PlatformOptions withTransport(device::PlatformOptions options, device::RankTransport& transport)
    {
        options.transport = &transport;
        return options;
    }

    std::atomic<bool> m_hasArrived{false};
    std::unique_ptr<ranks::mpi::World> m_world;
    Driver m_driver;
    const int m_number;
};

/// The name of the GPU library that rank `other` of runRanks() reports; null: it has no library.
inline const char* g_otherLibrary = nullptr;

/// The trace of each rank, and the first problem of a trace; empty: none.
struct Run {
    std::vector<trace::TracePtr> traces;
    std::string problem;
};
/// Runs `program` on a thread for each rank; further threads imitate the GPUs. All ranks have the same GPUs and a
/// library for them, except rank `other`, which has g_otherLibrary.
inline Run runRanks(int count, const fake::Settings& settings, const device::PlatformOptions& options,
                    const std::function<void(Rank&)>& program, int other = -1)
{
    const devices::cuda::ModuleSearch search = devices::cuda::probeModule(fake::makeModule(settings));
    devices::cuda::abi::Module table = **search.module;
    table.collectives = [] { return g_otherLibrary; };
    devices::cuda::ModuleSearch another = search;
    another.module = std::make_shared<const devices::cuda::Module>(table);
    const tests::FakeMpi mpi(count);
    const auto openerOf = [&](int rank) {
        return [&of = rank == other ? another : search](const device::PlatformOptions& with, trace::Sink& sink) {
            return devices::cuda::openComputer(of, with, sink);
        };
    };
    Run run;
    run.traces.resize(static_cast<std::size_t>(count));
    {
        std::vector<std::jthread> threads;
        for (int number = 0; number < count; ++number)
            threads.emplace_back([&, number] {
                Rank rank(number, openerOf(number), options);
                program(rank);
                run.traces[static_cast<std::size_t>(number)] = rank.finish();
            });
    }
    for (const trace::TracePtr& trace : run.traces)
        if (run.problem.empty())
            run.problem = problemOf(*trace);
    return run;
}

inline device::PlatformOptions optionsOf(Semantics semantics, EnginePolicy policy = EnginePolicy::Threaded)
{
    device::PlatformOptions options;
    options.semantics = semantics;
    options.policy = policy;
    options.values = trace::ValueMode::Computed;
    return options;
}

inline void addRules()
{
    QTest::addColumn<Semantics>("semantics");
    QTest::addColumn<EnginePolicy>("policy");
    QTest::addColumn<bool>("library");
    for (const bool hasLibrary : {false, true}) {
        const char* const by = hasLibrary ? ", library" : "";
        QTest::addRow("torch%s", by) << Semantics::Torch << EnginePolicy::Threaded << hasLibrary;
        QTest::addRow("mxnet%s", by) << Semantics::MXNet << EnginePolicy::Threaded << hasLibrary;
        QTest::addRow("mxnet, naive%s", by) << Semantics::MXNet << EnginePolicy::Naive << hasLibrary;
    }
}

inline bool hasEdge(const trace::Trace& trace, OpId from, OpId to)
{
    return std::ranges::any_of(trace.edges(),
                               [&](const trace::Edge& edge) { return edge.from == from && edge.to == to; });
}

inline std::vector<OpId> opsOf(const trace::Trace& trace, Kind kind)
{
    std::vector<OpId> found;
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (trace.op(OpId(i)).kind == kind)
            found.emplace_back(i);
    return found;
}

inline bool hasNote(const trace::Trace& trace, const std::string& part)
{
    const auto& notes = trace.notes();
    return 1 == std::ranges::count_if(std::views::iota(std::size_t{0}, notes.size()), [&](std::size_t i) {
               return notes[i].text.english().find(part) != std::string::npos;
           });
}

inline void addWhether(const char* name)
{
    QTest::addColumn<bool>(name);
    QTest::newRow("without") << false;
    QTest::newRow("with") << true;
}

inline trace::LaneRole roleOf(const trace::Trace& trace, OpId op)
{
    const auto lane = std::ranges::find(trace.lanes(), trace.op(op).lane, &trace::LaneRecord::id);
    return lane->role;
}

}  // namespace conformance

Q_DECLARE_METATYPE(engine::device::Semantics)
Q_DECLARE_METATYPE(engine::device::EnginePolicy)
