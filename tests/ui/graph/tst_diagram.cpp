#include "engine/analysis/training.h"
#include "engine/ranks/overview.h"
#include "engine/trace/store.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/engine/trace/training_sample.h"
#include "ui/graph/diagram.h"
#include "ui/graph/dot.h"
#include "ui/graph/graph_view.h"
#include "ui/model/visible_range.h"

#include <QComboBox>
#include <QTest>
#include <algorithm>
#include <map>
#include <random>
#include <tuple>

using namespace engine;
using namespace ui::graph;
using namespace std::chrono_literals;
using tests::Sample;

namespace {

std::size_t countOf(const Diagram& diagram, NodeShape shape)
{
    return static_cast<std::size_t>(
        std::count_if(diagram.nodes.begin(), diagram.nodes.end(), [&](const Node& n) { return n.shape == shape; }));
}

/// Records `count` operations. Operation i reads the operations `edges(i)`. The names repeat after `names` operations,
/// so only operations whose distance is a multiple of `names` are similar.
template <typename Edges, typename Lines>
trace::TracePtr traceOf(int count, int names, const Edges& edges, const Lines& lineOf)
{
    trace::Store store;
    store.apply(std::make_shared<const trace::RunInfo>());
    store.apply(trace::DeviceRecord{DeviceId(0), trace::DeviceKind::Cpu, "CPU", "", {}, {}, 0});
    store.apply(trace::LaneRecord{LaneId(0), DeviceId(0), trace::LaneRole::CpuWorker, 0, "compute", 0});
    for (int n = 0; n < names; ++n)
        store.apply(trace::NameRecord{NameId(n), "op" + std::to_string(n)});
    for (int i = 0; i < count; ++i) {
        trace::IssueRecord issue;
        issue.op = OpId(i);
        issue.begin = Nanoseconds{i * 10};
        issue.end = Nanoseconds{i * 10 + 5};
        issue.name = NameId(i % names);
        issue.device = DeviceId(0);
        issue.line = lineOf(i);
        store.apply(issue);
        for (const int from : edges(i))
            store.apply(trace::DependencyRecord{OpId(from), OpId(i), trace::DependencyKind::ReadAfterWrite});
        trace::LifeRecord life;
        life.op = OpId(i);
        life.lane = LaneId(0);
        life.ready = issue.end;
        life.started = Nanoseconds{i * 100};
        life.finished = Nanoseconds{i * 100 + 90};
        store.apply(life);
    }
    store.apply(trace::EndRecord{Nanoseconds{count * 100}, true});
    return store.snapshot();
}

template <typename Edges>
trace::TracePtr traceOf(int count, int names, const Edges& edges)
{
    return traceOf(count, names, edges, [names](int i) { return 1 + i % names; });
}

/// Records operations. Each one reads one to three random results of the previous 40 operations.
trace::TracePtr randomDependencyTrace(int count, int names)
{
    std::mt19937 random(7);
    return traceOf(count, names, [&](int i) {
        std::vector<int> from;
        for (auto n = random() % 3 + 1; n > 0 && i > 0; --n)
            from.push_back(i - 1 -
                           static_cast<int>(random() % static_cast<std::mt19937::result_type>(std::min(i, 40))));
        return from;
    });
}

/// The edges of a graph, counted one by one from the edges of the trace.
std::map<std::tuple<int, int, EdgeStyle>, int> edgesBetween(const Diagram& diagram, const trace::Trace& trace)
{
    std::map<OpId, int> nodeOf;
    for (std::size_t v = 0; v < diagram.nodes.size(); ++v)
        for (const OpId op : diagram.nodes[v].ops)
            nodeOf[op] = static_cast<int>(v);
    std::map<std::tuple<int, int, EdgeStyle>, int> counts;
    for (const trace::Edge& edge : trace.edges()) {
        const auto from = nodeOf.find(edge.from), to = nodeOf.find(edge.to);
        if (edge.kind == trace::DependencyKind::Stream || from == nodeOf.end() || to == nodeOf.end() ||
            from->second == to->second || diagram.nodes[static_cast<std::size_t>(to->second)].shape == NodeShape::Input)
            continue;
        ++counts[{from->second, to->second, static_cast<EdgeStyle>(edge.kind)}];
    }
    return counts;
}

void verifyNoOverlap(const Diagram& diagram)
{
    for (std::size_t a = 0; a < diagram.nodes.size(); ++a)
        for (std::size_t b = a + 1; b < diagram.nodes.size(); ++b)
            QVERIFY(!diagram.nodes[a].rect.intersects(diagram.nodes[b].rect));
}

}  // namespace

class TestDiagram : public QObject {
    Q_OBJECT

private slots:
    void batchIsDrawnAsANetOfLayers()
    {
        const trace::TracePtr trace = tests::trainingTrace({{1, 2}, 1, 3});
        const auto training = analysis::training(*trace);
        const analysis::Batch& batch = training.batches.back();

        const Diagram diagram = makeNetDiagram(*trace, batch.begin, batch.end);

        // LeNet without recorded layers. The diagram derives the layers from the names of operators.
        QVERIFY(diagram.isNet);
        QCOMPARE(countOf(diagram, NodeShape::Wait), std::size_t{1});
        std::size_t operations = 0;
        for (const Node& node : diagram.nodes)
            operations += node.ops.size();
        QCOMPARE(operations, diagram.operations);
        QVERIFY(std::any_of(diagram.nodes.begin(), diagram.nodes.end(), [](const Node& node) {
            return node.shape == NodeShape::Cell && node.tip.startsWith(QStringLiteral("all-reduce"));
        }));
        verifyNoOverlap(diagram);
    }

    void residualNetIsDrawnAsOneNodePerBlock()
    {
        // A stem of two operations, three residual blocks with their sums, and two dense layers at the end.
        trace::Store store;
        store.apply(std::make_shared<const trace::RunInfo>());
        store.apply(trace::DeviceRecord{DeviceId(0), trace::DeviceKind::Gpu, "GPU 0", "", {}, {}, 0});
        store.apply(trace::LaneRecord{LaneId(0), DeviceId(0), trace::LaneRole::Compute, 0, "compute", 0});
        const char* const names[] = {"conv", "relu", "add", "linear", "forward"};
        for (std::uint32_t i = 0; i < 5; ++i)
            store.apply(trace::NameRecord{NameId(i), names[i]});
        std::uint32_t count = 0;
        const auto add = [&](std::uint32_t name, std::initializer_list<std::uint32_t> from) {
            trace::IssueRecord issue;
            issue.op = OpId(count);
            issue.begin = Nanoseconds{count};
            issue.end = Nanoseconds{count + 1};
            issue.name = NameId(name);
            issue.phase = NameId(4);
            issue.device = DeviceId(0);
            store.apply(issue);
            for (const std::uint32_t producer : from)
                store.apply(
                    trace::DependencyRecord{OpId(producer), OpId(count), trace::DependencyKind::ReadAfterWrite});
            return count++;
        };
        std::uint32_t x = add(1, {add(0, {})});
        for (int block = 0; block < 3; ++block) {
            const std::uint32_t straight = add(0, {add(1, {add(0, {x})})});
            x = add(1, {add(2, {straight, block == 1 ? add(0, {x}) : x})});
        }
        add(3, {add(3, {x})});
        store.apply(trace::EndRecord{Nanoseconds{1000}, true});

        DiagramLimits limits;
        limits.depth = Depth::Blocks;
        const Diagram diagram = makeNetDiagram(*store.snapshot(), Nanoseconds{0}, Nanoseconds{1000}, limits);

        std::vector<std::pair<QString, std::size_t>> parts;
        for (const Node& node : diagram.nodes)
            if (node.shape == NodeShape::Layer)
                parts.emplace_back(node.title, node.ops.size());
        const std::vector<std::pair<QString, std::size_t>> wanted{{QStringLiteral("conv"), 2},
                                                                  {QStringLiteral("block 1"), 5},
                                                                  {QStringLiteral("block 2"), 6},
                                                                  {QStringLiteral("block 3"), 5},
                                                                  {QStringLiteral("dense"), 2}};
        QCOMPARE(parts, wanted);
        verifyNoOverlap(diagram);
    }

    void eagerAndCompiledNetAreDrawnSideBySide()
    {
        trace::Store store;
        auto run = std::make_shared<trace::RunInfo>();
        run->source = "before\n    y = net(x)\nafter\n    y = net(x)\n";
        store.apply(std::shared_ptr<const trace::RunInfo>(run));
        store.apply(trace::DeviceRecord{DeviceId(0), trace::DeviceKind::Cpu, "CPU", "", {}, {}, 0});
        for (std::uint32_t i = 0; i < 2; ++i)
            store.apply(trace::NameRecord{NameId(i), i == 0 ? "dense" : "compiled"});
        std::uint32_t count = 0;
        std::int64_t now = 0;
        for (int block = 0; block < 2; ++block) {
            const std::int64_t begin = now;
            for (int pass = 0; pass < 4; ++pass) {
                const std::int64_t passBegin = now;
                for (int i = 0; i < (block == 0 ? 3 : 1); ++i, ++count, now += 10) {
                    trace::IssueRecord issue;
                    issue.op = OpId(count);
                    issue.begin = Nanoseconds{now};
                    issue.end = Nanoseconds{now + 5};
                    issue.name = NameId(static_cast<std::uint32_t>(block));
                    issue.device = DeviceId(0);
                    store.apply(issue);
                    if (i > 0)
                        store.apply(trace::DependencyRecord{OpId(count - 1), OpId(count),
                                                            trace::DependencyKind::ReadAfterWrite});
                }
                store.apply(trace::LineRecord{Nanoseconds{passBegin}, Nanoseconds{now}, block == 0 ? 2 : 4});
            }
            store.apply(trace::BlockRecord{Nanoseconds{begin}, Nanoseconds{now}, block == 0 ? 1 : 3,
                                           block == 0 ? "before" : "after", 0, false});
        }
        store.apply(trace::EndRecord{Nanoseconds{now}, true});
        const trace::TracePtr trace = store.snapshot();

        const auto pair = pairOf(*trace);
        QVERIFY(pair.has_value());
        const Diagram diagram = makePairDiagram(*trace, *pair);

        QCOMPARE(pair->before, 0);
        QCOMPARE(pair->after, 1);
        QCOMPARE(diagram.operations, std::size_t{4});
        QCOMPARE(diagram.edges.size(), std::size_t{2});
        QCOMPARE(countOf(diagram, NodeShape::Header), std::size_t{2});
        verifyNoOverlap(diagram);
        QVERIFY(!pairOf(*tests::sampleTrace(Sample::TwoGpus)));
    }

    void wholeTrainingIsFoldedToFewNodes()
    {
        const trace::TracePtr trace = tests::trainingTrace({{1, 2}, 2, 150});
        QVERIFY(trace->opCount() > 20'000);

        const Diagram diagram = makeDiagram(*trace, -1);

        QVERIFY(diagram.nodes.size() <= 150);
        QCOMPARE(diagram.operations, trace->opCount());
    }

    void elementwiseSampleTraceIsDrawnAsFourNodesAndThreeEdges()
    {
        const Diagram diagram = makeDiagram(*tests::sampleTrace(Sample::Elementwise), -1);

        QCOMPARE(countOf(diagram, NodeShape::Op), std::size_t{4});
        QCOMPARE(diagram.counts.raw, std::size_t{3});
        QCOMPARE(std::count_if(diagram.edges.begin(), diagram.edges.end(),
                               [](const Edge& e) { return e.style == EdgeStyle::ReadAfterWrite; }),
                 3);
        verifyNoOverlap(diagram);
    }

    void matrixProductsOfEachGpuAreMergedIntoOneNode()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);

        const Diagram diagram = makeDiagram(*trace, 2);

        QCOMPARE(countOf(diagram, NodeShape::Matrix), std::size_t{2});
        QCOMPARE(countOf(diagram, NodeShape::Input), std::size_t{2});
        QCOMPARE(countOf(diagram, NodeShape::Wait), std::size_t{1});
        QCOMPARE(diagram.counts.raw, std::size_t{100});
        QCOMPARE(diagram.caption, QStringLiteral("No edge joins the two halves, so they may run together."));
        for (const Node& node : diagram.nodes)
            if (node.shape == NodeShape::Matrix) {
                QCOMPARE(node.ops.size(), std::size_t{50});
                QCOMPARE(node.columns, 10);
                QCOMPARE(node.subtitle, QStringLiteral("50 × mm"));
            } else if (node.shape == NodeShape::Input) {
                QCOMPARE(node.subtitle, QStringLiteral("4000 × 4000"));
            }
        verifyNoOverlap(diagram);
        QVERIFY2(diagram.size.width() <= 304, "the picture must fit the pane");
    }

    /// Collectives order the ranks in time, although there are no edges between them.
    void captionStatesThatRanksWaitInCollectives()
    {
        const Diagram diagram = makeDiagram(*ranks::overviewOf(tests::sampleRanks({})), -1);

        QVERIFY2(diagram.caption.startsWith("Ranks wait for each other in collectives"), qPrintable(diagram.caption));
    }

    void synchronizeHasEdgesFromItsDeviceOnly()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);

        const Diagram diagram = makeDiagram(*trace, 2);

        for (const Edge& edge : diagram.edges)
            if (edge.style == EdgeStyle::Wait)
                QCOMPARE(diagram.nodes[static_cast<std::size_t>(edge.from)].title, QStringLiteral("GPU 0"));
    }

    void copiesAreDrawnAsAStaircase()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::CopyOverlap);

        const Diagram diagram = makeDiagram(*trace, 2);

        QCOMPARE(countOf(diagram, NodeShape::Header), std::size_t{3});
        QCOMPARE(countOf(diagram, NodeShape::Result), std::size_t{7});
        QCOMPARE(countOf(diagram, NodeShape::Ellipsis), std::size_t{3});
        QCOMPARE(diagram.counts.raw, std::size_t{100});
        QVERIFY2(diagram.caption.startsWith(QLatin1String("Critical path: y[0], then 50 copies in a row = 2.4")),
                 qPrintable(diagram.caption));
        verifyNoOverlap(diagram);
        for (const Edge& edge : diagram.edges)
            if (edge.isCritical)
                for (const int end : {edge.from, edge.to})
                    QVERIFY(diagram.nodes[static_cast<std::size_t>(end)].isCritical);
    }

    void staircaseKeepsTheRowOfTheSelectedOperation()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::CopyOverlap);
        const OpId late(trace->opCount() - 20);

        const Diagram diagram = makeDiagram(*trace, 2, late);

        QVERIFY(std::any_of(diagram.nodes.begin(), diagram.nodes.end(),
                            [&](const Node& n) { return std::find(n.ops.begin(), n.ops.end(), late) != n.ops.end(); }));
    }

    void everyOperationOfTheRunIsInOneNode()
    {
        for (const Sample sample : {Sample::Elementwise, Sample::TwoGpus, Sample::CopyOverlap, Sample::OutOfMemory}) {
            const trace::TracePtr trace = tests::sampleTrace(sample);
            std::vector<int> seen(trace->opCount(), 0);

            const Diagram diagram = makeDiagram(*trace, -1);

            const auto isInWarmUp = [&](std::size_t op) {
                return trace->op(OpId{op}).issueBegin < ui::model::originOf(*trace);
            };
            for (const Node& node : diagram.nodes)
                if (node.shape != NodeShape::Result)
                    for (const OpId op : node.ops) {
                        QVERIFY(node.shape == NodeShape::Input || !isInWarmUp(op.index));
                        ++seen[op.index];
                    }
            // In this sample, products and their copies outside of the warm-up are drawn as a staircase. It leaves rows
            // out, so their operations are in no node.
            const bool leavesOut = sample == Sample::CopyOverlap && countOf(diagram, NodeShape::Ellipsis) > 0;
            for (std::size_t i = 0; i < seen.size(); ++i)
                QVERIFY(seen[i] == 1 || (seen[i] == 0 && (leavesOut || isInWarmUp(i))));
            QVERIFY(diagram.nodes.size() <= 150);
            verifyNoOverlap(diagram);
        }
    }

    void nodeTimesAndEdgeCountsMatchTheTrace_data()
    {
        QTest::addColumn<int>("grouping");
        for (const auto& [grouping, name] : {std::pair{Grouping::Alike, "alike"},
                                             {Grouping::Layer, "layer"},
                                             {Grouping::Phase, "phase"},
                                             {Grouping::Device, "device"},
                                             {Grouping::None, "none"}})
            QTest::newRow(name) << static_cast<int>(grouping);
    }

    void nodeTimesAndEdgeCountsMatchTheTrace()
    {
        QFETCH(int, grouping);
        DiagramLimits limits;
        limits.grouping = static_cast<Grouping>(grouping);
        // Traces with few and with many operations. The last one has too many for a layout without groups.
        for (const trace::TracePtr& trace : {tests::sampleTrace(Sample::TwoGpus), randomDependencyTrace(120, 5),
                                             randomDependencyTrace(3000, 7), randomDependencyTrace(25'000, 6)}) {
            const auto last = trace->op(OpId(trace->opCount() - 1)).issueBegin;
            for (const Diagram& diagram :
                 {makeDiagram(*trace, -1, {}, limits), makeDiagram(*trace, last / 3, last / 3 * 2, limits)}) {
                std::map<std::tuple<int, int, EdgeStyle>, int> drawn;
                for (const Edge& edge : diagram.edges)
                    if (edge.style <= EdgeStyle::WriteAfterWrite)
                        drawn[{edge.from, edge.to, edge.style}] = edge.count;
                QCOMPARE(drawn, edgesBetween(diagram, *trace));
                for (const Node& node : diagram.nodes) {
                    Nanoseconds time{};
                    for (const OpId op : node.ops)
                        if (trace->op(op).state == trace::OpState::Done)
                            time += trace->op(op).finished - trace->op(op).started;
                    QCOMPARE(node.time.count(), time.count());
                }
            }
        }
    }

    void emptyRunGivesNoNodesAndACaption()
    {
        const Diagram diagram = makeDiagram(*tests::sampleTrace(Sample::Empty), -1);

        QVERIFY(diagram.nodes.empty());
        QVERIFY(!diagram.caption.isEmpty());
    }

    void graphOfAnUnknownTimedBlockShowsTheRunWithoutItsWarmUp()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);

        QCOMPARE(makeDiagram(*trace, 99).operations, std::size_t{200});
    }

    void thousandIndependentOperationsAreDrawnAsOneMatrixNode()
    {
        const trace::TracePtr trace = traceOf(1000, 1, [](int) { return std::vector<int>{}; });

        const Diagram diagram = makeDiagram(*trace, -1);

        QCOMPARE(diagram.nodes.size(), std::size_t{1});
        QCOMPARE(diagram.nodes.front().shape, NodeShape::Matrix);
        QCOMPARE(diagram.nodes.front().opsPerCell, 1);
    }

    void matrixCellShowsSeveralOperationsIfThereAreOverAThousand()
    {
        const trace::TracePtr trace = traceOf(5000, 1, [](int) { return std::vector<int>{}; });

        const Diagram diagram = makeDiagram(*trace, -1);

        QCOMPARE(diagram.nodes.front().opsPerCell, 5);
    }

    void smallChainIsDrawnUngrouped()
    {
        const trace::TracePtr trace =
            traceOf(12, 1, [](int i) { return i > 0 ? std::vector<int>{i - 1} : std::vector<int>{}; });

        const Diagram diagram = makeDiagram(*trace, -1);

        QCOMPARE(diagram.nodes.size(), std::size_t{12});
        QVERIFY(!diagram.isCollapsed);
    }

    void operationsOfALongLoopAreMerged()
    {
        // The trace of a loop with 2000 iterations of three statements. Merging similar operations would create cycles.
        const trace::TracePtr trace =
            traceOf(6000, 3, [](int i) { return i > 0 ? std::vector<int>{i - 1} : std::vector<int>{}; });

        const Diagram diagram = makeDiagram(*trace, -1);

        QVERIFY(diagram.nodes.size() <= 150);
        QVERIFY(diagram.isCollapsed);
    }

    void operationsBeforeTheRangeAreDrawnAsOneInput_data()
    {
        QTest::addColumn<int>("grouping");
        QTest::newRow("layer") << static_cast<int>(Grouping::Layer);
        QTest::newRow("phase") << static_cast<int>(Grouping::Phase);
        QTest::newRow("device") << static_cast<int>(Grouping::Device);
    }

    void operationsBeforeTheRangeAreDrawnAsOneInput()
    {
        QFETCH(int, grouping);
        // One statement creates ten results. Each of ten later operations reads one of them.
        const trace::TracePtr trace =
            traceOf(20, 1, [](int i) { return i < 10 ? std::vector<int>{} : std::vector<int>{i - 10}; });
        DiagramLimits limits;
        limits.grouping = static_cast<Grouping>(grouping);

        const Diagram diagram = makeDiagram(*trace, Nanoseconds{100}, Nanoseconds{200}, limits);

        QCOMPARE(diagram.operations, std::size_t{10});
        QCOMPARE(countOf(diagram, NodeShape::Input), std::size_t{1});
        QVERIFY(countOf(diagram, NodeShape::Fold) + countOf(diagram, NodeShape::Matrix) >= 1);
    }

    void nodeOfMergedOperationsCanBeOpened()
    {
        // Two chains of 300 operations, from a loop of three statements: the operations of a statement are one node.
        const trace::TracePtr trace =
            traceOf(600, 3, [](int i) { return i > 0 && i % 300 != 0 ? std::vector<int>{i - 1} : std::vector<int>{}; });
        DiagramLimits limits;
        const Diagram closed = makeDiagram(*trace, -1, {}, limits);
        const auto fold = std::find_if(closed.nodes.begin(), closed.nodes.end(),
                                       [](const Node& node) { return node.shape == NodeShape::Fold; });
        QVERIFY(fold != closed.nodes.end());
        limits.opened = {fold->ops.front()};
        limits.visibleNodes = 1000;

        const Diagram opened = makeDiagram(*trace, -1, {}, limits);

        QVERIFY(opened.nodes.size() > closed.nodes.size());
    }

    void openedNodeOfASourceLineShowsEachOperationOfTheLine()
    {
        // Ten iterations of twelve operations on ten lines. One line has three operations.
        const auto lineOf = [](int i) { return 1 + std::max(0, i % 12 - 2); };
        const trace::TracePtr trace = traceOf(
            120, 12, [](int i) { return i > 0 ? std::vector<int>{i - 1} : std::vector<int>{}; }, lineOf);
        DiagramLimits limits;
        const Diagram closed = makeDiagram(*trace, -1, {}, limits);
        QCOMPARE(closed.nodes.size(), std::size_t{10});
        limits.opened = {closed.nodes.front().ops.front()};

        const Diagram opened = makeDiagram(*trace, -1, {}, limits);

        QCOMPARE(opened.nodes.size(), std::size_t{12});
    }

    /// Tests ten statements of fourteen operations each. Operations depend on operations of the previous statement.
    void wideGraphIsMergedUntilItsTextIsReadable()
    {
        std::mt19937 random(11);
        const auto edges = [&](int i) {
            std::vector<int> from;
            for (int n = 0; i >= 14 && n < 3; ++n)
                from.push_back((i / 14 - 1) * 14 + static_cast<int>(random() % 14));
            return from;
        };
        const trace::TracePtr trace = traceOf(140, 1, edges, [](int i) { return 1 + i / 14; });

        const Diagram diagram = makeDiagram(*trace, -1);

        QVERIFY(diagram.isCollapsed);
        QVERIFY(diagram.nodes.size() >= 8);
        QVERIFY2(diagram.nodes.size() <= 40, qPrintable(QString::number(diagram.nodes.size())));
    }

    void graphvizTextContainsEdgesAndAClusterPerDevice()
    {
        const std::string text = dotText(*tests::sampleTrace(Sample::Elementwise), -1);

        QVERIFY(text.rfind("digraph", 0) == 0);
        QCOMPARE(std::count(text.begin(), text.end(), '>'), 3);
        QVERIFY(text.find("cluster_0") != std::string::npos);
    }

    void clickOnAMatrixCellSelectsItsOperation()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        ui::model::Selection selection;
        ui::model::Playhead playhead;
        feed.show(tests::sampleTrace(Sample::TwoGpus), {});
        selection.setBlock(2);
        GraphView view(theme, feed, selection, playhead);
        view.resize(304, 420);
        view.show();
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("graphCanvas"));
        QVERIFY(canvas);

        // Clicks into the left matrix, lower and lower, until a click hits a cell.
        for (int y = 90; y < 200 && !selection.op().isValid(); y += 5)
            QTest::mouseClick(canvas, Qt::LeftButton, {}, {64, y});

        QVERIFY(selection.op().isValid());
        QCOMPARE(feed.trace()->op(selection.op()).device, DeviceId(1));
    }

    void scopeSelectorListsTheTimedBlocks()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        ui::model::Selection selection;
        ui::model::Playhead playhead;
        feed.show(tests::sampleTrace(Sample::TwoGpus), {});
        GraphView view(theme, feed, selection, playhead);
        auto* scope = view.findChild<QComboBox*>();
        QVERIFY(scope);

        QCOMPARE(scope->count(), 4);
        selection.setBlock(1);
        QCOMPARE(scope->currentText(), QStringLiteral("GPU2 time, line 17"));
        selection.setBlock(-1);
        QCOMPARE(scope->currentText(), QStringLiteral("whole run"));
        const engine::Nanoseconds zero = feed.trace()->blocks().front().begin;
        selection.setRange({zero + 100ms, zero + 200ms});
        QCOMPARE(scope->currentText(), QStringLiteral("0.1000 – 0.2000 s"));
        QVERIFY2(view.diagram().operations < 100, "only operations that still run were issued before");
        emit scope->activated(scope->findText(QStringLiteral("whole run")));
        QVERIFY(selection.block() < 0 && !selection.range());
        QCOMPARE(scope->count(), 4);
        feed.show(tests::sampleTrace(Sample::Empty), {});
        QCOMPARE(scope->count(), 1);
    }

    void liveRunIsDrawn()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::Live);

        const Diagram diagram = makeDiagram(*trace, -1);

        QVERIFY(diagram.nodes.size() > 3);
        verifyNoOverlap(diagram);
    }
};

QTEST_MAIN(TestDiagram)
#include "tst_diagram.moc"
