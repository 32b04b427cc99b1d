#include "tests/engine/trace/sample_traces.h"
#include "ui/drawing/memory/block_stack.h"
#include "ui/memory/alive_pane.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace engine;
using namespace ui;
using tests::Sample;

/// Tests the table and the stacked chart of live memory blocks.
class TestAlive : public QObject {
    Q_OBJECT

private slots:
    void tableGivesAReasonForEachAllocatedMemoryBlock();
    void selectedRowAndSelectedOperationStayInSync();
    void paneOfAnEmptyTraceShowsASummary();
    void stackedMemoryBlocksMoveDownWhenLowerBlocksAreFreed();
    void memoryStackWithTooManyPiecesIsNotBuilt();
};

namespace {

analysis::MemoryBlock block(std::int64_t born, std::optional<std::int64_t> died, std::int64_t bytes)
{
    analysis::MemoryBlock made;
    made.bytes = Bytes{bytes};
    made.born = Nanoseconds{born};
    if (died)
        made.died = Nanoseconds{*died};
    return made;
}

struct Shown {
    look::Theme theme;
    model::TraceFeed feed;
    model::Selection selection;
    model::Playhead playhead;
    model::VisibleRange range;
    memory::AlivePane pane{theme, feed, range, selection, playhead};

    explicit Shown(Sample sample)
    {
        feed.show(tests::sampleTrace(sample), {});
        pane.show();
    }
};

}  // namespace

void TestAlive::tableGivesAReasonForEachAllocatedMemoryBlock()
{
    Shown shown(Sample::OutOfMemory);
    const memory::AliveModel& model = shown.pane.model();
    const QAbstractItemModelTester tester(&shown.pane.model());

    QVERIFY(model.rowCount() > 40);
    int notComputed = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        QVERIFY(!model.index(row, memory::AliveModel::Why).data().toString().isEmpty());
        QVERIFY(model.index(row, memory::AliveModel::Size).data().toString().contains("MiB"));
        notComputed += model.index(row, memory::AliveModel::Why).data().toString().contains("not computed") ? 1 : 0;
    }
    QVERIFY(notComputed > 30);
    QVERIFY2(shown.pane.summary().contains("blocks"), qPrintable(shown.pane.summary()));
}

void TestAlive::selectedRowAndSelectedOperationStayInSync()
{
    Shown shown(Sample::OutOfMemory);
    auto* table = shown.pane.findChild<QTableView*>();
    QVERIFY(table);

    // A table that gets the focus by the Tab key also sets the current index without a selection.
    table->selectionModel()->setCurrentIndex(table->model()->index(0, 0), QItemSelectionModel::NoUpdate);
    QVERIFY(!shown.selection.op().isValid());
    table->selectRow(3);
    QCOMPARE(shown.selection.op(), shown.pane.model().opAt(3));

    shown.selection.selectOp(shown.pane.model().opAt(7));
    QCOMPARE(table->selectionModel()->selectedRows().value(0).row(), 7);
    shown.selection.clear();
    QVERIFY(table->selectionModel()->selectedRows().isEmpty());
}

void TestAlive::paneOfAnEmptyTraceShowsASummary()
{
    Shown shown(Sample::Empty);
    QCOMPARE(shown.pane.model().rowCount(), 0);
    QVERIFY(!shown.pane.summary().isEmpty());
}

void TestAlive::stackedMemoryBlocksMoveDownWhenLowerBlocksAreFreed()
{
    const auto pieces =
        drawing::stackOf({block(0, 30, 10), block(10, std::nullopt, 5), block(20, 40, 7)}, Nanoseconds{50});

    // The first block of 10 bytes ends at time 30. The two blocks above then move down by 10 bytes.
    std::int64_t area = 0;
    for (const drawing::StackPiece& piece : pieces) {
        QVERIFY(piece.end > piece.begin);
        area += (piece.end - piece.begin).count() * (piece.to - piece.from);
    }
    QCOMPARE(area, std::int64_t{30 * 10 + 40 * 5 + 20 * 7});
    const auto at = [&](std::uint32_t index, std::int64_t time) {
        for (const drawing::StackPiece& piece : pieces)
            if (piece.block == index && piece.begin.count() <= time && time < piece.end.count())
                return piece.from;
        return std::int64_t{-1};
    };
    QCOMPARE(at(1, 15), std::int64_t{10});
    QCOMPARE(at(1, 35), std::int64_t{0});
    QCOMPARE(at(2, 25), std::int64_t{15});
    QCOMPARE(at(2, 35), std::int64_t{5});
    QCOMPARE(at(2, 45), std::int64_t{-1});
}

void TestAlive::memoryStackWithTooManyPiecesIsNotBuilt()
{
    std::vector<analysis::MemoryBlock> blocks;
    for (int i = 0; i < 100; ++i)
        blocks.push_back(block(i, 200 + i, 1));
    QVERIFY(!drawing::stackOf(blocks, Nanoseconds{400}).empty());
    QVERIFY(drawing::stackOf(blocks, Nanoseconds{400}, 50).empty());
}

QTEST_MAIN(TestAlive)
#include "tst_alive.moc"
