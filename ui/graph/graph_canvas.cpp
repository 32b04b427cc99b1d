#include "ui/graph/detail/graph_canvas.h"

#include "ui/graph/detail/canvas_accessible.h"
#include "ui/graph/detail/canvas_marks.h"
#include "ui/graph/detail/diagram_look_up.h"
#include "ui/look/plain_texts.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <algorithm>

namespace ui::graph {

namespace {

/// Selects the operation of `node` at `point` and the operation's line. For a wait, selects only the line.
void select(model::Selection& selection, const engine::trace::Trace& trace, const Node& node, QPointF point)
{
    const bool isWait = node.shape == NodeShape::Wait;
    const OpId op = isWait ? OpId{} : detail::opAt(node, point);
    const int line = isWait ? node.line : op.isValid() ? trace.op(op).line : 0;
    selection.selectOp(op);
    if (isWait || line > 0)
        selection.setLine(line);
}

/// The direction of an arrow key; null for other keys.
QPointF directionOf(int key)
{
    switch (key) {
        case Qt::Key_Left:
            return {-1, 0};
        case Qt::Key_Right:
            return {1, 0};
        case Qt::Key_Up:
            return {0, -1};
        case Qt::Key_Down:
            return {0, 1};
        default:
            return {};
    }
}

}  // namespace

GraphCanvas::GraphCanvas(look::Theme& theme, model::Selection& selection, model::Playhead& playhead,
                         const Diagram& diagram)
    : m_theme(theme), m_selection(selection), m_playhead(playhead), m_diagram(diagram)
{
    installCanvasAccessible();  // before setAccessibleName(), which may create the interface
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setObjectName(QStringLiteral("graphCanvas"));
    setAttribute(Qt::WA_InputMethodEnabled, false);
    m_state.theme = &m_theme;
    m_state.plates = &m_plates;
    const auto follow = [this, &playhead] {
        m_state.now = playhead.time();
        m_state.selected = m_selection.op();
        m_state.hovered = m_selection.hover().op();
        update();
    };
    follow();
    connect(&playhead, &model::Playhead::moved, this, follow);
    connect(&selection, &model::Selection::opChanged, this, follow);
    connect(&selection.hover(), &model::Hover::opChanged, this, follow);
    connect(&m_pointer, &detail::CanvasPointer::moved, this, [this] { update(); });
    connect(&m_pointer, &detail::CanvasPointer::clicked, this, &GraphCanvas::clickNode);
    connect(&m_pointer, &detail::CanvasPointer::toggled, this, &GraphCanvas::toggled);
    connect(&m_pointer, &detail::CanvasPointer::fitWanted, this, &GraphCanvas::fit);
    connect(&m_motion, &QVariantAnimation::valueChanged, this, [this] { update(); });
}

QSize GraphCanvas::sizeHint() const
{
    return QSize(m_theme.px(m_diagram.size.width()), m_theme.px(m_diagram.size.height()));
}

void GraphCanvas::showDiagram(engine::trace::TracePtr trace)
{
    m_motion.stop();
    m_plates.forget();
    m_trace = std::move(trace);
    m_state.trace = m_trace.get();
    // In a net, the same box stays focused when another batch is shown.
    const auto focused = std::ranges::find_if(
        m_diagram.nodes, [this](const Node& node) { return !node.id.isEmpty() && node.id == m_focusedId; });
    m_state.focused = focused == m_diagram.nodes.end() ? -1 : static_cast<int>(focused - m_diagram.nodes.begin());
    showMatches({}, -1);
    if (QAccessible::isActive()) {
        QAccessibleEvent changed(this, QAccessible::ObjectReorder);
        QAccessible::updateAccessibility(&changed);
    }
    constexpr double kLeastOfNet = 0.75;  // a net shrinks down to this scale, so that it shows both passes
    m_viewport.setLeast(m_diagram.isNet ? kLeastOfNet : detail::Viewport::kReadable);
    m_viewport.setContent(m_diagram.size);
    updateGeometry();
}

void GraphCanvas::moveFrom(Diagram before)
{
    constexpr std::size_t kMaxMoving = 2000;  // larger diagrams cannot be painted at the rate of an animation
    const bool isAnimated = !m_playhead.hasReducedMotion() && isVisible() &&
                            before.nodes.size() + m_diagram.nodes.size() <= kMaxMoving &&
                            style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    if (isAnimated)
        m_motion.startFrom(std::move(before), m_viewport);
}

void GraphCanvas::showMatches(std::vector<Match> matches, int current)
{
    m_matches = std::move(matches);
    m_state.matches = m_matches.empty() ? nullptr : &m_matches;
    m_state.match = current;
    if (current >= 0 && static_cast<std::size_t>(current) < m_matches.size())
        m_viewport.scrollTo(
            m_diagram.nodes[static_cast<std::size_t>(m_matches[static_cast<std::size_t>(current)].node)].rect);
    update();
}

void GraphCanvas::fit()
{
    m_viewport.setRoom(size(), m_theme.scale());
    m_viewport.fit();
    update();
}

void GraphCanvas::zoomBy(double factor)
{
    m_viewport.zoomBy(factor);
    update();
}

void GraphCanvas::centreOn(QPointF point)
{
    m_viewport.centreOn(point);
    update();
}

void GraphCanvas::focusNode(int node)
{
    m_state.focused = node;
    const Node* focused = detail::nodeIn(m_diagram, node);
    if (focused == nullptr)
        return;
    m_focusedId = focused->id;
    setAccessibleDescription(detail::spokenName(*focused, *m_trace, m_state.now));
    if (QAccessible::isActive()) {
        QAccessibleEvent event(this, QAccessible::Focus);
        event.setChild(node);
        QAccessible::updateAccessibility(&event);
    }
    m_viewport.scrollTo(focused->rect);
    emit focusChanged();
    update();
}

void GraphCanvas::activateNode(int node)
{
    if (const Node* of = detail::nodeIn(m_diagram, node); of != nullptr && !detail::isText(*of))
        select(m_selection, *m_trace, *of, of->rect.topLeft() + of->firstCell);
}

void GraphCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().panel);
    if (m_motion.state() == QAbstractAnimation::Running)
        return m_motion.paint(painter, m_diagram, m_viewport, m_state, *this);
    detail::PaintState state = m_state;
    state.focused = hasFocus() ? m_state.focused : -1;
    state.scale = m_viewport.scale();
    state.devicePixelRatio = devicePixelRatioF();
    painter.setTransform(m_viewport.transform(), true);
    detail::paintDiagram(painter, m_diagram, state, m_viewport.visible());
    painter.resetTransform();
    detail::paintSteps(painter, m_diagram, m_viewport.transform(), m_theme);
    detail::paintContinuation(painter, m_viewport, m_theme);
    emit painted();
}

void GraphCanvas::clickNode(int node, QPointF point)
{
    m_state.focused = node;
    const Node* focused = detail::nodeIn(m_diagram, node);
    m_focusedId = focused != nullptr ? focused->id : QString();
    if (focused != nullptr)
        select(m_selection, *m_trace, *focused, point);
    else
        m_selection.selectOp({});
    emit focusChanged();
    update();
}

void GraphCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    const Node* focused = detail::nodeIn(m_diagram, m_state.focused);
    const bool isAtNode = event->reason() == QContextMenuEvent::Keyboard && focused != nullptr;
    emit menuRequested(isAtNode ? mapToGlobal(m_viewport.toWidget(focused->rect).toAlignedRect().center())
                                : event->globalPos());
}

void GraphCanvas::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Find))
        return emit findRequested();
    if (const QPointF direction = directionOf(event->key()); !direction.isNull()) {
        const int next = detail::nodeTowards(m_diagram, m_state.focused, direction);
        if (next != m_state.focused)
            focusNode(next);
        return;
    }
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoomBy(1.25);
        case Qt::Key_Minus:
            return zoomBy(0.8);
        case Qt::Key_0:
            return fit();
        case Qt::Key_Slash:
            return emit findRequested();
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (const Node* node = detail::nodeIn(m_diagram, m_state.focused); node != nullptr && !node->key.isEmpty())
                return emit toggled(Node(*node));
            return activateNode(m_state.focused);
        case Qt::Key_Backspace:
            if (const Node* open = detail::openAround(m_diagram, m_state.focused))
                emit toggled(Node(*open));
            return;
        default:
            QWidget::keyPressEvent(event);
    }
}

void GraphCanvas::focusInEvent(QFocusEvent* event)
{
    const bool isByTab = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (m_state.focused < 0 && isByTab)
        focusNode(detail::nodeTowards(m_diagram, -1, {}));
    update();
}

void GraphCanvas::resizeEvent(QResizeEvent*)
{
    m_viewport.setRoom(size(), m_theme.scale());
}

bool GraphCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        m_plates.forget();
    if (isEnabled() && m_pointer.handle(event))
        return true;
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPointF point = m_viewport.toDiagram(help->pos());
        look::showToolTip(help->globalPos(), detail::spokenNameAt(m_diagram, point, *m_trace, m_state.now), this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace ui::graph
