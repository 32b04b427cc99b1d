#include "engine/analysis/scope.h"
#include "engine/trace/store.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/model/lane_names.h"
#include "ui/model/operation_labels.h"
#include "ui/model/operations_model.h"
#include "ui/model/trace_feed.h"

#include <QTest>

using engine::trace::Kind;
using engine::trace::LaneRecord;
using engine::trace::LaneRole;
using tests::Sample;
using namespace ui::model;

/// Tests names of lanes and places of operations.
class TestLaneNames : public QObject {
    Q_OBJECT

private slots:
    void laneNameDescribesTheRoleOfItsLane_data()
    {
        QTest::addColumn<LaneRole>("role");
        QTest::addColumn<int>("index");
        QTest::addColumn<QByteArray>("own");
        QTest::addColumn<QString>("name");
        const auto row = [](LaneRole role, int index, const char* own, const char* name) {
            QTest::newRow(own) << role << index << QByteArray(own) << QString::fromUtf8(name);
        };
        row(LaneRole::CpuWorker, 0, "CPU", "compute");
        row(LaneRole::CpuWorker, 0, "worker 0", "compute");
        row(LaneRole::CpuWorker, 1, "worker 1", "worker 1");
        row(LaneRole::CpuWorker, 3, "core 3", "core 3");
        row(LaneRole::CpuWorker, 4, "copies 0", "copies");
        row(LaneRole::CpuWorker, 5, "copies 1", "copies 2");
        row(LaneRole::CpuWorker, 2, "a name of its own", "a name of its own");
        row(LaneRole::CpuWorker, 2, "one", "one");
        row(LaneRole::Compute, 1, "stream 1", "compute 2");
        row(LaneRole::CopyOut, 0, "copy out", "copy out");
        row(LaneRole::CopyIn, 1, "copy in", "copy in 2");
        row(LaneRole::Link, 0, "PCIe → 0", "PCIe → 0");
        row(LaneRole::Communication, 1, "communication", "communication");
        row(LaneRole::Communication, 2, "communication of ranks 0, 2", "communication of ranks 0, 2");
        row(LaneRole::Communication, 3, "rank 0 → 1", "rank 0 → 1");
        row(LaneRole::Communication, 4, "rank 10 → 2 of ranks 0–3", "rank 10 → 2 of ranks 0–3");
    }
    void laneNameDescribesTheRoleOfItsLane()
    {
        QFETCH(LaneRole, role);
        QFETCH(int, index);
        QFETCH(QByteArray, own);
        const LaneRecord lane{
            engine::LaneId{0}, engine::DeviceId{0}, role, static_cast<std::uint16_t>(index), own.toStdString(), 0};

        const QString name = laneName(engine::trace::Trace(), lane);

        QTEST(name, "name");
    }

    void laneNamesForSentencesAndFiguresDiffer_data()
    {
        QTest::addColumn<LaneRole>("role");
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("figure");
        QTest::addColumn<QString>("brief");
        const auto row = [](LaneRole role, int index, const char* sentence, const char* figure, const char* brief) {
            QTest::newRow(sentence) << role << index << QString::fromUtf8(sentence) << QString::fromUtf8(figure)
                                    << QString::fromUtf8(brief);
        };
        row(LaneRole::Frontend, 0, "the program's thread", "own", "own");
        row(LaneRole::CpuWorker, 0, "worker", "GPU 0 compute", "GPU 0");
        row(LaneRole::Compute, 1, "compute stream 2", "GPU 0 compute 2", "GPU 0 2");
        row(LaneRole::CopyIn, 0, "copy in stream", "GPU 0 copy in", "Copy to GPU");
        row(LaneRole::CopyOut, 1, "copy out stream 2", "GPU 0 copy out 2", "Copy to CPU 2");
        row(LaneRole::CopyPeer, 0, "peer copy stream", "GPU 0 to peer", "GPU 0 to peer");
        row(LaneRole::HostPages, 0, "page work", "Host pages", "Host pages");
        row(LaneRole::Communication, 0, "communication", "GPU 0 communication", "GPU 0 communication");
        row(LaneRole::Link, 3, "own", "Link own", "Link own");
    }
    void laneNamesForSentencesAndFiguresDiffer()
    {
        QFETCH(LaneRole, role);
        QFETCH(int, index);
        const LaneRecord lane{
            engine::LaneId{0}, engine::DeviceId{0}, role, static_cast<std::uint16_t>(index), "own", 0};
        const auto name = [&](LaneForm form) { return laneName(engine::trace::Trace(), lane, form, "GPU 0"); };

        QTEST(name(LaneForm::Sentence), "sentence");
        QTEST(name(LaneForm::Figure), "figure");
        QTEST(name(LaneForm::ShortFigure), "brief");
    }

    void linkNameIsSplitIntoTechnologyAndEndpoints()
    {
        QCOMPARE(linkName(QStringLiteral("PCIe 3.0 × 16 → GPU 0")).technology, QStringLiteral("PCIe 3.0 × 16"));
        QCOMPARE(linkName(QStringLiteral("PCIe 3.0 × 16 → GPU 0")).ends, QStringLiteral("→ GPU 0"));
        QCOMPARE(linkName(QStringLiteral("NVLink GPU 0 → GPU 1")).ends, QStringLiteral("GPU 0 → GPU 1"));
        QCOMPARE(linkName(QStringLiteral("PCIe")).ends, QStringLiteral("PCIe"));
    }

    void placeTextOfACopyContainsSourceAndTarget()
    {
        const auto trace = tests::sampleTrace(Sample::CopyOverlap);
        int copies = 0;
        for (std::size_t i = 0; i < trace->opCount(); ++i) {
            const auto& op = trace->op(engine::OpId{i});
            if (op.kind == Kind::CopyOut) {
                ++copies;
                QCOMPARE(placeOf(*trace, op), QStringLiteral("GPU 0 → CPU"));
                QVERIFY(spokenOperation(*trace, op).contains(QStringLiteral("GPU 0 → CPU")));
            } else if (op.kind == Kind::Compute) {
                QCOMPARE(placeOf(*trace, op), QString::fromStdString(trace->devices()[op.device.index].name));
            }
        }
        QVERIFY(copies > 0);
    }

    /// A label of the listing is shown unchanged, even if it looks like a placeholder of a message.
    void scopeNameKeepsAPercentSignOfTheLabel()
    {
        engine::trace::Store store;
        engine::trace::BlockRecord block;
        block.label = "a %2";
        block.line = 7;
        store.apply(block);

        QCOMPARE(scopeName(*store.snapshot(), 0, std::nullopt), QStringLiteral("a %2, line 7"));
    }

    /// A result assigned to "_" is named by its operator, because the label "_ · 0.301 s" would not identify it.
    void unusedResultIsNamedAfterItsOperator()
    {
        engine::trace::Store store;
        store.apply(engine::trace::NameRecord{engine::NameId(0), "_"});
        store.apply(engine::trace::NameRecord{engine::NameId(1), "dot"});
        engine::trace::IssueRecord issue;
        issue.op = engine::OpId(0);
        issue.label = engine::NameId(0);
        issue.name = engine::NameId(1);
        store.apply(issue);
        const auto trace = store.snapshot();

        QCOMPARE(operationLabel(*trace, trace->op(issue.op)), QStringLiteral("dot"));
    }

    void tableShowsTheDeviceThatExecutesACopy()
    {
        TraceFeed feed;
        feed.show(tests::sampleTrace(Sample::CopyOverlap), {});
        const OperationsModel model(feed);
        int copies = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            if (feed.trace()->op(model.opAt(row)).kind != Kind::CopyOut)
                continue;
            ++copies;
            QCOMPARE(model.index(row, OperationsModel::Lane).data().toString(), QStringLiteral("GPU 0 · copy out"));
        }
        QVERIFY(copies > 0);
    }
};

QTEST_MAIN(TestLaneNames)
#include "tst_lane_names.moc"
