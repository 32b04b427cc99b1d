#include "ui/graph/detail/canvas_accessible.h"

#include "ui/graph/detail/diagram_look_up.h"
#include "ui/graph/detail/graph_canvas.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWindow>
#include <vector>

namespace ui::graph {

namespace {

QRect rectOf(const GraphCanvas& canvas, const Node& node)
{
    return canvas.viewport().toWidget(node.rect).toAlignedRect();
}

/// The accessible interface of one node, addressed by its index in the canvas's diagram.
class NodeFace : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    NodeFace(GraphCanvas* canvas, int node) : m_canvas(canvas), m_node(node) {}

    bool isValid() const override { return node() != nullptr; }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_canvas ? m_canvas->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_canvas); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }

    QString text(QAccessible::Text text) const override
    {
        const Node* of = node();
        if (of != nullptr && text == QAccessible::Name)
            return detail::spokenName(*of, *m_canvas->state().trace, m_canvas->state().now);
        return of != nullptr && text == QAccessible::Description ? detail::spokenPosition(m_canvas->diagram(), m_node)
                                                                 : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}

    QRect rect() const override
    {
        const Node* of = node();
        if (of == nullptr)
            return {};
        const QRect inside = rectOf(*m_canvas, *of);
        return QRect(m_canvas->mapToGlobal(inside.topLeft()), inside.size());
    }

    QAccessible::Role role() const override
    {
        const Node* of = node();
        return of != nullptr && detail::isText(*of) ? QAccessible::StaticText : QAccessible::ListItem;
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        const Node* of = node();
        if (of == nullptr) {
            state.invalid = true;
            return state;
        }
        state.focusable = true;
        state.selectable = true;
        state.focused = m_canvas->hasFocus() && m_canvas->state().focused == m_node;
        state.selected = detail::standsFor(*of, m_canvas->state().selected);
        state.offscreen = !m_canvas->rect().intersects(rectOf(*m_canvas, *of));
        return state;
    }

    /// Predecessors are reported as controllers, successors as controlled.
    QList<QPair<QAccessibleInterface*, QAccessible::Relation>> relations(QAccessible::Relation match) const override
    {
        QList<QPair<QAccessibleInterface*, QAccessible::Relation>> found;
        if (!isValid())
            return found;
        QAccessibleInterface* canvas = parent();
        for (const Edge& edge : m_canvas->diagram().edges) {
            if (edge.to == m_node && match.testFlag(QAccessible::Controller))
                found.emplace_back(canvas->child(edge.from), QAccessible::Controller);
            if (edge.from == m_node && match.testFlag(QAccessible::Controlled))
                found.emplace_back(canvas->child(edge.to), QAccessible::Controlled);
        }
        return found;
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }

    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& action) override
    {
        if (!isValid())
            return;
        if (action == pressAction())
            m_canvas->activateNode(m_node);
        if (action == setFocusAction()) {
            m_canvas->setFocus();
            m_canvas->focusNode(m_node);
        }
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    [[nodiscard]] const Node* node() const { return m_canvas ? detail::nodeIn(m_canvas->diagram(), m_node) : nullptr; }

    QPointer<GraphCanvas> m_canvas;
    int m_node;
};

class CanvasFace : public QAccessibleWidget {
public:
    explicit CanvasFace(GraphCanvas* canvas) : QAccessibleWidget(canvas, QAccessible::List), m_canvas(canvas) {}
    ~CanvasFace() override
    {
        for (const QAccessible::Id id : m_faces)
            QAccessible::deleteAccessibleInterface(id);
    }
    CanvasFace(const CanvasFace&) = delete;
    CanvasFace& operator=(const CanvasFace&) = delete;

    int childCount() const override { return static_cast<int>(m_canvas->diagram().nodes.size()); }

    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        while (m_faces.size() <= static_cast<std::size_t>(index))
            m_faces.push_back(
                QAccessible::registerAccessibleInterface(new NodeFace(m_canvas, static_cast<int>(m_faces.size()))));
        return QAccessible::accessibleInterface(m_faces[static_cast<std::size_t>(index)]);
    }

    int indexOfChild(const QAccessibleInterface* face) const override
    {
        for (std::size_t i = 0; i < m_faces.size(); ++i)
            if (QAccessible::accessibleInterface(m_faces[i]) == face)
                return static_cast<int>(i);
        return -1;
    }

    QAccessibleInterface* childAt(int x, int y) const override
    {
        const QPoint point = m_canvas->mapFromGlobal(QPoint(x, y));
        for (int i = childCount(); i-- > 0;)
            if (rectOf(*m_canvas, *detail::nodeIn(m_canvas->diagram(), i)).contains(point))
                return child(i);
        return nullptr;
    }

    QAccessibleInterface* focusChild() const override
    {
        return m_canvas->hasFocus() ? child(m_canvas->state().focused) : nullptr;
    }

private:
    GraphCanvas* m_canvas;  // the interface is destroyed with its widget
    mutable std::vector<QAccessible::Id> m_faces;
};

QAccessibleInterface* faceOf(const QString&, QObject* object)
{
    auto* canvas = qobject_cast<GraphCanvas*>(object);
    return canvas == nullptr ? nullptr : new CanvasFace(canvas);
}

}  // namespace

void installCanvasAccessible()
{
    QAccessible::installFactory(faceOf);
}

}  // namespace ui::graph
