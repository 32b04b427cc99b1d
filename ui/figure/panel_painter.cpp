#include "ui/figure/detail/panel_painter.h"
#include "ui/look/format.h"
#include "ui/model/refused.h"
#include "ui/model/visible_range.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

namespace ui::figure::detail {

using engine::trace::WaitTarget;

namespace {

constexpr int kMostMarks = 60;

}  // namespace

void PanelPainter::brackets() const
{
    for (const BlockText& text : m_panel.blocks)
        lineUp(text);
    for (const bool isAbove : {false, true})
        for (const BlockText& text : m_panel.blocks)
            if (text.isAbove == isAbove)
                bracket(text, m_trace.blocks()[text.block].isFailed ? m_ink.fail() : m_ink.text());
}

void PanelPainter::bracket(const BlockText& text, const QColor& ink) const
{
    const double y = m_panel.bracketY;
    QPainterPath path(QPointF(text.from, y + 9));
    path.lineTo(text.from, y);
    path.lineTo(text.to, y);
    if (!text.isOpen)
        path.lineTo(text.to, y + 9);
    m_ink.stroke(path, ink, 1.8);
    if (text.isAbove)
        return aboveBracket(text, ink);
    const int size = m_ink.sizes().label;
    m_ink.fill(QRectF(text.left - 8, y - 10, text.width + 16, 20), Qt::white);
    const double baseline = y + size * 0.36;
    m_ink.write({text.left, baseline}, text.name, size, QFont::Medium, m_ink.text2());
    m_ink.write({text.left + text.nameWidth, baseline}, text.time, size, QFont::Bold, ink);
    if (!text.book.isEmpty())
        m_ink.writeCentred({(text.from + text.to) / 2, y + 10 + m_ink.sizes().body}, text.book, m_ink.sizes().body,
                           QFont::Normal, m_ink.text3());
}

double PanelPainter::baselineOf(const BlockText& text) const
{
    return m_panel.bracketY - 14 - (text.tier - 1) * (m_ink.sizes().body + 5);
}

/// Below all texts, which interrupt it.
void PanelPainter::lineUp(const BlockText& text) const
{
    const double middle = (text.from + text.to) / 2;
    if (text.tier > 0)
        m_ink.line({middle, m_panel.bracketY - 1}, {middle, baselineOf(text) + 4}, m_ink.text3(), 0.8);
}

/// A bracket too narrow for its texts has them above it, at the end of a line.
void PanelPainter::aboveBracket(const BlockText& text, const QColor& ink) const
{
    if (text.tier == 0)
        return;
    const int size = m_ink.sizes().body;
    const double baseline = baselineOf(text);
    m_ink.fill(QRectF(text.left - 3, baseline - size, text.width + 6, size + 3), Qt::white);
    m_ink.write({text.left, baseline}, text.name, size, QFont::Medium, m_ink.text2());
    m_ink.write({text.left + text.nameWidth, baseline}, text.time, size, QFont::Bold, ink);
}

bool PanelPainter::isWaitedFor(const engine::trace::WaitRecord& wait, const RowPlan& row) const
{
    switch (wait.target) {
        case WaitTarget::All:
            return true;
        case WaitTarget::Device:
        case WaitTarget::Stream:
            return row.device == wait.device;
        default:
            return wait.releasedBy.isValid() && m_trace.op(wait.releasedBy).lane == row.lane;
    }
}

/// Where a wait ends: through the lanes that it waited for, and no others.
void PanelPainter::syncMarks() const
{
    if (m_panel.rows.empty())
        return;
    QPainterPath lines, dots;
    double last = -100;
    int count = 0;
    for (std::size_t i = 0; i < m_trace.waits().size(); ++i) {
        const engine::trace::WaitRecord& wait = m_trace.waits()[i];
        if (wait.end <= m_panel.range.begin || wait.end > m_panel.until || count >= kMostMarks)
            continue;
        // A loop that waits each time around is marked where it ends.
        if (i + 1 < m_trace.waits().size() && wait.line > 0 && m_trace.waits()[i + 1].line == wait.line)
            continue;
        const double at = std::round(x(wait.end) * 10) / 10;
        if (at - last < 4)
            continue;
        last = at;
        ++count;
        const double top = m_panel.rows.front().top - 6;
        double bottom = m_panel.rows.front().top + m_panel.rows.front().height;
        for (const RowPlan& row : m_panel.rows)
            if (!row.isProgram() && isWaitedFor(wait, row))
                bottom = row.top + row.height;
        lines.moveTo(at, top);
        lines.lineTo(at, bottom);
        for (const RowPlan& row : m_panel.rows)
            if (!row.isProgram() && isWaitedFor(wait, row))
                dots.addEllipse(QPointF(at, row.top + row.height / 2), 2.6, 2.6);
        dots.addEllipse(QPointF(at, top), 3.8, 3.8);
    }
    m_ink.stroke(lines, m_ink.wait(), 1.7, {5, 3});
    m_ink.fill(dots, m_ink.wait());
}

void PanelPainter::failure(double top, double bottom, Says says) const
{
    const auto& error = m_trace.error();
    if (!error || error->line <= 0 || error->time < m_panel.range.begin || error->time > m_panel.until)
        return;
    const double at = x(error->time);
    m_ink.line({at, top}, {at, bottom}, m_ink.fail(), 1.5, {5, 3});
    if (says == Says::Cause)
        return cause(at);
    const int size = m_ink.sizes().body;
    const QString text = tr("stopped at %1").arg(look::clockText(error->time - model::originOf(m_trace)));
    const double half = Ink::widthOf(text, Ink::font(size, QFont::Bold)) / 2;
    m_ink.writeCentred({std::clamp(at, m_left + half, m_right - half), top - 4}, text, size, QFont::Bold, m_ink.fail());
}

/// A crossed box where the operation would have been issued, and what is said of it.
void PanelPainter::cause(double at) const
{
    if (m_panel.rows.empty() || !m_panel.rows.front().isProgram())
        return;
    const RowPlan& row = m_panel.rows.front();
    constexpr double kBox = 14, kArm = 3.4;
    const QRectF box(at + 1, row.top, kBox, row.height);
    QPainterPath shape, cross;
    shape.addRoundedRect(box, 2, 2);
    const QPointF middle = box.center();
    cross.moveTo(middle - QPointF(kArm, kArm));
    cross.lineTo(middle + QPointF(kArm, kArm));
    cross.moveTo(middle + QPointF(-kArm, kArm));
    cross.lineTo(middle + QPointF(kArm, -kArm));
    m_ink.fill(shape, m_ink.fail());
    m_ink.stroke(cross, Qt::white, 1.8);
    const int size = m_ink.sizes().body;
    const double left = box.right() + 8;
    const bool hasBoth = row.height >= 2 * size + 8;
    const auto write = [&](const QString& text, double baseline, QFont::Weight weight, const QColor& ink) {
        const QString fitting = QFontMetricsF(Ink::font(size, weight)).elidedText(text, Qt::ElideRight, m_right - left);
        if (m_right - left > 60)
            m_ink.write({left, baseline}, fitting, size, weight, ink);
    };
    const double first = hasBoth ? middle.y() - 5 : middle.y() + size * 0.36;
    write(refusedText(), first, QFont::Bold, m_ink.fail());
    const auto& error = *m_trace.error();
    const QStringList source = QString::fromStdString(m_trace.run().source).split(QLatin1Char('\n'));
    if (hasBoth && error.line <= source.size())
        write(tr("line %1: %2").arg(error.line).arg(source[error.line - 1].trimmed()), first + size + 6, QFont::Normal,
              m_ink.text2());
}

QString PanelPainter::refusedText() const
{
    for (const engine::trace::DeviceRecord& device : m_trace.devices()) {
        const auto& records = m_trace.memory(device.id);
        for (std::size_t i = records.size(); i-- > 0;) {
            if (records[i].act != engine::trace::MemoryAct::Refuse)
                continue;
            const QString name = model::refusedLabel(m_trace), on = QString::fromStdString(device.name);
            const QString bytes = look::binaryBytesText(records[i].bytes);
            return name.isEmpty() ? tr("%1 refused on %2").arg(bytes, on)
                                  : tr("%1 refused: %2 on %3").arg(name, bytes, on);
        }
    }
    return QString::fromStdString(m_trace.error()->type);
}

}  // namespace ui::figure::detail
