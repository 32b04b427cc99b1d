#include "ui/graph/detail/legend.h"

#include "ui/look/dashes.h"
#include "ui/look/format.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <vector>

namespace ui::graph {

using engine::trace::DependencyKind;

Legend::Legend(look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Legend::explain(const Diagram& diagram)
{
    const EdgeCounts& counts = m_counts = diagram.counts;
    m_isNet = diagram.isNet;
    setAccessibleName(tr("Dependencies: %1 read after write, %2 write after read, %3 write after write")
                          .arg(counts.raw)
                          .arg(counts.war)
                          .arg(counts.waw));
    setToolTip(tr("RAW: reads what was written. WAR: overwrites what was read. WAW: overwrites what was written."));
    update();
}

QSize Legend::sizeHint() const
{
    return {m_theme.px(276), m_theme.px(22)};
}

void Legend::paintEvent(QPaintEvent*)
{
    const look::Tokens& t = m_theme.tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_theme.sans(10.5));
    const QFontMetricsF metrics(painter.font());
    struct Entry {
        QString text;
        QVector<qreal> dashes;
        double width, line;
        QColor colour;
    };
    const QColor sum = m_theme.kind(engine::trace::Kind::CopyPeer).edge;
    const std::vector<Entry> ofNet{{tr("data"), {}, 1.4, 20, t.text2},
                                   {tr("gradient"), {}, 1.4, 20, sum},
                                   {tr("saved for backward"), {4 / 1.4, 3 / 1.4}, 1.4, 20, t.strong}};
    const std::vector<Entry> ofAll{{tr("RAW %1").arg(look::countText(m_counts.raw)), {}, 1.4, 20, t.ink},
                                   {tr("WAR %1").arg(look::countText(m_counts.war)),
                                    look::dashesOf(DependencyKind::WriteAfterRead, 1.4), 1.4, 20, t.ink},
                                   {tr("WAW %1").arg(look::countText(m_counts.waw)),
                                    look::dashesOf(DependencyKind::WriteAfterWrite, 1.4), 1.4, 20, t.ink},
                                   {tr("critical"), {}, 3, 16, t.accent}};
    const double pad = m_theme.px(5);
    const double margin = m_theme.px(14);
    std::vector<Entry> entries = m_isNet ? ofNet : ofAll;
    const auto widthOf = [&](const Entry& entry) {
        return m_theme.scale() * entry.line + pad + metrics.horizontalAdvance(entry.text);
    };
    const auto needs = [&] {
        double total = 0;
        for (const Entry& entry : entries)
            total += widthOf(entry);
        return total;
    };
    // If the pane is narrow, some entries are only in the tooltip: first the critical path, whose colour is obvious,
    // then the last kinds.
    const double least = m_theme.px(4);
    while (entries.size() > 1 && needs() + least * static_cast<double>(entries.size() - 1) > width() - 2 * margin)
        entries.pop_back();
    const double needed = needs();
    const auto gaps = static_cast<double>(std::max<std::size_t>(entries.size(), 2) - 1);
    constexpr int kApart = 40;  // maximum gap: in a wide window the entries stay together
    const double gap = std::clamp<double>((width() - 2 * margin - needed) / gaps, m_theme.px(4), m_theme.px(kApart));
    const double middle = height() / 2.0;
    double x = std::max(margin, (width() - needed - gap * (static_cast<double>(entries.size()) - 1)) / 2);
    for (const Entry& entry : entries) {
        QPen pen(entry.colour, entry.width * m_theme.scale());
        pen.setCapStyle(Qt::FlatCap);
        if (!entry.dashes.isEmpty())
            pen.setDashPattern(entry.dashes);
        painter.setPen(pen);
        const double line = entry.line * m_theme.scale();
        painter.drawLine(QPointF(x, middle), QPointF(x + line, middle));
        x += line + pad;
        painter.setPen(t.text2);
        painter.drawText(QPointF(x, middle + metrics.capHeight() / 2), entry.text);
        x += metrics.horizontalAdvance(entry.text) + gap;
    }
}

}  // namespace ui::graph
