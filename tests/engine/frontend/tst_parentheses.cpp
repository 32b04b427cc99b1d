#include "engine/frontend/detail/parentheses.h"

#include <QTest>

/// Tests that operands get parentheses only where Python would otherwise evaluate the expression in another order.
class TestParentheses : public QObject {
    Q_OBJECT

private slots:
    void operandsAreParenthesizedIfTheOrderOfEvaluationWouldChange_data();
    void operandsAreParenthesizedIfTheOrderOfEvaluationWouldChange();
};

void TestParentheses::operandsAreParenthesizedIfTheOrderOfEvaluationWouldChange_data()
{
    QTest::addColumn<QString>("operand");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<bool>("isWrapped");

    const auto row = [](const char* operand, const char* before, const char* after, bool isWrapped) {
        QTest::addRow("%s[%s]%s", before, operand, after)
            << QString(operand) << QString(before) << QString(after) << isWrapped;
    };
    row("x", "", ".mm(x)", false);
    row("x + 1", "", ".mm(x)", true);
    row("f(x) + 1", "", ".clamp(max=1)", true);
    row("f(x + 1)", "", ".clamp(max=1)", false);
    row("-x", "", ".mean()", true);
    row("x.mean()", "-", "", false);
    row("x * y", "-", "", true);
    row("x * y", "", " + z", false);
    row("x + y", "", " * z", true);
    row("x + y", "", " + z", false);
    row("x + y", "z + ", "", true);
    row("x * y", "z - ", "", false);
    row("x / y", "z / ", "", true);
    row("x ** 2", "", " ** 2", true);
    row("-x", "y ** ", "", false);
    row("x + y", "relu(", ")", false);
    row("x + y", "cat(z, ", ")", false);
    row("x < y", "", " < z", true);
    row("x[a + b]", "", ".sum()", false);
    row("x.to('a + b')", "", ".sum()", false);
    row("x *= y", "", " + 1", true);
    row("x + y", "z *= ", "", false);
}

void TestParentheses::operandsAreParenthesizedIfTheOrderOfEvaluationWouldChange()
{
    QFETCH(const QString, operand);
    QFETCH(const QString, before);
    QFETCH(const QString, after);
    QFETCH(const bool, isWrapped);

    const std::string text =
        engine::frontend::parenthesized(operand.toStdString(), before.toStdString(), after.toStdString());

    QCOMPARE(QString::fromStdString(text), isWrapped ? "(" + operand + ")" : operand);
}

QTEST_GUILESS_MAIN(TestParentheses)
#include "tst_parentheses.moc"
