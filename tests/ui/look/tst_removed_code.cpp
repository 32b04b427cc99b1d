#include "ui/look/removed_code.h"

#include <QTest>

/// Tests which parts of a line do not run while the wait of the line is switched off.
class TestRemovedCode : public QObject {
    Q_OBJECT

private slots:
    void removedCodeOfALineContainsOnlyItsWaits_data();
    void removedCodeOfALineContainsOnlyItsWaits();
};

void TestRemovedCode::removedCodeOfALineContainsOnlyItsWaits_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("calls");
    QTest::addColumn<QString>("left");  // the line with dots in place of removed characters

    const auto add = [](const char* name, const char* line, const char* calls, const char* left) {
        QTest::newRow(name) << line << calls << left;
    };
    add("a statement that only waits", "    torch.cuda.synchronize(d[0])  # b", "torch.cuda.synchronize(d[0])",
        "    ............................  # b");
    add("a value that is read", "v = total(x).item()", "total(x).item()", "v = total(x).......");
    add("a reading within an expression", "return l.mean().asscalar() / n", "l.mean().asscalar()",
        "return l.mean()........... / n");
    add("a conversion", "v = float(y.sum()) + 1", "float(y.sum())", "v = ......y.sum(). + 1");
    add("two calls", "a, b = x.item(), y.item()", "x.item(), y.item()", "a, b = x......., y.......");
    add("a print", "print('y, z', y)", "print('y, z', y)", "................");
    add("a print that computes", "print('y', net(x))", "print('y', net(x))", "...........net(x).");
    add("a print that reads what it computes", "print(f(x).item(), str(y))", "print(f(x).item(), str(y))",
        "......f(x)................");
    add("a copy runs without waiting", "z = y.cpu()", "y.cpu()", "z = y.cpu()");
    add("a call that is not in the line", "net.to(d)", ".to('cuda:0')", "net.to(d)");
    add("no call", "x = 1", "", "x = 1");
}

void TestRemovedCode::removedCodeOfALineContainsOnlyItsWaits()
{
    QFETCH(QString, line);
    QFETCH(QString, calls);
    QFETCH(QString, left);

    QString shown = line;
    for (const ui::look::CodeSpan& part : ui::look::removedCode(line, calls))
        shown.replace(part.start, part.length, QString(part.length, QLatin1Char('.')));

    QCOMPARE(shown, left);
}

QTEST_GUILESS_MAIN(TestRemovedCode)
#include "tst_removed_code.moc"
