#include "ui/listing/parameter_note.h"

#include <QTest>
#include <limits>

using namespace ui::listing;

class TestParameterNote : public QObject {
    Q_OBJECT

private slots:
    void productsOfParametersReplaceTheirPlaceholders_data();
    void productsOfParametersReplaceTheirPlaceholders();
};

void TestParameterNote::productsOfParametersReplaceTheirPlaceholders_data()
{
    QTest::addColumn<QString>("filled");

    QTest::newRow("{2*n**3:FLOP}, {4*n*n:B} each.") << "128 GFLOP, 61.04 MiB each.";
    QTest::newRow("{n:FLOP}{7:B}") << "4 kFLOP7 B";
    QTest::newRow("no place, {not one}, {after}") << "no place, {not one}, {after}";
    QTest::newRow("{n} and {2*n}") << "4000 and 8000";
    QTest::newRow("{unknown:B} and {n:B}") << "{unknown:B} and 3.91 KiB";
    QTest::newRow("{text:B}") << "{text:B}";
    QTest::newRow("{n**9:B} {infinite:FLOP}") << "{n**9:B} {infinite:FLOP}";
    QTest::newRow("{n+1:B} {n**:B} {*n:B} {:B}") << "{n+1:B} {n**:B} {*n:B} {:B}";
}

void TestParameterNote::productsOfParametersReplaceTheirPlaceholders()
{
    QFETCH(QString, filled);
    const auto valueOf = [](const QString& name) {
        if (name == QLatin1String("infinite"))
            return std::optional(std::numeric_limits<double>::infinity());
        return name == QLatin1String("n") ? std::optional(4000.0) : std::nullopt;
    };

    QCOMPARE(filledNote(QString::fromUtf8(QTest::currentDataTag()), valueOf), filled);
}

QTEST_MAIN(TestParameterNote)
#include "tst_parameter_note.moc"
