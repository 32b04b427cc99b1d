#include "engine/analysis/critical_path.h"
#include "engine/analysis/timed_block.h"
#include "engine/trace/decisive_cause.h"
#include "engine/trace/recorder.h"
#include "tests/engine/trace/one_operation.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/graph/diagram.h"

#include <QTest>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

using namespace engine;
using namespace ui::graph;
using tests::Sample;

/// Tests the critical path in the graph.
class TestCriticalPath : public QObject {
    Q_OBJECT

private slots:
    void markedNodesAreThoseOfTheComputedCriticalPath_data()
    {
        QTest::addColumn<int>("sample");
        for (const auto& [sample, name] : {std::pair{Sample::Elementwise, "one device"},
                                           {Sample::TwoGpus, "the program waits between the operations"},
                                           {Sample::TwoGpusOverlap, "the clock stops early"},
                                           {Sample::CopyOverlap, "copies"}})
            QTest::newRow(name) << static_cast<int>(sample);
    }

    /// In the graph, exactly the nodes of the path that the analysis computes are critical and numbered.
    void markedNodesAreThoseOfTheComputedCriticalPath()
    {
        QFETCH(int, sample);
        const trace::TracePtr trace = tests::sampleTrace(static_cast<Sample>(sample));
        DiagramLimits limits;
        limits.grouping = Grouping::None;
        for (int block = -1; block < static_cast<int>(trace->blocks().size()); ++block) {
            const analysis::Scope scope =
                block < 0 ? analysis::runScope(*trace) : analysis::workScope(*trace, static_cast<std::size_t>(block));
            const std::vector<OpId> path = analysis::operationsOf(analysis::criticalPath(*trace, scope));
            QVERIFY(!path.empty());

            const Diagram diagram = makeDiagram(*trace, block, {}, limits);
            Diagram numbered = diagram;
            markPath(numbered, *trace, path, StepNumbers::Shown);

            std::set<OpId> shown, critical;
            for (const Node& node : diagram.nodes)
                if (node.shape != NodeShape::Input) {
                    shown.insert(node.ops.begin(), node.ops.end());
                    if (node.isCritical)
                        critical.insert(node.ops.begin(), node.ops.end());
                }
            std::set<OpId> expected(path.begin(), path.end());
            std::erase_if(expected, [&](OpId op) { return !shown.contains(op); });
            QCOMPARE(critical, expected);
            for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
                QCOMPARE(numbered.nodes[i].isCritical, diagram.nodes[i].isCritical);
                QCOMPARE(!numbered.nodes[i].steps.isEmpty(), diagram.nodes[i].isCritical);
            }
            for (std::size_t i = 0; i < diagram.edges.size(); ++i)
                QCOMPARE(numbered.edges[i].isCritical, diagram.edges[i].isCritical);
        }
    }

    /// For the program, a batch ends before the device has finished the work of the batch. The path ends with this
    /// work.
    void criticalPathOfABatchEndsWithTheLastWorkOfTheBatch()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::Elementwise);
        const analysis::Scope issued{
            trace->op(OpId{0}).issueBegin,
            trace->op(OpId{static_cast<std::uint32_t>(trace->opCount() - 1)}).issued + Nanoseconds{1}};
        QVERIFY(issued.end < analysis::workEnd(*trace, issued));
        DiagramLimits limits;
        limits.grouping = Grouping::None;

        const auto isLastCritical = [&](PathEnd pathEnd) {
            const Diagram diagram = makeDiagram(*trace, issued.begin, issued.end, limits, pathEnd);
            return std::ranges::any_of(diagram.nodes, [&](const Node& node) {
                return node.isCritical && !node.ops.empty() && node.ops.back().index + 1 == trace->opCount();
            });
        };
        QVERIFY(isLastCritical(PathEnd::Work));
        QVERIFY(!isLastCritical(PathEnd::Range));
    }

    /// A critical edge into an operation comes from the operation that delayed its start last. Waits of the
    /// program separate the chains of these edges.
    void criticalEdgesJoinConsecutiveOperationsOfThePath()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
        DiagramLimits limits;
        limits.grouping = Grouping::None;

        const Diagram diagram = makeDiagram(*trace, -1, {}, limits);

        std::size_t waits = 0;
        for (const Edge& edge : diagram.edges) {
            const Node& from = diagram.nodes[static_cast<std::size_t>(edge.from)];
            const Node& to = diagram.nodes[static_cast<std::size_t>(edge.to)];
            if (!edge.isCritical)
                continue;
            QVERIFY(from.isCritical);
            waits += to.shape == NodeShape::Wait ? 1 : 0;
            if (to.shape == NodeShape::Op)
                QCOMPARE(trace::decisiveCause(trace->op(to.ops.front())).op, from.ops.back());
        }
        QVERIFY2(waits >= 2, "the path passes several waits");
    }

    /// The program itself works until long after its only operation has ended.
    void captionStatesThatNoOperationIsOnTheCriticalPath()
    {
        trace::Recorder recorder;
        recorder.write(std::make_shared<const trace::RunInfo>());
        tests::writeOneOperation(recorder, Nanoseconds{10}, Bytes{1}, 1);
        trace::BlockRecord block;
        block.label = "work";
        block.end = Nanoseconds{1000};
        recorder.write(block);
        recorder.write(trace::EndRecord{Nanoseconds{1000}, true});
        recorder.finish();

        const Diagram diagram = makeDiagram(*recorder.snapshot(), 0);

        QCOMPARE(diagram.caption, QStringLiteral("The program sets the pace: no operation is on the critical path."));
        QVERIFY(std::ranges::none_of(diagram.nodes, &Node::isCritical));
    }
};

QTEST_GUILESS_MAIN(TestCriticalPath)
#include "tst_critical_path.moc"
