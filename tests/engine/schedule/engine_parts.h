#pragma once

#include "engine/schedule/engine.h"

#include <QTest>

#include <latch>
#include <vector>

/// Helpers for tests of the engine: gates that block operations, and sinks that store what they receive.
namespace schedule_tests {

using engine::schedule::Dispatcher;
using engine::schedule::EdgeEntry;
using engine::schedule::EdgeSink;
using engine::schedule::EngineOptions;
using engine::schedule::FailurePtr;
using engine::schedule::Life;
using engine::schedule::LifeSink;
using engine::schedule::Policy;
using engine::schedule::ReadyOp;

using Ids = std::vector<engine::VariableId>;

inline EngineOptions threaded(std::int64_t maxPending = 4096, bool isRecording = false)
{
    return EngineOptions{.maxPending = maxPending, .isRecording = isRecording};
}

/// Blocks the calling worker until the gate is opened.
class Gate {
public:
    void open() { m_latch.count_down(); }
    void pass() { m_latch.wait(); }

private:
    std::latch m_latch{1};
};

/// Collects ready operations, so that the test completes them later in any order.
class Collector final : public Dispatcher {
public:
    void ready(const ReadyOp& op) override { waiting.push_back(op); }
    void dropped(const ReadyOp& op, engine::trace::OpState state, const FailurePtr& failure) override
    {
        gone.push_back({op, state, failure});
    }

    struct Gone {
        ReadyOp op;
        engine::trace::OpState state;
        FailurePtr failure;
    };
    std::vector<ReadyOp> waiting;
    std::vector<Gone> gone;
};

struct EdgeList final : EdgeSink {
    void edge(engine::OpId from, engine::OpId to, engine::trace::DependencyKind kind) override
    {
        all.push_back({from, to, kind});
    }
    std::vector<EdgeEntry> all;
};

struct Lives final : LifeSink {
    void lives(std::span<const Life> part) override { all.insert(all.end(), part.begin(), part.end()); }
    void edges(std::span<const EdgeEntry>) override {}
    std::vector<Life> all;
};
/// Adds a data column "policy" with a row for each policy.
inline void addBothPolicies()
{
    QTest::addColumn<int>("policy");
    QTest::newRow("threaded") << static_cast<int>(Policy::Threaded);
    QTest::newRow("naive") << static_cast<int>(Policy::Naive);
}

}  // namespace schedule_tests
