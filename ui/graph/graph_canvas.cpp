#include "ui/graph/detail/graph_canvas.h"

#include "ui/graph/detail/canvas_accessible.h"
#include "ui/graph/detail/zoom_painter.h"
#include "ui/look/contrast.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace ui::graph {

using engine::OpId;

namespace {

constexpr double kMostZoom = 6;
constexpr double kLeastZoom = 0.05;
constexpr double kNear = 2.2;      // zoom after a double click: enough for a node's full text
constexpr double kReadable = 0.9;  // fit() does not zoom out further than this; the picture is scrolled instead
constexpr double kOverview = 0.3;  // a picture that would fit only below this zoom is shown whole, as clusters
constexpr double kPlates = 60;     // room for plates above a picture that is shown as clusters

}  // namespace

GraphCanvas::GraphCanvas(look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    installCanvasAccessible();  // before a name is set, since setAccessibleName() may create the interface
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setObjectName(QStringLiteral("graphCanvas"));
    setAttribute(Qt::WA_InputMethodEnabled, false);
}

QSize GraphCanvas::sizeHint() const
{
    return m_picture ? QSize(m_theme.px(m_picture->size.width()), m_theme.px(m_picture->size.height()))
                     : QSize(m_theme.px(304), m_theme.px(270));
}

void GraphCanvas::setPicture(const Picture* picture, engine::trace::TracePtr trace)
{
    m_picture = picture;
    m_plates.forget();
    m_trace = std::move(trace);
    m_focused = -1;
    m_steps.clear();
    m_matches.clear();
    m_match = -1;
    if (QAccessible::isActive()) {
        QAccessibleEvent changed(this, QAccessible::ObjectReorder);
        QAccessible::updateAccessibility(&changed);
    }
    if (m_isFitted)
        fit();
    updateGeometry();
    update();
}

void GraphCanvas::setState(engine::Nanoseconds now, OpId selected, OpId hovered)
{
    m_now = now;
    m_selected = selected;
    m_hovered = hovered;
    update();
}

void GraphCanvas::fit()
{
    m_isFitted = true;
    if (!m_picture || m_picture->size.isEmpty())
        return;
    const double normal = m_theme.scale();
    const double across = width() / m_picture->size.width();
    const double down = height() / m_picture->size.height();
    const double whole = std::min(across, down);
    // Small pictures are shown at 100 %. Larger ones keep readable text and are scrolled.
    const double least = across < kOverview * normal ? std::max(across, kLeastZoom) : kReadable * normal;
    m_scale = std::clamp(whole, least, std::max(normal, std::min(whole, normal * 1.25)));
    m_offset = QPointF((width() - m_picture->size.width() * m_scale) / 2, 0);
    if (m_picture->size.height() * m_scale < height())
        m_offset.setY(std::min((height() - m_picture->size.height() * m_scale) / 2,
                               (m_scale < detail::kTextFrom * normal ? kPlates : 12) * normal));
    clampOffset();
    update();
}

void GraphCanvas::clampOffset()
{
    if (!m_picture)
        return;
    const auto clampAxis = [](double offset, double content, double room) {
        return content <= room ? std::clamp(offset, 0.0, room - content) : std::clamp(offset, room - content, 0.0);
    };
    m_offset.setX(clampAxis(m_offset.x(), m_picture->size.width() * m_scale, width()));
    m_offset.setY(clampAxis(m_offset.y(), m_picture->size.height() * m_scale, height()));
}

void GraphCanvas::zoomAt(QPointF position, double factor)
{
    const double scale = std::clamp(m_scale * factor, kLeastZoom * m_theme.scale(), kMostZoom * m_theme.scale());
    const QPointF fixed = toPicture(position);
    m_scale = scale;
    m_offset = position - fixed * m_scale;
    m_isFitted = false;
    clampOffset();
    update();
}

void GraphCanvas::moveBy(QPointF distance)
{
    m_offset += distance;
    m_isFitted = false;
    clampOffset();
    update();
}

void GraphCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().panel);
    if (!m_picture || !m_trace)
        return;
    painter.translate(m_offset);
    painter.scale(m_scale, m_scale);
    detail::PaintState state;
    state.trace = m_trace.get();
    state.theme = &m_theme;
    state.now = m_now;
    state.selected = m_selected;
    state.hovered = m_hovered;
    state.focused = hasFocus() ? m_focused : -1;
    state.scale = m_scale;
    state.matches = m_matches.empty() ? nullptr : &m_matches;
    state.match = m_match;
    state.devicePixelRatio = devicePixelRatioF();
    state.plates = &m_plates;
    detail::paintPicture(painter, *m_picture, state,
                         QRectF(toPicture({0, 0}), toPicture({double(width()), double(height())})));
    paintSteps(painter);
    paintBeyond(painter);
}

/// Fades the picture towards each edge beyond which it continues, and draws an arrow there.
void GraphCanvas::paintBeyond(QPainter& painter) const
{
    painter.resetTransform();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF content(m_offset, m_picture->size * m_scale);
    const double deep = m_theme.px(18), arrow = m_theme.px(4);
    const QPointF middle(width() / 2.0, height() / 2.0);
    const QColor ground = m_theme.tokens().panel;
    QColor clear = ground;
    clear.setAlpha(0);
    const auto fade = [&](const QRectF& edge, QPointF inner, QPointF outer) {
        QLinearGradient gradient(inner, outer);
        gradient.setColorAt(0, clear);
        gradient.setColorAt(1, ground);
        painter.fillRect(edge, gradient);
        const QPointF way = (outer - inner) / deep, aside(-way.y(), way.x());
        const QPointF tip = outer - way * arrow / 2;
        painter.setPen(QPen(m_theme.tokens().text2, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF{tip - way * arrow + aside * arrow, tip, tip - way * arrow - aside * arrow});
    };
    if (content.left() < -1)
        fade(QRectF(0, 0, deep, height()), {deep, middle.y()}, {0, middle.y()});
    if (content.right() > width() + 1)
        fade(QRectF(width() - deep, 0, deep, height()), {width() - deep, middle.y()}, {double(width()), middle.y()});
    if (content.top() < -1)
        fade(QRectF(0, 0, width(), deep), {middle.x(), deep}, {middle.x(), 0});
    if (content.bottom() > height() + 1)
        fade(QRectF(0, height() - deep, width(), deep), {middle.x(), height() - deep}, {middle.x(), double(height())});
}

/// Draws the step numbers at the upper left corner of each node on the path, with a fixed text size.
void GraphCanvas::paintSteps(QPainter& painter) const
{
    painter.resetTransform();
    painter.setFont(m_theme.mono(9, QFont::Bold));
    const QFontMetricsF metrics(painter.font());
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_steps.size() && i < m_picture->nodes.size(); ++i) {
        if (m_steps[i].isEmpty())
            continue;
        const QPointF corner = m_picture->nodes[i].rect.topLeft() * m_scale + m_offset;
        const double height = m_theme.px(14);
        const double width = std::max(height, metrics.horizontalAdvance(m_steps[i]) + m_theme.px(6));
        const QRectF badge(std::max(1.0, corner.x() - height / 2), corner.y() - height / 2, width, height);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.tokens().failFill);
        painter.drawRoundedRect(badge, height / 2, height / 2);
        const look::Tokens& tokens = m_theme.tokens();
        painter.setPen(look::moreReadable(tokens.failFill, tokens.onInk, tokens.ink));
        painter.drawText(badge, Qt::AlignCenter, m_steps[i]);
    }
}

void GraphCanvas::setSteps(std::vector<QString> steps)
{
    m_steps = std::move(steps);
    update();
}

OpId GraphCanvas::opAt(QPointF position) const
{
    if (!m_picture)
        return {};
    const QPointF point = toPicture(position);
    const int node = detail::nodeAt(*m_picture, point);
    if (node < 0)
        return {};
    const Node& hit = m_picture->nodes[static_cast<std::size_t>(node)];
    if (hit.shape == NodeShape::Matrix)
        return detail::cellAt(hit, point);
    return hit.ops.empty() ? OpId{} : hit.ops.front();
}

void GraphCanvas::pick(int node, QPointF position)
{
    const Node& hit = m_picture->nodes[static_cast<std::size_t>(node)];
    if (hit.shape == NodeShape::Wait) {
        emit picked(OpId{});
        emit linePicked(hit.line);
        return;
    }
    const OpId op = hit.shape == NodeShape::Matrix ? detail::cellAt(hit, position)
                    : hit.ops.empty()              ? OpId{}
                                                   : hit.ops.front();
    emit picked(op);
    if (op.isValid() && m_trace->op(op).line > 0)
        emit linePicked(m_trace->op(op).line);
}

void GraphCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_pressed = event->position();
    m_pressedOffset = m_offset;
    m_isDragging = false;
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) {
        const QPointF distance = event->position() - m_pressed;
        m_isDragging = m_isDragging || distance.manhattanLength() > 5;
        if (m_isDragging) {
            m_offset = m_pressedOffset;
            moveBy(distance);
        }
        return;
    }
    emit pointed(opAt(event->position()));
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_isDragging || !m_picture)
        return;
    const QPointF point = toPicture(event->position());
    const int node = detail::nodeAt(*m_picture, point);
    m_focused = node;
    if (node < 0)
        emit picked(OpId{});
    else
        pick(node, point);
    update();
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!m_picture)
        return;
    const int node = detail::nodeAt(*m_picture, toPicture(event->position()));
    if (node < 0)
        return fit();
    const Node& hit = m_picture->nodes[static_cast<std::size_t>(node)];
    if (hit.shape == NodeShape::Fold)
        return emit groupToggled(hit.ops.front());
    // Zooms in far enough to show the node's result, its time and what it waited for.
    zoomAt(event->position(), std::max(1.0, kNear * m_theme.scale() / m_scale));
}

void GraphCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isKey = event->reason() == QContextMenuEvent::Keyboard;
    const bool hasNode = isKey && m_focused >= 0;
    emit menuRequested(hasNode ? mapToGlobal(nodeRect(m_focused).center()) : event->globalPos());
}

void GraphCanvas::setMatches(std::vector<Match> matches)
{
    m_matches = std::move(matches);
    m_match = -1;
    update();
}

void GraphCanvas::showMatch(int match)
{
    m_match = match;
    update();
    if (!m_picture || match < 0 || static_cast<std::size_t>(match) >= m_matches.size())
        return;
    const Node& node = m_picture->nodes[static_cast<std::size_t>(m_matches[static_cast<std::size_t>(match)].node)];
    bringIntoView(node.rect);
}

void GraphCanvas::leaveEvent(QEvent*)
{
    emit pointed(OpId{});
}

void GraphCanvas::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers() & Qt::ControlModifier) {
        zoomAt(event->position(), std::pow(1.0015, event->angleDelta().y()));
    } else {
        QPointF distance(event->angleDelta());
        if (event->modifiers() & Qt::ShiftModifier)
            distance = QPointF(distance.y(), distance.x());
        moveBy(distance * 0.5);
    }
    event->accept();
}

void GraphCanvas::focusNode(int node)
{
    m_focused = node;
    if (node < 0 || !m_picture)
        return;
    setAccessibleDescription(nodeName(node));
    if (QAccessible::isActive()) {
        QAccessibleEvent focused(this, QAccessible::Focus);
        focused.setChild(node);
        QAccessible::updateAccessibility(&focused);
    }
    bringIntoView(m_picture->nodes[static_cast<std::size_t>(node)].rect);
    update();
}

void GraphCanvas::bringIntoView(const QRectF& rect)
{
    const QPointF top = rect.topLeft() * m_scale + m_offset, bottom = rect.bottomRight() * m_scale + m_offset;
    QPointF shift;
    if (top.y() < 0 || bottom.y() > height())
        shift.setY(height() / 2.0 - (top.y() + bottom.y()) / 2);
    if (top.x() < 0 || bottom.x() > width())
        shift.setX(width() / 2.0 - (top.x() + bottom.x()) / 2);
    if (!shift.isNull())
        moveBy(shift);
}

/// Focuses the nearest node in a direction; sideways distance counts twice.
void GraphCanvas::focusTowards(QPointF direction)
{
    if (!m_picture || m_picture->nodes.empty())
        return;
    const auto isReachable = [&](const Node& node) {
        return node.shape != NodeShape::Header && node.shape != NodeShape::Ellipsis;
    };
    if (m_focused < 0) {
        for (std::size_t i = 0; i < m_picture->nodes.size(); ++i)
            if (isReachable(m_picture->nodes[i]))
                return focusNode(static_cast<int>(i));
        return;
    }
    const QPointF from = m_picture->nodes[static_cast<std::size_t>(m_focused)].rect.center();
    int best = -1;
    double nearest = 1e18;
    for (std::size_t i = 0; i < m_picture->nodes.size(); ++i) {
        if (static_cast<int>(i) == m_focused || !isReachable(m_picture->nodes[i]))
            continue;
        const QPointF way = m_picture->nodes[i].rect.center() - from;
        const double along = QPointF::dotProduct(way, direction);
        const double aside = std::abs(way.x() * direction.y() - way.y() * direction.x());
        if (along > 1 && along + 2 * aside < nearest) {
            nearest = along + 2 * aside;
            best = static_cast<int>(i);
        }
    }
    if (best >= 0)
        focusNode(best);
}

void GraphCanvas::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Find))
        return emit findRequested();
    const QPointF centre(width() / 2.0, height() / 2.0);
    switch (event->key()) {
        case Qt::Key_Left:
            return focusTowards({-1, 0});
        case Qt::Key_Right:
            return focusTowards({1, 0});
        case Qt::Key_Up:
            return focusTowards({0, -1});
        case Qt::Key_Down:
            return focusTowards({0, 1});
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoomAt(centre, 1.25);
        case Qt::Key_Minus:
            return zoomAt(centre, 0.8);
        case Qt::Key_0:
            return fit();
        case Qt::Key_Slash:
            emit findRequested();
            return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            return activateNode(m_focused);
        default:
            QWidget::keyPressEvent(event);
    }
}

void GraphCanvas::focusInEvent(QFocusEvent* event)
{
    if (m_focused < 0 && (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason))
        focusTowards({0, 1});
    update();
}

void GraphCanvas::resizeEvent(QResizeEvent*)
{
    if (m_isFitted)
        fit();
    else
        clampOffset();
}

bool GraphCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        m_plates.forget();
    if (event->type() == QEvent::ToolTip && m_picture) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPointF point = toPicture(help->pos());
        const int node = detail::nodeAt(*m_picture, point);
        QString text;
        if (node >= 0) {
            const Node& hit = m_picture->nodes[static_cast<std::size_t>(node)];
            const OpId op = detail::cellAt(hit, point);
            if (hit.shape == NodeShape::Matrix && op.isValid()) {
                Picture single;
                single.nodes.push_back(hit);
                single.nodes.front().ops = {op};
                text = detail::spokenName(single, 0, *m_trace, m_now);
            } else {
                text = detail::spokenName(*m_picture, node, *m_trace, m_now);
            }
        }
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace ui::graph
