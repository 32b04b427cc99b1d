#include "engine/analysis/timed_block.h"
#include "tests/app/program_runs.h"
#include "tests/ui/figure/vector_files.h"
#include "ui/figure/detail/ink.h"
#include "ui/figure/detail/plan.h"
#include "ui/figure/figure.h"
#include "ui/look/format.h"

#include <QImage>
#include <QLocale>
#include <QPainter>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

using namespace engine;
using namespace ui::figure;
using frontend::Dialect;

namespace {

/// Tolerance for positions: the SVG file rounds numbers to a tenth of a unit.
constexpr double kRounding = 0.11;
/// Tolerance for text widths, which this test measures again.
constexpr double kTextRounding = 0.6;
constexpr double kWideSpan = 3;
/// Minimum width of a wait that has a separate box. Narrower waits share a box with their neighbours.
constexpr double kWideWait = 6;
/// Width of the warning sign before the name of a mistimed block.
constexpr double kSign = 14;
/// Minimum painted height of a column that is 1 unit wide and contains work.
constexpr double kHair = 0.5;

bool isAt(const QRectF& painted, double left, double right)
{
    return std::abs(painted.left() - left) <= kRounding && std::abs(painted.right() - right) <= kRounding;
}

bool isAt(const QRectF& painted, const QRectF& rect)
{
    return isAt(painted, rect.left(), rect.right()) && std::abs(painted.top() - rect.top()) <= kRounding &&
           std::abs(painted.bottom() - rect.bottom()) <= kRounding;
}

/// The colours that the figure uses on paper.
struct Palette {
    QImage sheet{1, 1, QImage::Format_RGB32};
    QPainter painter{&sheet};
    detail::Ink ink{painter, Colours::Colour, {}};
    QColor wait = ink.paper().tokens.syncSoft;
    std::vector<QColor> spans{ink.paper().tokens.failFill};

    Palette()
    {
        for (int kind = 0; kind <= static_cast<int>(trace::Kind::Host); ++kind)
            spans.push_back(ink.kind(static_cast<trace::Kind>(kind)).fill);
    }
    [[nodiscard]] QColor of(const trace::Span& span) const
    {
        return span.state == trace::OpState::Failed ? spans.front() : ink.kind(span.kind).fill;
    }
};

}  // namespace

/// Reads the exported SVG of each built-in program, and checks that its rectangles and texts are at the times of the
/// trace.
class TestExactFigures : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const auto& program : m_runs.runner().programs())
            m_programs << QString::fromStdString(program.id);
    }

    void figureMatchesTheTrace_data()
    {
        QTest::addColumn<QString>("program");
        for (const QString& program : m_programs)
            QTest::newRow(qPrintable(program)) << program;
    }
    void figureMatchesTheTrace()
    {
        QFETCH(QString, program);
        m_trace = m_runs.trace(m_runs.request(program.toStdString(), Dialect::Torch));
        const auto bytes = renderFigure(*m_trace, {}, Format::Svg);
        QVERIFY(bytes);

        m_svg = tests::readSvg(*bytes);
        m_plan = detail::makePlan(*m_trace, {});

        QVERIFY(m_svg.isWellFormed);
        checkAxis();
        for (const detail::RowPlan& row : m_plan.rows())
            row.isProgram() ? checkWaits(row) : checkLane(row);
        checkBlocks();
        checkFrame();
    }

private:
    [[nodiscard]] double width() const { return m_plan.right - m_plan.left; }

    /// Left and right edge of an interval of time, clamped to the plot.
    [[nodiscard]] std::pair<double, double> placeOf(Nanoseconds begin, Nanoseconds end) const
    {
        return {std::max(m_plan.left, m_plan.x(begin)), std::min(m_plan.right, m_plan.x(end))};
    }

    [[nodiscard]] static double centreOf(const tests::PlacedText& text, int size, QFont::Weight weight)
    {
        return text.at.x() + detail::Ink::widthOf(text.text, detail::Ink::font(size, weight)) / 2;
    }

    /// Each number below the axis is centred at its time.
    void checkAxis()
    {
        const double baseline = m_plan.axisY + 8 + m_plan.type.body;
        double unit = 0;
        int count = 0;
        for (const tests::PlacedText& text : m_svg.texts) {
            if (std::abs(text.at.y() - baseline) > kRounding)
                continue;
            if (unit == 0)
                unit = unitOf(text.text.section(QLatin1Char(' '), 1));
            QVERIFY2(unit > 0, qPrintable(text.text));
            const double time = QLocale().toDouble(text.text.section(QLatin1Char(' '), 0, 0)) * unit;
            const double half = centreOf(text, m_plan.type.body, QFont::Normal) - text.at.x();
            const double x = std::clamp(m_plan.x(m_plan.zero + Nanoseconds{std::llround(time)}), half,
                                        m_plan.size.width() - half - 1);
            QVERIFY2(std::abs(text.at.x() + half - x) <= kTextRounding, qPrintable(text.text));
            ++count;
        }
        QVERIFY(count >= 2);
    }

    /// No text of a lane crosses an edge of the frame around the magnified range.
    void checkFrame()
    {
        if (!m_plan.magnified.isShown)
            return;
        const auto [left, right] = placeOf(m_plan.magnified.range.begin, m_plan.magnified.range.end);
        for (const tests::PlacedText& text : m_svg.texts)
            for (const detail::RowPlan& row : m_plan.rows()) {
                if (row.isProgram() || text.at.x() < m_plan.left || text.at.y() < row.top ||
                    text.at.y() > row.top + row.height)
                    continue;
                const double end = text.at.x() + detail::Ink::widthOf(text.text, detail::Ink::font(m_plan.type.label));
                for (const double edge : {left, right})
                    QVERIFY2(end <= edge || text.at.x() >= edge, qPrintable(text.text));
            }
    }

    [[nodiscard]] static double unitOf(const QString& name)
    {
        const std::map<QString, double> units{{QStringLiteral("s"), 1e9},
                                              {QStringLiteral("ms"), 1e6},
                                              {QStringLiteral("µs"), 1e3},
                                              {QStringLiteral("ns"), 1}};
        const auto unit = units.find(name);
        return unit == units.end() ? 0 : unit->second;
    }

    void checkWaits(const detail::RowPlan& row)
    {
        checkLabel(row);
        for (const trace::WaitRecord& wait : m_trace->waits()) {
            const auto [left, right] = placeOf(wait.begin, wait.end);
            if (right - left < kWideWait)
                continue;
            const bool isFound = std::any_of(m_svg.shapes.begin(), m_svg.shapes.end(), [&](const auto& shape) {
                return shape.colour == m_palette.wait && isAt(shape.bounds, left + 0.5, right - 0.5);
            });
            QVERIFY2(isFound, qPrintable(QStringLiteral("no wait from %1 to %2").arg(left).arg(right)));
        }
    }

    /// Each wide span is a rectangle at its times. The painted area corresponds to the busy time, plus at most kHair
    /// for each column that contains a narrow span.
    void checkLane(const detail::RowPlan& row)
    {
        checkLabel(row);
        const auto& index = m_trace->index(row.lane);
        std::set<int> touched;
        for (std::size_t i = index.firstEndingAfter(m_plan.range.begin); i < index.firstBeginningAt(m_plan.range.end);
             ++i) {
            const trace::Span& span = index.spans()[i];
            const auto [left, right] = placeOf(span.begin, span.end());
            if (right - left < kWideSpan) {
                for (int column = static_cast<int>(left); column <= static_cast<int>(right); ++column)
                    touched.insert(column);
                continue;
            }
            const QRectF rect(left, row.top, right - left, row.height);
            const bool isFound = std::any_of(m_svg.shapes.begin(), m_svg.shapes.end(), [&](const auto& shape) {
                return shape.colour == m_palette.of(span) && isAt(shape.bounds, rect);
            });
            QVERIFY2(isFound,
                     qPrintable(QStringLiteral("%1: no bar from %2 to %3").arg(row.label).arg(left).arg(right)));
        }
        const double painted = m_svg.strengthAlong(QRectF(m_plan.left, row.top, width(), row.height), m_palette.spans);
        const double busy =
            toSeconds(index.busy(m_plan.range.begin, m_plan.range.end)) / toSeconds(m_plan.range.length()) * width();
        const double hairs = kHair * static_cast<double>(touched.size()) / row.height;
        QVERIFY2(painted >= busy - 0.005 * width() && painted <= busy + hairs + 0.005 * width(),
                 qPrintable(QStringLiteral("%1: painted %2, busy %3, at most %4 more")
                                .arg(row.label)
                                .arg(painted)
                                .arg(busy)
                                .arg(hairs)));
    }

    /// A row's name is left of the plot, at the middle of the row.
    void checkLabel(const detail::RowPlan& row)
    {
        const bool isFound = std::any_of(m_svg.texts.begin(), m_svg.texts.end(), [&](const tests::PlacedText& text) {
            const double middle = text.at.y() - 0.36 * m_plan.type.label;
            return text.text == row.label && text.at.x() < m_plan.left &&
                   std::abs(middle - (row.top + row.height / 2)) <= 1.5;
        });
        QVERIFY2(isFound, qPrintable(row.label));
    }

    /// Each bracket is at the times of its timed block. If the bracket is wide enough, the block's name and time are
    /// centred on it.
    void checkBlocks()
    {
        for (const ui::drawing::TieredBracket& text : m_plan.panels.back().brackets.blocks) {
            const trace::BlockRecord& block = m_trace->blocks()[text.block];
            auto [left, right] = placeOf(block.begin, block.end);
            right = std::max(right - 1, left + 3);
            const double top = m_plan.panels.back().bracketY - text.level * ui::drawing::kBracketLevel;
            const bool isFound = std::any_of(m_svg.outlines.begin(), m_svg.outlines.end(), [&](const QRectF& line) {
                return isAt(line, left + 1, right) && std::abs(line.top() - top) <= kRounding;
            });
            QVERIFY2(isFound, block.label.c_str());
            if (block.isFailed || text.isAbove)
                continue;
            // A mistimed block has a sign before its name and, if the bracket is wide enough, also the time of its
            // work.
            const analysis::TimedBlock timed = analysis::timedBlock(*m_trace, text.block);
            QCOMPARE(text.isMistimed, timed.isMistimed());
            QString time = ui::look::benchmarkText(block.seconds);
            if (text.time != time)
                time += QStringLiteral("  work ") + ui::look::benchmarkText(toSeconds(timed.work - timed.begin));
            const double sign = timed.isMistimed() ? kSign : 0;
            // The text of a raised bracket is centred between the start of the bracket and its end, or the end of the
            // block's work if that is later.
            const double end = text.level > 0 ? std::max(right, placeOf(block.begin, timed.work).second) : right;
            const double timeWidth = detail::Ink::widthOf(time, detail::Ink::font(m_plan.type.label, QFont::Bold));
            const auto isCentred = [&](const tests::PlacedText& name, const tests::PlacedText& number) {
                return name.text == QString::fromStdString(block.label) && number.text == time &&
                       std::abs((name.at.x() - sign + number.at.x() + timeWidth) / 2 - (left + 1 + end) / 2) <=
                           kTextRounding;
            };
            const bool isNamed =
                std::adjacent_find(m_svg.texts.begin(), m_svg.texts.end(), isCentred) != m_svg.texts.end();
            QVERIFY2(isNamed, block.label.c_str());
        }
    }

    ProgramRuns m_runs;
    QStringList m_programs;
    Palette m_palette;
    trace::TracePtr m_trace;
    tests::VectorFile m_svg;
    detail::Plan m_plan;
};

QTEST_MAIN(TestExactFigures)
#include "tst_exact_figures.moc"
