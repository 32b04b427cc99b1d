#include "tests/engine/trace/sample_traces.h"
#include "ui/compare/labels.h"
#include "ui/files/figure_files.h"
#include "ui/look/format.h"

#include <QLocale>
#include <QTest>
#include <QXmlStreamReader>

using namespace ui;
using compare::Which;
using engine::trace::TracePtr;
using tests::Sample;

namespace {

compare::ComparedPair pairOf(engine::analysis::Side a, engine::analysis::Side b)
{
    return {compare::ComparedRun{std::move(a), {}, {}, QStringLiteral("the first")},
            compare::ComparedRun{std::move(b), {}, {}, QStringLiteral("the second")}};
}

/// All text of a figure, with wrapped lines joined.
QString wordsOf(const TracePtr& trace, const figure::FigureOptions& options)
{
    const auto bytes = figure::renderFigure(*trace, options, figure::Format::Svg);
    QStringList words;
    QXmlStreamReader xml(bytes ? *bytes : QByteArray());
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text"))
            words << xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
    return words.join(QLatin1Char(' '));
}

}  // namespace

/// Tests that the figure of a comparison contains the texts of the window.
class TestCompareFigure : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void figureContainsEveryTextOfTheComparison_data()
    {
        QTest::addColumn<int>("preset");
        QTest::newRow("slide") << int(figure::Preset::Slide);
        QTest::newRow("page") << int(figure::Preset::Page178mm);
    }
    void figureContainsEveryTextOfTheComparison()
    {
        QFETCH(int, preset);
        const TracePtr a = tests::sampleTrace(Sample::TwoGpus), b = tests::sampleTrace(Sample::TwoGpusOverlap);
        const auto pair = pairOf(engine::analysis::wholeSide(a), engine::analysis::wholeSide(b));
        figure::FigureOptions options;
        options.preset = static_cast<figure::Preset>(preset);

        files::showComparison(pair, options);
        const QString words = wordsOf(b, options);

        const auto& comparison = pair.comparison();
        QStringList wanted{compare::busyText(comparison, Which::A),
                           compare::busyText(comparison, Which::B),
                           compare::whyText(comparison),
                           look::factorText(comparison.speedUp()),
                           pair.of(Which::A).title,
                           pair.of(Which::B).title};
        // The timelines of two runs leave no room for the measures on a slide.
        if (options.preset != figure::Preset::Slide)
            for (const auto& row : comparison.measures)
                wanted << compare::measureName(comparison, row) << compare::valueText(row, row.a)
                       << compare::valueText(row, row.b) << compare::differenceText(comparison, row);
        for (const TracePtr& trace : {a, b})
            for (const auto& block : trace->blocks())
                wanted << QString::fromStdString(block.label) << look::benchmarkText(block.seconds);
        QVERIFY(comparison.measures.size() > 6);
        for (const QString& text : wanted)
            QVERIFY2(words.contains(text), qPrintable(text + QStringLiteral(" is missing in ") + words));
        QVERIFY(!words.contains(QChar(0x2026)));
    }

    /// Compares the sequential blocks of one run with its concurrent block.
    void partsOfOneRunAreComparedByTheirLengths()
    {
        const TracePtr run = tests::sampleTrace(Sample::TwoGpus);
        const auto natural = engine::analysis::findOverlapPair(run);
        QVERIFY(natural);
        const auto pair = pairOf(natural->first, natural->second);
        figure::FigureOptions options;

        files::showComparison(pair, options);

        const auto times = figure::compare(*run, options);
        QCOMPARE(times.before, pair.comparison().lengthA());
        QCOMPARE(times.after, pair.comparison().lengthB());
        options.caption = QStringLiteral("None.");
        options.compared.measures.clear();
        QCOMPARE(wordsOf(run, options).count(QString::fromStdString(run->blocks()[0].label)), 1);
    }
};

QTEST_MAIN(TestCompareFigure)
#include "tst_compare_figure.moc"
