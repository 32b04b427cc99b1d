#include "ui/listing/listing_gutter.h"

#include "ui/listing/sync_switch.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <utility>

namespace ui::listing {

namespace {

void fill(QPainter& painter, const QPainterPath& shape, const QColor& colour)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(shape, colour);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace

ListingGutter::ListingGutter(const look::Theme& theme, ProgramDocument& document, const LineStates& states,
                             std::function<std::vector<ListingRow>()> rows, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_document(document), m_states(states), m_rows(std::move(rows))
{
    setObjectName(QStringLiteral("gutter"));
}

int ListingGutter::widthFor(int lines) const
{
    const int digits = static_cast<int>(QString::number(std::max(1, lines)).size());
    const int more = std::max(0, digits - 3);
    return m_theme.px(59) + more * QFontMetrics(m_theme.mono(10.5)).horizontalAdvance(QLatin1Char('0'));
}

void ListingGutter::setBreakpoints(const QSet<int>& lines)
{
    m_breakpoints = lines;
    update();
}

void ListingGutter::placeSwitches()
{
    const SyncSwitches& switches = m_document.text().switches();
    const auto& points = switches.points();
    while (m_switches.size() < points.size()) {
        auto* made = new SyncSwitch(m_theme, this);
        connect(made, &SyncSwitch::flippedByMouse, this, &ListingGutter::flippedByMouse);
        connect(made, &QAbstractButton::clicked, this, [this, made] { m_document.listing().flip(made->line()); });
        m_switches.push_back(made);
    }
    const std::vector<ListingRow> rows = m_rows();
    for (std::size_t i = 0; i < m_switches.size(); ++i) {
        SyncSwitch* shown = m_switches[i];
        const auto at = i < points.size() ? std::find_if(rows.begin(), rows.end(),
                                                         [&](const auto& row) { return row.line == points[i].line; })
                                          : rows.end();
        shown->setVisible(at != rows.end());
        if (i >= points.size())
            continue;
        shown->describe(points[i].line, QString::fromStdString(points[i].call));
        shown->setChecked(switches.isOn(points[i].line));
        if (at != rows.end())
            shown->setGeometry(0, qRound(at->text.top()), m_theme.px(32), qRound(firstRow(*at).height()));
        shown->update();
    }
    update();
}

void ListingGutter::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const look::Tokens& tokens = m_theme.tokens();
    painter.fillRect(rect(), tokens.panel);
    painter.setFont(m_theme.mono(10.5));
    for (const ListingRow& row : m_rows()) {
        const QRectF band(0, row.text.top(), width(), firstRow(row).height());
        if (const QColor tint = m_states.tintOf(row.line, tokens); tint.isValid())
            painter.fillRect(QRectF(0, row.rect.top(), width(), row.rect.height()), tint);
        const bool isStop = m_breakpoints.contains(row.line);
        const QString number = QString::number(row.line);
        if (isStop) {  // a filled dot behind the line number
            const double width = painter.fontMetrics().horizontalAdvance(number), height = band.height() - 2;
            const double side = std::max(height, width + m_theme.px(6));
            QPainterPath dot;
            dot.addRoundedRect(QRectF(band.right() - m_theme.px(8) - (width + side) / 2, band.top() + 1, side, height),
                               height / 2, height / 2);
            fill(painter, dot, tokens.ink);
        }
        painter.setPen(isStop ? tokens.onInk : tokens.text3);
        painter.drawText(band.adjusted(0, 0, -m_theme.px(8), 0), Qt::AlignRight | Qt::AlignVCenter, number);
        if (row.line == m_states.currentLine()) {  // an arrow
            const double x = band.right() - m_theme.px(5), y = band.center().y(), size = m_theme.px(4);
            QPainterPath arrow;
            arrow.addPolygon(QPolygonF({{x, y - size}, {x + size, y}, {x, y + size}}));
            fill(painter, arrow, tokens.accent);
        }
    }
}

void ListingGutter::mousePressEvent(QMouseEvent* event)
{
    const int line = lineAt(m_rows(), event->position().y());
    emit lineClicked(line);
    if (event->button() == Qt::LeftButton && line > 0)
        emit breakpointToggled(line);
}

}  // namespace ui::listing
