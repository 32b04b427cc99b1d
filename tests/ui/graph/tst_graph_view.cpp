#include "engine/analysis/training.h"
#include "engine/ranks/overview.h"
#include "engine/trace/recorder.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/engine/trace/training_sample.h"
#include "ui/graph/detail/graph_canvas.h"
#include "ui/graph/dot.h"
#include "ui/graph/graph_view.h"
#include "ui/model/visible_range.h"

#include <QAccessible>
#include <QAction>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <algorithm>

using namespace engine;
using namespace ui::graph;
using tests::Sample;

namespace {

DiagramLimits grouped(Grouping grouping)
{
    DiagramLimits limits;
    limits.grouping = grouping;
    return limits;
}

/// Checks that every operation of the run is in exactly one node, apart from input and result nodes. Operations of the
/// warm-up, before the first timed block, may only be in input nodes.
void verifyContainsEveryOperationOnce(const Diagram& diagram, const trace::Trace& run)
{
    const Nanoseconds zero = ui::model::originOf(run);
    std::vector<int> seen(run.opCount(), 0);
    for (const Node& node : diagram.nodes)
        if (node.shape != NodeShape::Input && node.shape != NodeShape::Result)
            for (const OpId op : node.ops)
                ++seen[op.index];
    for (std::size_t i = 0; i < seen.size(); ++i)
        QCOMPARE(seen[i], run.op(OpId{i}).issueBegin < zero ? 0 : 1);
}

int nodesOf(const Diagram& diagram, NodeShape shape)
{
    return static_cast<int>(
        std::count_if(diagram.nodes.begin(), diagram.nodes.end(), [&](const Node& n) { return n.shape == shape; }));
}

}  // namespace

/// Tests grouping, search, zoom and accessibility of the graph.
class TestGraphView : public QObject {
    Q_OBJECT

private slots:
    void groupsContainEveryOperationOnce_data();
    void groupsContainEveryOperationOnce();
    void deviceGroupingGivesOneNodePerDevice();
    void upToAThousandOperationsAreUngrouped();
    void openedGroupShowsItsOperations();
    void layerGroupsContainForwardAndBackwardParts();
    void clustersHaveOperationCountsAndTimes();
    void searchFindsWaitsAndFindsOperationsByLabelOrOperator();
    void slashKeyOpensASearchThatCountsMatchesAndStepsThroughThem();
    void everyNodeIsAnAccessibleListItem();
    void captionOfAHiddenGraphStatesWhyItIsHidden();
    void largeGraphIsLaidOutAfterPendingEvents();
    void fittedGraphKeepsAReadableScale_data();
    void fittedGraphKeepsAReadableScale();
    void captionStatesThatTheSelectedOperationIsInTheWarmUp();
    void criticalPathOfAMistimedBlockEndsWithItsWork();
    void captionLinksToTheTimedBlockOfTheSelectedOperation();
    void graphFollowsThePlayheadOutsideTheSelectedBatch();
    void shownBatchIsTheOneThatTheDevicesWorkOn();
    void graphWindowHasAMapBesideTheGraph();
    void graphWindowHasTheTitleOfTheProgramAndItsCommands();
    void graphOfManyRanksShowsTheFirstRank();
    void keysAndDoubleClickOpenALayer();

private:
    struct Window {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        ui::model::Selection selection;
        ui::model::Playhead playhead;
        GraphView view{theme, feed, selection, playhead};

        explicit Window(Sample sample)
        {
            feed.show(tests::sampleTrace(sample), {});
            playhead.setExtent(feed.trace()->extent());
            playhead.setTime(feed.trace()->extent());
            view.resize(360, 480);
            view.show();
        }
        [[nodiscard]] GraphCanvas& canvas() { return *view.findChild<GraphCanvas*>(); }
    };
};

void TestGraphView::groupsContainEveryOperationOnce_data()
{
    QTest::addColumn<int>("grouping");
    QTest::newRow("alike") << static_cast<int>(Grouping::Alike);
    QTest::newRow("layer") << static_cast<int>(Grouping::Layer);
    QTest::newRow("phase") << static_cast<int>(Grouping::Phase);
    QTest::newRow("device") << static_cast<int>(Grouping::Device);
    QTest::newRow("none") << static_cast<int>(Grouping::None);
}

void TestGraphView::groupsContainEveryOperationOnce()
{
    QFETCH(int, grouping);
    for (const Sample sample : {Sample::Elementwise, Sample::TwoGpus}) {
        const auto run = tests::sampleTrace(sample);
        verifyContainsEveryOperationOnce(makeDiagram(*run, -1, {}, grouped(static_cast<Grouping>(grouping))), *run);
    }
    const auto random = tests::randomTrace(3, 4, 40);
    const Diagram diagram = makeDiagram(*random, -1, {}, grouped(static_cast<Grouping>(grouping)));
    verifyContainsEveryOperationOnce(diagram, *random);
    for (const Node& node : diagram.nodes)
        QVERIFY(QRectF(QPointF(), diagram.size).adjusted(-1, -1, 1, 1).contains(node.rect));
}

void TestGraphView::deviceGroupingGivesOneNodePerDevice()
{
    const auto run = tests::sampleTrace(Sample::TwoGpus);

    const Diagram diagram = makeDiagram(*run, 2, {}, grouped(Grouping::Device));

    QCOMPARE(nodesOf(diagram, NodeShape::Fold), 2);
    for (const Node& node : diagram.nodes)
        if (node.shape == NodeShape::Fold) {
            QCOMPARE(node.ops.size(), std::size_t{50});
            QVERIFY2(node.subtitle.startsWith("50 × mm"), qPrintable(node.subtitle));
            QVERIFY(toSeconds(node.time) > 0.4);
        }
}

void TestGraphView::upToAThousandOperationsAreUngrouped()
{
    const auto run = tests::sampleTrace(Sample::TwoGpus);
    QCOMPARE(nodesOf(makeDiagram(*run, -1, {}, grouped(Grouping::None)), NodeShape::Op), 200);

    const auto most = tests::randomTrace(5, 4, 250);
    QCOMPARE(nodesOf(makeDiagram(*most, -1, {}, grouped(Grouping::None)), NodeShape::Op), 1000);

    const auto more = tests::randomTrace(5, 7, 143);
    QVERIFY(makeDiagram(*more, -1, {}, grouped(Grouping::None)).nodes.size() <= 150);
}

void TestGraphView::openedGroupShowsItsOperations()
{
    const auto run = tests::sampleTrace(Sample::TwoGpus);
    DiagramLimits limits = grouped(Grouping::Device);
    const Diagram closed = makeDiagram(*run, 2, {}, limits);
    const auto fold = std::find_if(closed.nodes.begin(), closed.nodes.end(),
                                   [](const Node& n) { return n.shape == NodeShape::Fold; });
    limits.opened = {fold->ops.front()};

    const Diagram opened = makeDiagram(*run, 2, {}, limits);

    QCOMPARE(nodesOf(opened, NodeShape::Fold), 1);
    QCOMPARE(nodesOf(opened, NodeShape::Op), 50);
}

void TestGraphView::layerGroupsContainForwardAndBackwardParts()
{
    const auto run = tests::trainingTrace();
    const auto training = analysis::training(*run);
    QVERIFY(!training.batches.empty());
    const auto& batch = training.batches.front();

    const Diagram diagram = makeDiagram(*run, batch.begin, batch.end, grouped(Grouping::Layer));

    QVERIFY(nodesOf(diagram, NodeShape::Fold) > 1);
    bool hasBoth = false;
    for (const Node& node : diagram.nodes) {
        QSet<int> parts;
        for (const OpId op : node.ops)
            parts << static_cast<int>(analysis::partOf(*run, run->op(op)));
        hasBoth =
            hasBoth || (node.title.startsWith("layer 1") && parts.contains(static_cast<int>(analysis::Part::Forward)) &&
                        parts.contains(static_cast<int>(analysis::Part::Backward)));
    }
    QVERIFY(hasBoth);
}

void TestGraphView::clustersHaveOperationCountsAndTimes()
{
    const auto run = tests::sampleTrace(Sample::TwoGpus);

    const Diagram diagram = makeDiagram(*run, 2);

    QCOMPARE(diagram.clusters.size(), std::size_t{2});
    QCOMPARE(diagram.clusters[0].operations, std::size_t{50});
    Nanoseconds time{};
    for (const OpId op : diagram.nodes[2].ops)
        time += run->op(op).finished - run->op(op).started;
    QVERIFY(diagram.clusters[0].time == time || diagram.clusters[1].time == time);
}

void TestGraphView::searchFindsWaitsAndFindsOperationsByLabelOrOperator()
{
    const auto run = tests::sampleTrace(Sample::TwoGpus);
    const Diagram diagram = makeDiagram(*run, 2);

    QCOMPARE(find(diagram, *run, "y[17]").size(), std::size_t{2});
    QCOMPARE(find(diagram, *run, "MM").size(), std::size_t{100});
    QCOMPARE(find(diagram, *run, "gpu 1").size(), std::size_t{51});
    QVERIFY(find(diagram, *run, "synchronize").size() >= 1);
    QVERIFY(find(diagram, *run, "no such thing").empty());
    QVERIFY(find(diagram, *run, "  ").empty());
    for (const Match& match : find(diagram, *run, "y[17]"))
        QCOMPARE(diagram.nodes[static_cast<std::size_t>(match.node)].shape, NodeShape::Matrix);
}

void TestGraphView::slashKeyOpensASearchThatCountsMatchesAndStepsThroughThem()
{
    Window window(Sample::TwoGpus);
    window.selection.setBlock(2);
    window.canvas().setFocus();
    QTest::keyClick(&window.canvas(), Qt::Key_Slash);
    auto* line = window.view.findChild<QLineEdit*>("graphFindText");
    const auto* count = window.view.findChild<QLabel*>("graphFindCount");
    QVERIFY(line->isVisible());

    QTest::keyClicks(line, "y[17]");
    QCOMPARE(count->text(), QStringLiteral("2 found"));
    QTest::keyClick(line, Qt::Key_Return);
    const OpId first = window.selection.op();
    QVERIFY(first.isValid());
    QCOMPARE(count->text(), QStringLiteral("1 of 2"));
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(window.selection.op() != first);
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(window.selection.op(), first);
    QTest::keyClick(line, Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(window.selection.op() != first);

    line->setText("nowhere");
    QCOMPARE(count->text(), QStringLiteral("nothing found"));
    QTest::keyClick(line, Qt::Key_Escape);
    QVERIFY(!line->isVisible());
}

void TestGraphView::everyNodeIsAnAccessibleListItem()
{
    Window window(Sample::TwoGpus);
    window.selection.setBlock(2);
    const QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&window.canvas());
    QVERIFY(list != nullptr);
    QCOMPARE(list->role(), QAccessible::List);
    QCOMPARE(list->childCount(), static_cast<int>(window.view.diagram().nodes.size()));
    QSet<QString> names;
    for (int i = 0; i < list->childCount(); ++i) {
        QAccessibleInterface* node = list->child(i);
        QVERIFY(node->isValid());
        QCOMPARE(node->role(), QAccessible::ListItem);
        QVERIFY(!node->text(QAccessible::Name).isEmpty());
        QVERIFY(node->text(QAccessible::Description).contains(QString("%1 of %2").arg(i + 1).arg(list->childCount())));
        QVERIFY(!node->rect().isEmpty());
        QCOMPARE(list->indexOfChild(node), i);
        names << node->text(QAccessible::Name);
    }
    QVERIFY(names.contains("GPU 0, 50 × mm, 50 done"));
    // The description of the products names their neighbours: x_gpu1 before them, the wait after them.
    for (int i = 0; i < list->childCount(); ++i)
        if (list->child(i)->text(QAccessible::Name).startsWith("GPU 0")) {
            QVERIFY(list->child(i)->text(QAccessible::Description).contains("after x_gpu1"));
            QVERIFY(!list->child(i)->relations(QAccessible::Controller).isEmpty());
            auto* press = list->child(i)->actionInterface();
            press->doAction(QAccessibleActionInterface::pressAction());
            QVERIFY(window.selection.op().isValid());
        }
    // Accessible items of removed nodes become invalid.
    QAccessibleInterface* last = list->child(list->childCount() - 1);
    window.feed.show(tests::sampleTrace(Sample::Empty), {});
    QVERIFY(!last->isValid());
    QVERIFY(last->text(QAccessible::Name).isEmpty());
}

void TestGraphView::captionOfAHiddenGraphStatesWhyItIsHidden()
{
    Window window(Sample::TwoGpus);

    window.view.setHidden("Hidden until your guess is in.");

    QVERIFY(window.view.diagram().nodes.empty());
    QCOMPARE(window.view.diagram().caption, QStringLiteral("Hidden until your guess is in."));
    window.view.findChild<QToolButton*>(QStringLiteral("expandGraph"))->click();
    auto* apart = window.view.findChild<GraphView*>();
    QVERIFY(apart != nullptr && apart->diagram().nodes.empty());
    window.view.setHidden({});
    QVERIFY(!window.view.diagram().nodes.empty());
    QVERIFY2(!apart->diagram().nodes.empty(), "the graph in a window of its own");
}

void TestGraphView::largeGraphIsLaidOutAfterPendingEvents()
{
    Window window(Sample::TwoGpus);
    const auto caption = [&] {
        for (const QLabel* label : window.view.findChildren<QLabel*>())
            if (label->text().startsWith(QLatin1String("Arranging ")))
                return true;
        return false;
    };

    window.feed.show(tests::randomTrace(7, 1, 200'000), {});
    window.selection.setBlock(-1);

    QVERIFY(window.view.diagram().nodes.empty());
    QVERIFY(caption());
    QTRY_VERIFY(!window.view.diagram().nodes.empty());
    QCOMPARE(window.view.diagram().operations, std::size_t{200'000});
    QVERIFY(!caption());
    window.feed.show(tests::sampleTrace(Sample::TwoGpus), {});
    QVERIFY(!window.view.diagram().nodes.empty());
}

void TestGraphView::fittedGraphKeepsAReadableScale_data()
{
    QTest::addColumn<int>("sample");
    for (const auto& [sample, name] : {std::pair{Sample::Elementwise, "13.2.1"},
                                       {Sample::TwoGpus, "13.3.1"},
                                       {Sample::CopyOverlap, "13.3.2"},
                                       {Sample::Live, "a live run"}})
        QTest::newRow(name) << static_cast<int>(sample);
}

/// Tests the graph in the window's pane. A graph that is too tall is scrolled; it is not scaled below a readable size.
void TestGraphView::fittedGraphKeepsAReadableScale()
{
    QFETCH(int, sample);
    Window window(static_cast<Sample>(sample));
    window.view.resize(304, 480);
    QVERIFY(QTest::qWaitForWindowExposed(&window.view));

    window.view.fit();

    const Diagram& diagram = window.view.diagram();
    QVERIFY(!diagram.nodes.empty());
    const double scale =
        window.canvas().viewport().toWidget(diagram.nodes[0].rect).width() / diagram.nodes[0].rect.width();
    QVERIFY2(scale > 0.88 * window.theme.scale(), qPrintable(QString::number(scale)));
    QVERIFY(window.canvas().viewport().content().width() <= window.canvas().width() + 1);
}

void TestGraphView::captionStatesThatTheSelectedOperationIsInTheWarmUp()
{
    Window window(Sample::TwoGpus);
    window.selection.setBlock(-1);

    window.selection.selectOp(OpId{5});

    const auto* caption = window.view.findChild<QLabel*>("graphCaption");
    QVERIFY2(caption->text().contains(QLatin1String("in the warm-up, ")), qPrintable(caption->text()));
}

/// The clock of these blocks stops before their work has ended.
void TestGraphView::criticalPathOfAMistimedBlockEndsWithItsWork()
{
    const auto run = tests::sampleTrace(Sample::TwoGpusOverlap);
    for (int block = 0; block < static_cast<int>(run->blocks().size()); ++block) {
        const auto& record = run->blocks()[static_cast<std::size_t>(block)];
        OpId last;
        for (std::size_t i = 0; i < run->opCount(); ++i)
            if (const auto& op = run->op(OpId{i}); op.issueBegin >= record.begin && op.issueBegin < record.end &&
                                                   (!last.isValid() || op.finished > run->op(last).finished))
                last = op.id;

        const Diagram diagram = makeDiagram(*run, block, {}, grouped(Grouping::None));

        QVERIFY(last.isValid());
        QVERIFY(std::any_of(diagram.nodes.begin(), diagram.nodes.end(), [&](const Node& node) {
            return node.isCritical && std::find(node.ops.begin(), node.ops.end(), last) != node.ops.end();
        }));
    }
}

/// The graph shows one block. The selected operation was issued in another block, to which the caption links.
void TestGraphView::captionLinksToTheTimedBlockOfTheSelectedOperation()
{
    Window window(Sample::TwoGpus);
    const auto& trace = *window.feed.trace();
    QVERIFY(trace.blocks().size() >= 2);
    window.selection.setBlock(0);
    engine::OpId other;
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (const auto& op = trace.op(engine::OpId(i)); op.issueBegin > trace.blocks()[1].begin && !other.isValid())
            other = op.id;
    auto* caption = window.view.findChild<QLabel*>("graphCaption");
    const QString before = caption->text();

    window.selection.selectOp(other);

    QVERIFY2(caption->text().contains(QString::fromStdString(trace.blocks()[1].label).toHtmlEscaped()),
             qPrintable(caption->text()));
    emit caption->linkActivated(QStringLiteral("1"));
    QCOMPARE(window.selection.block(), 1);
    QVERIFY(!caption->text().contains(QLatin1String("href")));
    window.selection.setBlock(0);
    window.selection.selectOp({});
    QCOMPARE(caption->text(), before);
}

void TestGraphView::graphFollowsThePlayheadOutsideTheSelectedBatch()
{
    Window window(Sample::Elementwise);
    const auto run = tests::trainingTrace({{1}, 1, 8});
    window.feed.show(run, {});
    window.playhead.setExtent(run->extent());
    const auto batches = engine::analysis::training(*run).batches;
    const auto shows = [&](std::size_t batch) {
        return window.view.dotText() == QString::fromStdString(dotText(*run, batches[batch].begin, batches[batch].end));
    };
    const auto moveInto = [&](std::size_t batch) {
        window.playhead.setTime(batches[batch].begin + (batches[batch].end - batches[batch].begin) / 2);
    };
    const engine::analysis::Scope work = engine::analysis::workOf(*run, batches[3]);

    window.selection.setRange({work.begin, work.end});
    moveInto(3);
    QVERIFY(shows(3));

    moveInto(6);
    QVERIFY(shows(6));
    moveInto(1);
    QVERIFY(shows(1));
    moveInto(3);
    QVERIFY(shows(3));
}

/// The program issues each batch at the end of its step, and the GPU works on it during the next step.
void TestGraphView::shownBatchIsTheOneThatTheDevicesWorkOn()
{
    using namespace engine::trace;
    constexpr std::int64_t kStep = 1'000'000;
    Recorder recorder;
    recorder.write(DeviceRecord{DeviceId{0}, DeviceKind::Gpu, "GPU 0", "", {}, {}, 0});
    recorder.write(LaneRecord{LaneId{0}, DeviceId{0}, LaneRole::Compute, 0, "compute", 0});
    recorder.write(NameRecord{NameId{0}, "mm"});
    for (std::uint32_t i = 0; i < 3; ++i) {
        const Nanoseconds begin{i * kStep};
        IssueRecord issue;
        issue.op = OpId{i};
        issue.begin = begin + Nanoseconds{kStep - 100};
        issue.end = begin + Nanoseconds{kStep - 50};
        issue.name = NameId{0};
        issue.device = DeviceId{0};
        recorder.write(issue);
        LifeRecord life;
        life.op = OpId{i};
        life.lane = LaneId{0};
        life.started = begin + Nanoseconds{kStep};
        life.finished = begin + Nanoseconds{kStep + kStep / 2};
        recorder.write(life);
        recorder.write(
            StepRecord{begin, begin + Nanoseconds{kStep}, StepKind::Batch, static_cast<std::int32_t>(i), 3, 1});
    }
    recorder.write(StepRecord{{}, Nanoseconds{3 * kStep}, StepKind::Epoch, 0, 1, 1});
    recorder.write(EndRecord{Nanoseconds{4 * kStep}, true});
    recorder.finish();
    const auto run = recorder.snapshot();
    const auto batches = engine::analysis::training(*run).batches;
    QCOMPARE(batches.size(), std::size_t{3});
    Window window(Sample::Elementwise);
    window.feed.show(run, {});
    window.playhead.setExtent(run->extent());

    for (const auto& [time, batch] : {std::pair{kStep + kStep / 4, 0}, {2 * kStep - 200, 0}, {2 * kStep + 1, 1}}) {
        window.playhead.setTime(Nanoseconds{time});
        const auto& shown = batches[static_cast<std::size_t>(batch)];
        QCOMPARE(window.view.dotText(), QString::fromStdString(dotText(*run, shown.begin, shown.end)));
    }
}

/// The map does not overlap the graph. A click in the map scrolls the graph to the clicked part.
void TestGraphView::graphWindowHasAMapBesideTheGraph()
{
    Window window(Sample::Elementwise);
    window.feed.show(tests::trainingTrace({{1, 2}, 3, 8}), {});
    window.view.findChild<QToolButton*>("expandGraph")->click();
    auto* opened = window.view.findChild<QDialog*>();
    QVERIFY(opened);
    auto* map = opened->findChild<QWidget*>("netMap");
    auto* canvas = opened->findChild<GraphCanvas*>();
    const auto placeOf = [&](const QWidget& part) { return QRect(part.mapTo(opened, QPoint()), part.size()); };

    opened->resize(1300, 800);
    QVERIFY(canvas->diagram().isNet && map->isVisible());
    QVERIFY(!placeOf(*map).intersects(placeOf(*canvas)));
    canvas->zoomBy(8);
    const QRectF before = canvas->viewport().visible();
    QTest::mouseClick(map, Qt::LeftButton, {}, QPoint(map->width() / 2, map->height() - 12));
    QVERIFY(canvas->viewport().visible() != before);

    opened->resize(800, 800);
    QTRY_VERIFY(!map->isVisible());
}

/// The opened layer keeps the focus, although opening it creates a new diagram.
void TestGraphView::keysAndDoubleClickOpenALayer()
{
    Window window(Sample::Elementwise);
    window.feed.show(tests::trainingTrace({{1, 2}, 3, 8}), {});
    GraphCanvas& canvas = window.canvas();
    const std::vector<Node>& nodes = canvas.diagram().nodes;
    const auto layer = std::ranges::find_if(nodes, [](const Node& node) { return !node.key.isEmpty(); });
    QVERIFY(canvas.diagram().isNet && layer != nodes.end());
    const QString key = layer->key;
    const auto isOpen = [&] {
        return std::ranges::any_of(nodes,
                                   [&](const Node& node) { return node.shape == NodeShape::Frame && node.key == key; });
    };
    const auto focused = [&] { return nodes.at(static_cast<std::size_t>(canvas.state().focused)); };

    canvas.focusNode(static_cast<int>(layer - nodes.begin()));
    QTest::keyClick(&canvas, Qt::Key_Return);
    QVERIFY(isOpen());
    QCOMPARE(focused().key, key);
    QTest::keyClick(&canvas, Qt::Key_Backspace);
    QVERIFY(!isOpen());
    QCOMPARE(focused().key, key);
    const QPointF middle = canvas.viewport().toWidget(focused().rect).center();
    QTest::mouseDClick(&canvas, Qt::LeftButton, {}, middle.toPoint());
    QVERIFY(isOpen());
}

void TestGraphView::graphWindowHasTheTitleOfTheProgramAndItsCommands()
{
    Window window(Sample::TwoGpus);
    QAction play(QStringLiteral("Play"));
    window.view.setWindowCommands({&play});
    window.view.findChild<QToolButton*>("expandGraph")->click();
    auto* opened = window.view.findChild<QDialog*>();
    QSignalSpy triggered(&play, &QAction::triggered), exported(&window.view, &GraphView::figureRequested);

    QCOMPARE(opened->findChild<QLabel*>("graphProgram")->text(),
             QString::fromStdString(window.feed.trace()->run().title));
    for (QToolButton* button : opened->findChildren<QToolButton*>())
        if (button->defaultAction() == &play)
            button->click();
    opened->findChild<QPushButton*>("exportGraph")->click();
    QCOMPARE(triggered.count(), 1);
    QCOMPARE(exported.count(), 1);
}

void TestGraphView::graphOfManyRanksShowsTheFirstRank()
{
    tests::RanksPlan plan;
    plan.ranks = ranks::kMaxRowRanks + 1;
    const ranks::RunSetPtr set = tests::sampleRanks(plan);
    Window window(Sample::Elementwise);

    window.feed.show(ranks::overviewOf(set), {});

    QCOMPARE(window.feed.trace()->opCount(), std::size_t{0});
    QCOMPARE(window.view.diagram().operations,
             set->members().front().trace->opCount() / static_cast<std::size_t>(plan.steps));
    const QString caption = window.view.diagram().caption;
    QVERIFY2(caption.startsWith(QStringLiteral("Rank 0 of 65 · ")), qPrintable(caption));
    window.feed.ranks().request({7});
    window.feed.ranks().finish();
    const QString opened = window.view.diagram().caption;
    QVERIFY2(opened.startsWith(QStringLiteral("Rank 7 of 65 · ")), qPrintable(opened));
    QVERIFY(window.view.diagram().operations > 0);
    window.feed.ranks().request({});
    QCOMPARE(window.view.diagram().caption, caption);
    QVERIFY(!window.view.dotText().isEmpty());
}

QTEST_MAIN(TestGraphView)
#include "tst_graph_view.moc"
