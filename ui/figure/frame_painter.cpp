#include "ui/figure/detail/frame_painter.h"

#include "ui/drawing/key_painter.h"
#include "ui/drawing/overlap_band.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/look/warning_sign.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ui::figure::detail {

namespace {

/// The flag of a mark whose line is 6 units to the right of the left edge of `box`.
QPainterPath flagIn(const QRectF& box)
{
    QPainterPath flag(box.topLeft() + QPointF(6, 0));
    flag.lineTo(box.right(), box.top());
    flag.lineTo(box.right() - 4, box.top() + 4.5);
    flag.lineTo(box.right(), box.top() + 9);
    flag.lineTo(box.left() + 6, box.top() + 9);
    return flag;
}

}  // namespace

void FramePainter::heading() const
{
    const auto& type = m_plan.type;
    double y = m_plan.heading.titleBaseline;
    for (const QString& line : m_plan.heading.titleLines) {
        m_ink.write({m_plan.margin, y}, line, type.title, QFont::Bold, m_ink.text());
        y += type.title + 6;
    }
    y = m_plan.heading.subtitleBaseline;
    for (const QString& line : m_plan.heading.subtitleLines) {
        m_ink.write({m_plan.margin, y}, line, type.subtitle, QFont::Normal, m_ink.text2());
        y += type.subtitle + 5;
    }
}

void FramePainter::scaleBar(const model::TimeRange& range, double y) const
{
    const double width = m_plan.right - m_plan.left;
    constexpr double kBeforeBar = 8;
    constexpr int kTries = 8;
    const QFont font = Ink::font(m_plan.type.body, QFont::DemiBold);
    Nanoseconds step{};
    double length = 0, parts = std::max(4.0, width / 80);
    for (int i = 0; i < kTries; ++i, parts *= 1.5) {
        step = detail::niceStep(range.length(), parts);
        length = model::timeToPixel(range.begin + step, range, width);
        if (length + kBeforeBar + Ink::widthOf(detail::stepText(step), font) <= kScaleBarRoom)
            break;
    }
    const double right = m_plan.right, left = right - length;
    QPainterPath bar;
    bar.moveTo(left, y - 4);
    bar.lineTo(left, y + 4);
    bar.moveTo(right, y - 4);
    bar.lineTo(right, y + 4);
    bar.moveTo(left, y);
    bar.lineTo(right, y);
    m_ink.stroke(bar, m_ink.text(), 1.6);
    m_ink.writeRight({left - kBeforeBar, y + m_plan.type.body * 0.36}, detail::stepText(step), m_plan.type.body,
                     QFont::DemiBold, m_ink.text());
}

void FramePainter::axis(double top) const
{
    const double width = m_plan.right - m_plan.left;
    const Nanoseconds step = detail::niceStep(m_plan.range.length(), width / (m_plan.type.body * 11.0));
    // The titles and brackets of further panels have no grid lines behind them.
    std::vector<std::pair<double, double>> spans{{top, m_plan.axisY}};
    for (std::size_t i = 1; i < m_plan.panels.size(); ++i) {
        const PanelPlan& panel = m_plan.panels[i];
        if (panel.rows.empty())
            continue;
        spans.back().second = m_plan.panels[i - 1].end();
        spans.emplace_back(panel.gridTop(), m_plan.axisY);
    }
    QPainterPath grid, ticks;
    std::vector<std::pair<double, QString>> words;
    // Only the first number has the unit.
    const QString unit = detail::stepText(step).section(QLatin1Char(' '), -1);
    double per = unit == QLatin1String("s")    ? 1e9
                 : unit == QLatin1String("ms") ? 1e6
                 : unit == QLatin1String("ns") ? 1
                                               : 1e3;
    QString shown = unit;
    if (unit == QLatin1String("ms") && m_plan.range.length() >= Nanoseconds{1'000'000'000}) {
        per = 1e9;
        shown = QStringLiteral("s");
    }
    const Nanoseconds from = m_plan.range.begin - m_plan.zero;
    const auto first = static_cast<std::int64_t>(
        std::ceil(static_cast<double>(from.count()) / static_cast<double>(step.count()) - 1e-9));
    for (Nanoseconds t = step * first; t <= from + m_plan.range.length(); t += step) {
        const double x = m_plan.x(m_plan.zero + t);
        for (const auto& [upper, lower] : spans) {
            grid.moveTo(x, upper);
            grid.lineTo(x, lower);
        }
        ticks.moveTo(x, m_plan.axisY);
        ticks.lineTo(x, m_plan.axisY + 6);
        const QString number = QLocale().toString(static_cast<double>(t.count()) / per, 'g', 6);
        words.emplace_back(x, words.empty() ? number + QLatin1Char(' ') + shown : number);
    }
    m_ink.stroke(grid, m_ink.grid(), 1);
    ticks.moveTo(m_plan.left, m_plan.axisY);
    ticks.lineTo(m_plan.right, m_plan.axisY);
    m_ink.stroke(ticks, m_ink.text2(), 1);
    const double baseline = m_plan.axisY + 8 + m_plan.type.body;
    for (const auto& [x, word] : words) {
        const double half = Ink::widthOf(word, Ink::font(m_plan.type.body)) / 2;
        const double at = std::clamp(x, half, m_plan.size.width() - half - 1);
        m_ink.writeCentred({at, baseline}, word, m_plan.type.body, QFont::Normal, m_ink.text2());
    }
}

void FramePainter::legend() const
{
    for (const Plan::LegendEntry& entry : m_plan.legend.entries) {
        const QPointF at(entry.at.x(), entry.at.y() + m_plan.legend.top);
        swatch(entry, at);
        m_ink.write({at.x() + 30, at.y()}, entry.text, m_plan.type.label, QFont::Medium, m_ink.text2());
    }
}

void FramePainter::swatch(const Plan::LegendEntry& entry, QPointF at) const
{
    using Subject = Plan::LegendEntry::Subject;
    const QRectF box(at.x(), at.y() - 12, 22, 14);
    const double middle = at.y() - 5;
    QPainterPath hatch, outline;
    outline.addRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    switch (entry.what) {
        case Subject::Mark:
            m_ink.line({at.x() + 6, at.y() - 12}, {at.x() + 6, at.y() + 4}, m_ink.wait(), 1.2, {4, 3});
            return m_ink.fill(flagIn(box), m_ink.wait());
        case Subject::Wait:
            drawing::addPattern(hatch, look::Pattern::ThinRising, box);
            m_ink.stroke(hatch, m_ink.waitLine(), 1.2);
            return m_ink.stroke(outline, m_ink.waitLine(), 1);
        case Subject::WaitNode:
            m_ink.fill(outline, m_ink.waitSoft());
            return m_ink.stroke(outline, m_ink.paper().tokens.syncFill, 1);
        case Subject::Ghost:
            return m_ink.stroke(outline, m_ink.text3(), 1, {3, 2});
        case Subject::Saved:
            m_ink.fill(box, m_ink.soft());
            return m_ink.stroke(outline, m_ink.text2(), 1, {4, 3});
        case Subject::Mistimed:
            return look::paintWarningSign(m_ink.painter(), QRectF(at.x() + 4, at.y() - 12, 14, 14),
                                          m_ink.paper().tokens);
        case Subject::Memory:
            return drawing::paintMemoryMark(m_ink.painter(), look::Theme(m_ink.paper()), drawing::PaintPath::Vector, 1,
                                            box.adjusted(0.5, 0.5, -0.5, -0.5), entry.mark);
        case Subject::Capacity:
        case Subject::ReachedCapacity:
            m_ink.painter().setPen(drawing::capacityPen(m_ink.paper().tokens, entry.what == Subject::ReachedCapacity));
            return m_ink.painter().drawLine(QPointF(at.x(), middle), QPointF(at.x() + 22, middle));
        case Subject::Data:
            return m_ink.line({at.x(), middle}, {at.x() + 22, middle}, m_ink.text3(), 1.1);
        case Subject::Reuse:
            return m_ink.line({at.x(), middle}, {at.x() + 22, middle}, m_ink.text3(), 1.1, {6, 3});
        case Subject::Gradient:
            return m_ink.line({at.x(), middle}, {at.x() + 22, middle}, m_ink.kind(engine::trace::Kind::CopyPeer).edge,
                              1.4);
        case Subject::SavedForBackward:
            return m_ink.line({at.x(), middle}, {at.x() + 22, middle}, m_ink.paper().tokens.strong, 1.4, {4, 3});
        case Subject::Critical:
            return m_ink.line({at.x(), middle}, {at.x() + 22, middle}, m_ink.accent(), 2.6);
        case Subject::OneWorks:
        case Subject::ManyWork: {
            const bool isMany = entry.what == Subject::ManyWork;
            const QColor colour = drawing::overlapColour(look::Theme(m_ink.paper()), isMany ? 2 : 1);
            m_ink.fill(isMany ? box : box.adjusted(0, box.height() / 2, 0, 0), colour);
            return m_ink.line(box.bottomLeft(), box.bottomRight(), m_ink.text3(), 1);
        }
        case Subject::Merged:
            return drawing::paintMergedSwatch(m_ink.painter(), look::Theme(m_ink.paper()), m_ink.ground(), box);
        case Subject::Issue:
            for (const double x : {2.0, 5.0, 10.0, 13.0, 19.0})
                m_ink.fill(QRectF(box.left() + x, box.top(), 2, box.height()), m_ink.kind(entry.kind).fill);
            return;
        case Subject::Kind:
            break;
    }
    const look::KindColours colours = m_ink.kind(entry.kind);
    m_ink.fill(box, colours.fill);
    drawing::addPattern(hatch, colours.pattern, box);
    if (hatch.isEmpty())
        return;
    m_ink.stroke(hatch, colours.edge, 1.1);
    m_ink.stroke(outline, colours.edge, 1);
}

void FramePainter::foot() const
{
    m_ink.line({m_plan.margin, m_plan.ruleY()}, {m_plan.size.width() - m_plan.margin, m_plan.ruleY()}, m_ink.grid(), 1);
    double y = m_plan.caption.baseline;
    for (const QString& line : m_plan.caption.lines) {
        m_ink.write({m_plan.margin, y}, line, m_plan.type.body, QFont::Normal, m_ink.text2());
        y += m_plan.type.body + 6;
    }
    m_ink.writeRight({m_plan.size.width() - m_plan.margin, y - m_plan.type.body - 6}, QStringLiteral("Overlap"),
                     m_plan.type.body, QFont::DemiBold, m_ink.text3());
}

}  // namespace ui::figure::detail
