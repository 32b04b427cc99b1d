#include "ui/model/selection.h"

#include <QSignalSpy>
#include <QTest>

using engine::OpId;
using ui::model::Selection;

/// Tests the selection of one and of several operations.
class TestSelection : public QObject {
    Q_OBJECT

private slots:
    void toggleSelectsAndDeselectsOneOperation();
    void furtherOperationsAreAddedToAndRemovedFromTheSelection();
    void removingTheCurrentOperationKeepsTheOthers();
    void selectingOneItemClearsTheOtherSelections();
};

void TestSelection::toggleSelectsAndDeselectsOneOperation()
{
    Selection selection;
    selection.toggleOp(OpId{3});
    QVERIFY(selection.op() == OpId{3});
    QVERIFY(selection.more().empty());
    selection.toggleOp(OpId{3});
    QVERIFY(!selection.op().isValid());
}

void TestSelection::furtherOperationsAreAddedToAndRemovedFromTheSelection()
{
    Selection selection;
    const QSignalSpy changed(&selection, &Selection::moreChanged);
    selection.selectOp(OpId{3});
    selection.toggleOp(OpId{5});
    selection.toggleOp(OpId{7});
    QVERIFY(selection.op() == OpId{3});
    QVERIFY((selection.more() == std::vector<OpId>{OpId{5}, OpId{7}}));
    selection.toggleOp(OpId{5});
    QVERIFY(selection.more() == std::vector<OpId>{OpId{7}});
    QCOMPARE(changed.count(), 3);
    selection.toggleOp({});
    QCOMPARE(changed.count(), 3);
}

void TestSelection::removingTheCurrentOperationKeepsTheOthers()
{
    Selection selection;
    selection.selectOp(OpId{3});
    selection.toggleOp(OpId{5});
    selection.toggleOp(OpId{3});
    QVERIFY(selection.op() == OpId{5});
    QVERIFY(selection.more().empty());
}

void TestSelection::selectingOneItemClearsTheOtherSelections()
{
    Selection selection;
    selection.selectOp(OpId{3});
    selection.toggleOp(OpId{5});
    selection.selectOp(OpId{3});
    QVERIFY(selection.more().empty());
    selection.toggleOp(OpId{5});
    selection.clear();
    QVERIFY(selection.more().empty());
    QVERIFY(!selection.op().isValid());
}

QTEST_APPLESS_MAIN(TestSelection)
#include "tst_selection.moc"
