#include "ui/look/elided_line.h"

#include <QTest>

/// Tests a label whose text is wider than the label.
class TestElidedLine : public QObject {
    Q_OBJECT

private slots:
    void shortFormReplacesATextThatDoesNotFit();
};

void TestElidedLine::shortFormReplacesATextThatDoesNotFit()
{
    ui::look::ElidedLine line;
    line.setText(QStringLiteral("Section 13.2.4, edition of 2019"));
    line.setShortForm(QStringLiteral("13.2.4"));
    const auto widthOf = [&](const QString& text) { return line.fontMetrics().horizontalAdvance(text); };

    QCOMPARE(line.textIn(widthOf(line.text())), line.text());
    QCOMPARE(line.textIn(widthOf(line.text()) - 1), QStringLiteral("13.2.4"));
    QCOMPARE(line.textIn(widthOf(QStringLiteral("13.2.4")) - 1), QString());
}

QTEST_MAIN(TestElidedLine)

#include "tst_elided_line.moc"
