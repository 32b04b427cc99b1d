#include "engine/trace/store.h"
#include "ui/graph/diagram.h"

#include <QTest>
#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

using namespace engine;
using namespace ui::graph;

namespace {

/// Records ten products. Product i is followed by a wait on line lineOf(i). All products are complete before a last
/// wait on line 31.
template <typename LineOf>
trace::TracePtr tenProducts(LineOf lineOf)
{
    trace::Store store;
    store.apply(std::make_shared<const trace::RunInfo>());
    store.apply(trace::DeviceRecord{DeviceId(0), trace::DeviceKind::Gpu, "GPU 0", "", {}, {}, 0});
    store.apply(trace::LaneRecord{LaneId(0), DeviceId(0), trace::LaneRole::Compute, 0, "compute", 0});
    store.apply(trace::NameRecord{NameId(0), "mm"});
    store.apply(trace::NameRecord{NameId(1), "to"});
    const auto wait = [&](std::int64_t at, std::int32_t line) {
        store.apply(trace::WaitRecord{Nanoseconds{at}, Nanoseconds{at + 5}, line, NameId(1)});
    };
    for (std::uint32_t i = 0; i < 10; ++i) {
        trace::IssueRecord issue;
        issue.op = OpId(i);
        issue.begin = Nanoseconds{i * 10};
        issue.end = Nanoseconds{i * 10 + 1};
        issue.name = NameId(0);
        issue.line = 9;
        issue.device = DeviceId(0);
        store.apply(issue);
        wait(i * 10 + 2, lineOf(static_cast<int>(i)));
    }
    wait(110, 31);
    store.apply(trace::EndRecord{Nanoseconds{200}, true});
    return store.snapshot();
}

}  // namespace

/// Tests that a timed block with a single loop is drawn as one iteration, and how the waits of a loop are drawn.
class TestLoop : public QObject {
    Q_OBJECT

private slots:
    /// The trace has three iterations on two devices, with a wait in each iteration. Line 9 is in a function that each
    /// iteration calls twice.
    void loopWithWaitsIsDrawnAsOneIterationGroupedByLineAndDevice()
    {
        constexpr int kLines[] = {1, 1, 2, 2, 9, 9, 3, 3, 9, 9, 4, 4};
        constexpr int kTurn = std::size(kLines), kTurns = 3;
        trace::Store store;
        store.apply(std::make_shared<const trace::RunInfo>());
        store.apply(trace::NameRecord{NameId(0), "mm"});
        for (int device = 0; device < 2; ++device) {
            store.apply(trace::DeviceRecord{DeviceId(device), trace::DeviceKind::Gpu, "GPU", "", {}, {}, 0});
            store.apply(trace::LaneRecord{LaneId(device), DeviceId(device), trace::LaneRole::Compute, 0, "compute", 0});
        }
        for (int i = 0; i < kTurn * kTurns; ++i) {
            trace::IssueRecord issue;
            issue.op = OpId(i);
            issue.begin = Nanoseconds{i * 10};
            issue.end = Nanoseconds{i * 10 + 5};
            issue.name = NameId(0);
            issue.device = DeviceId(i % 2);
            issue.line = kLines[i % kTurn];
            store.apply(issue);
            if (i >= 2)
                store.apply(trace::DependencyRecord{OpId(i - 2), OpId(i), trace::DependencyKind::ReadAfterWrite});
            trace::LifeRecord life;
            life.op = OpId(i);
            life.lane = LaneId(i % 2);
            life.ready = life.started = issue.end;
            life.finished = Nanoseconds{i * 10 + 9};
            store.apply(life);
            if (i % kTurn == 6)
                store.apply(
                    trace::WaitRecord{life.started, life.finished, 3, {}, trace::WaitTarget::All, {}, {}, OpId(i)});
        }
        store.apply(trace::EndRecord{Nanoseconds{kTurn * kTurns * 10}, true});

        const trace::TracePtr trace = store.snapshot();
        const Diagram diagram = makeDiagram(*trace, -1);

        QCOMPARE(diagram.nodes.size(), std::size_t{kTurn});
        for (const Node& node : diagram.nodes) {
            QCOMPARE(node.ops.size(), std::size_t{kTurns});
            for (const OpId op : node.ops)
                QCOMPARE(trace->op(op).device, node.device);
        }
    }

    void waitsOfALoopAreLinkedToTheWaitAfterTheLoop()
    {
        const Diagram diagram = makeDiagram(*tenProducts([](int) { return 10; }), -1);

        std::vector<int> waits;
        for (std::size_t i = 0; i < diagram.nodes.size(); ++i)
            if (diagram.nodes[i].shape == NodeShape::Wait)
                waits.push_back(static_cast<int>(i));
        QCOMPARE(waits.size(), std::size_t{2});
        QCOMPARE(diagram.nodes[static_cast<std::size_t>(waits[0])].title, QStringLiteral("10 × .to()"));
        const auto reaches = [&](int to, bool isFromWait) {
            return std::any_of(diagram.edges.begin(), diagram.edges.end(), [&](const ui::graph::Edge& edge) {
                return edge.to == to && (edge.from == waits[0]) == isFromWait;
            });
        };
        QVERIFY(reaches(waits[0], false));
        QVERIFY(reaches(waits[1], true));
    }

    void waitsOnManyLinesShareANodeThatShowsTheirRange()
    {
        const Diagram diagram = makeDiagram(*tenProducts([](int i) { return 10 + 2 * i; }), -1);

        const auto wait = std::ranges::find(diagram.nodes, NodeShape::Wait, &Node::shape);
        QVERIFY(wait != diagram.nodes.end());
        QCOMPARE(wait->title, QStringLiteral("11 waits"));
        QCOMPARE(wait->subtitle, QStringLiteral("lines 10–31"));
    }
};

QTEST_MAIN(TestLoop)
#include "tst_loop.moc"
