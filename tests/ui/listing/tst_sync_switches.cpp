#include "tests/ui/runs/fake_backend.h"
#include "ui/listing/sync_switches.h"

#include <QTest>

using namespace ui::listing;
using tests::FakeFrontEnd;

class TestSyncSwitches : public QObject {
    Q_OBJECT

private slots:
    void flipsAreTheSwitchesThatDifferFromTheListing();
    void switchesMoveWithTheirLines();
    void flipsOfRemovedLinesAreDropped();
    void nthSwitchAdoptsTheStateOfTheNthSwitchOfTheOtherDialect();
    void callOfACopyIsRewrittenForTheStateOfItsSwitch_data();
    void callOfACopyIsRewrittenForTheStateOfItsSwitch();
};

void TestSyncSwitches::flipsAreTheSwitchesThatDifferFromTheListing()
{
    SyncSwitches switches;
    switches.setPoints(FakeFrontEnd::pointsOf("wait()\nx\nwait()"));
    QCOMPARE(switches.onCount(), 2);

    switches.set(3, false);
    QCOMPARE(switches.off(), std::vector<int>{3});
    QVERIFY(switches.on().empty());
    QVERIFY(!switches.isOn(3));

    switches.set(3, true);
    switches.set(2, false);
    QVERIFY(switches.flips().empty());
    QVERIFY(!switches.isOn(2));
}

void TestSyncSwitches::switchesMoveWithTheirLines()
{
    SyncSwitches switches;
    switches.setPoints(FakeFrontEnd::pointsOf("wait()\nx\nwait()"));
    switches.set(3, false);

    switches.shift(1, 2);

    QVERIFY(switches.at(3) == nullptr);
    QVERIFY(!switches.isOn(5));
    QCOMPARE(switches.off(), std::vector<int>{5});
    QVERIFY(switches.isOn(1));
}

void TestSyncSwitches::flipsOfRemovedLinesAreDropped()
{
    SyncSwitches switches;
    switches.setFlips({{1, false}, {9, false}});

    switches.setPoints(FakeFrontEnd::pointsOf("wait()"));

    QCOMPARE(switches.flips().size(), std::size_t{1});
    QCOMPARE(switches.off(), std::vector<int>{1});
}

void TestSyncSwitches::nthSwitchAdoptsTheStateOfTheNthSwitchOfTheOtherDialect()
{
    SyncSwitches torch, mxnet, shorter;
    torch.setPoints(FakeFrontEnd::pointsOf("wait()\nwait()"));
    mxnet.setPoints(FakeFrontEnd::pointsOf("x\nwait()\ny\nwait()"));
    shorter.setPoints(FakeFrontEnd::pointsOf("wait()"));
    torch.set(2, false);

    mxnet.adopt(torch);
    shorter.adopt(torch);

    QVERIFY(mxnet.isOn(2));
    QVERIFY(!mxnet.isOn(4));
    QVERIFY(shorter.isOn(1));
}

void TestSyncSwitches::callOfACopyIsRewrittenForTheStateOfItsSwitch_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("offText");
    QTest::addColumn<bool>("isOn");
    QTest::addColumn<QString>("text");

    QTest::newRow("off uses the given text") << "copy(y)"
                                             << "copy(y, True)" << false << "copy(y, True)";
    QTest::newRow("on removes the argument") << "copy(y, True)"
                                             << "copy(y, True)" << true << "copy(y)";
    QTest::newRow("a named argument") << "y.to('cpu', non_blocking=True)"
                                      << "" << true << "y.to('cpu')";
    QTest::newRow("already off") << "copy(y, True)"
                                 << "copy(y, True)" << false << "";
    QTest::newRow("argument is a variable") << "copy(y, flag)"
                                            << "" << true << "";
}

void TestSyncSwitches::callOfACopyIsRewrittenForTheStateOfItsSwitch()
{
    QFETCH(QString, call);
    QFETCH(QString, offText);
    QFETCH(bool, isOn);
    QFETCH(QString, text);

    const engine::frontend::SyncPoint point{1, call.toStdString(), !isOn, true, offText.toStdString(), !isOn};

    QCOMPARE(QString::fromStdString(rewrittenCall(point, isOn)), text);
}

QTEST_APPLESS_MAIN(TestSyncSwitches)
#include "tst_sync_switches.moc"
