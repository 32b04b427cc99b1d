#include "ui/listing/listing_gutter.h"

#include "ui/listing/lever_button.h"
#include "ui/listing/sync_switch.h"
#include "ui/look/plain_texts.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <map>
#include <utility>

namespace ui::listing {

namespace {

void fill(QPainter& painter, const QPainterPath& shape, const QColor& colour)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(shape, colour);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Paints the outline of a switch with a plus sign.
void paintInsertion(QPainter& painter, const look::Theme& theme, const QRectF& place)
{
    const double s = theme.scale();
    const QRectF track(7.5 * s, place.center().y() - 5.5 * s, 21 * s, 11 * s);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(theme.tokens().sync, s);
    pen.setDashPattern({2, 2});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(track, 5.5 * s, 5.5 * s);
    painter.setPen(QPen(theme.tokens().sync, 1.4 * s));
    const QPointF middle = track.center();
    painter.drawLine(middle - QPointF(3 * s, 0), middle + QPointF(3 * s, 0));
    painter.drawLine(middle - QPointF(0, 3 * s), middle + QPointF(0, 3 * s));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace

ListingGutter::ListingGutter(const look::Theme& theme, ProgramDocument& document, const LineStates& states,
                             std::function<std::vector<ListingRow>()> rows, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_document(document), m_states(states), m_rows(std::move(rows))
{
    setObjectName(QStringLiteral("gutter"));
    setMouseTracking(true);
}

int ListingGutter::widthFor(int lines) const
{
    const int digits = static_cast<int>(QString::number(std::max(1, lines)).size());
    const int more = std::max(0, digits - 3);
    return m_theme.px(75) + more * QFontMetrics(m_theme.mono(10.5)).horizontalAdvance(QLatin1Char('0'));
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
        auto* button = new SyncSwitch(m_theme, this);
        button->installEventFilter(this);
        connect(button, &SyncSwitch::flippedByMouse, this, &ListingGutter::flippedByMouse);
        connect(button, &QAbstractButton::clicked, this, [this, button] { m_document.edits().flip(button->line()); });
        m_switches.push_back(button);
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
            shown->setGeometry(switchOf(*at).toRect());
        shown->update();
    }
    placeLevers(rows);
    update();
}

void ListingGutter::placeLevers(const std::vector<ListingRow>& rows)
{
    std::map<int, std::vector<Lever>> byLine;
    for (const Lever& lever : m_document.text().levers())
        byLine[lever.line].push_back(lever);
    while (m_levers.size() < byLine.size()) {
        auto* button = new LeverButton(m_theme, this);
        button->installEventFilter(this);
        connect(button, &LeverButton::changed, this,
                [this](int line, const std::string& name, const std::string& value) {
                    m_document.edits().changeLever(line, name, value);
                    emit flippedByMouse();
                });
        m_levers.push_back(button);
    }
    auto next = byLine.begin();
    for (LeverButton* shown : m_levers) {
        const int line = next == byLine.end() ? 0 : next->first;
        const auto at = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.line == line; });
        shown->setVisible(at != rows.end());
        if (next == byLine.end())
            continue;
        shown->describe(line, std::move((next++)->second));
        if (at != rows.end())
            shown->setGeometry(QRectF(m_theme.px(32), at->text.top(), m_theme.px(18), firstRow(*at).height()).toRect());
    }
}

void ListingGutter::openLevers(int line)
{
    for (LeverButton* shown : m_levers)
        if (shown->isVisible() && shown->line() == line)
            return shown->activate();
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
        if (isStop) {  // a filled dot under the line number marks a breakpoint
            const double width = painter.fontMetrics().horizontalAdvance(number), height = band.height() - 2;
            const double side = std::max(height, width + m_theme.px(6));
            QPainterPath dot;
            dot.addRoundedRect(QRectF(band.right() - m_theme.px(8) - (width + side) / 2, band.top() + 1, side, height),
                               height / 2, height / 2);
            fill(painter, dot, tokens.ink);
        }
        if (row.line == m_insertion)
            paintInsertion(painter, m_theme, switchOf(row));
        painter.setFont(m_theme.mono(10.5));
        painter.setPen(isStop ? tokens.onInk : tokens.text3);
        painter.drawText(band.adjusted(0, 0, -m_theme.px(8), 0), Qt::AlignRight | Qt::AlignVCenter, number);
        if (row.line == m_states.currentLine()) {  // an arrow marks the current line
            const double x = band.right() - m_theme.px(5), y = band.center().y(), size = m_theme.px(4);
            QPainterPath arrow;
            arrow.addPolygon(QPolygonF({{x, y - size}, {x + size, y}, {x, y + size}}));
            fill(painter, arrow, tokens.accent);
        }
    }
}

QRectF ListingGutter::switchOf(const ListingRow& row) const
{
    return {0.0, row.text.top(), static_cast<double>(m_theme.px(32)), firstRow(row).height()};
}

void ListingGutter::hoverInsertion(int line)
{
    if (std::exchange(m_insertion, line) == line)
        return;
    update();
    emit insertionHovered(line);
}

bool ListingGutter::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* insertion = m_document.text().insertionAfter(m_insertion);
    const QString text = insertion == nullptr ? QString()
                                              : tr("Insert %1 after line %2. Click, or F2 on the line.")
                                                    .arg(QString::fromStdString(insertion->text).trimmed(),
                                                         QString::number(m_insertion));
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const int line = lineAt(m_rows(), help->pos().y()); insertion == nullptr && line > 0) {
        look::showToolTip(help->globalPos(),
                          m_breakpoints.contains(line)
                              ? tr("A replay stops at line %1. Click to replay without this stop.").arg(line)
                              : tr("Click to stop a replay at line %1.").arg(line),
                          this);
        return true;
    }
    look::showToolTip(insertion == nullptr ? help->globalPos() : besideCode(m_insertion), text, this);
    return true;
}

/// Returns the place for a tooltip of a line: to the right of its code. Below the pointer it would cover the next lines
/// and their switches.
QPoint ListingGutter::besideCode(int line) const
{
    const std::vector<ListingRow> rows = m_rows();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const ListingRow& one) { return one.line == line; });
    if (row == rows.end())
        return QCursor::pos();
    const double end =
        width() + row->left + QFontMetricsF(row->block.document()->defaultFont()).horizontalAdvance(row->block.text());
    return mapToGlobal(
        QPoint(static_cast<int>(end) + m_theme.px(12), static_cast<int>(firstRow(*row).top()) - m_theme.px(18)));
}

/// The gutter receives no mouse moves over its switches and levers, so this filter ends the hover when the pointer
/// enters one of them, and shows their tooltips.
bool ListingGutter::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Enter)
        hoverInsertion(0);
    auto* button = qobject_cast<QWidget*>(watched);
    if (event->type() != QEvent::ToolTip || button == nullptr)
        return QWidget::eventFilter(watched, event);
    const auto* lever = qobject_cast<LeverButton*>(button);
    const auto* wait = qobject_cast<SyncSwitch*>(button);
    look::showToolTip(besideCode(lever != nullptr  ? lever->line()
                                 : wait != nullptr ? wait->line()
                                                   : 0),
                      button->toolTip(), button);
    return true;
}

void ListingGutter::mouseMoveEvent(QMouseEvent* event)
{
    const int line = lineAt(m_rows(), event->position().y());
    const bool isPlace = event->position().x() < m_theme.px(32) && m_document.text().insertionAfter(line) != nullptr;
    setCursor(isPlace ? Qt::PointingHandCursor : Qt::ArrowCursor);
    hoverInsertion(isPlace ? line : 0);
}

void ListingGutter::leaveEvent(QEvent*)
{
    hoverInsertion(0);
}

void ListingGutter::mousePressEvent(QMouseEvent* event)
{
    const int line = lineAt(m_rows(), event->position().y());
    if (m_insertion > 0 && line == m_insertion && event->button() == Qt::LeftButton &&
        !event->modifiers().testFlag(Qt::ShiftModifier)) {
        hoverInsertion(0);
        m_document.edits().flip(line);
        emit flippedByMouse();
        return;
    }
    emit lineClicked(line);
    if (event->button() == Qt::LeftButton && line > 0)
        emit breakpointToggled(line);
}

}  // namespace ui::listing
