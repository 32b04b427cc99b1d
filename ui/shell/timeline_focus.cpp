#include "ui/shell/timeline_focus.h"

#include "ui/commands/actions.h"
#include "ui/look/segmented.h"
#include "ui/timeline/timeline_view.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScopedValueRollback>

namespace ui::shell {

namespace {

bool isText(const QWidget* widget)
{
    return qobject_cast<const QPlainTextEdit*>(widget) != nullptr || qobject_cast<const QLineEdit*>(widget) != nullptr;
}

}  // namespace

TimelineFocus::TimelineFocus(const runs::Workbench& bench) : QObject(&bench.window), m_bench(bench)
{
    qApp->installEventFilter(this);
}

bool TimelineFocus::eventFilter(QObject* object, QEvent* event)
{
    auto* widget = qobject_cast<QWidget*>(object);
    if (widget == nullptr || widget->window() != &m_bench.window || m_isPassing)
        return QObject::eventFilter(object, event);
    if (event->type() == QEvent::MouseButtonPress)
        m_focusAtPress = m_bench.window.focusWidget();
    else if (event->type() == QEvent::MouseButtonRelease)
        QMetaObject::invokeMethod(
            this, [this, clicked = QPointer(widget)] { returnFocus(clicked); }, Qt::QueuedConnection);
    else if (event->type() == QEvent::KeyPress && receivesKey(*widget))
        return passKey(static_cast<QKeyEvent&>(*event));
    return QObject::eventFilter(object, event);
}

/// Returns the focus to the timeline after a click on a button, or beside the text that has the focus. Call this after
/// the command of the clicked widget has run, because the command may have moved the focus.
void TimelineFocus::returnFocus(const QWidget* clicked)
{
    const QWidget* focused = m_bench.window.focusWidget();
    const bool isOnButton =
        focused != nullptr && focused == clicked && qobject_cast<const QAbstractButton*>(focused) != nullptr;
    const bool isOutsideOfText =
        focused == m_focusAtPress && isText(focused) && focused != clicked && !focused->isAncestorOf(clicked);
    if (m_bench.timeline.isVisible() && QApplication::activePopupWidget() == nullptr &&
        QApplication::activeModalWidget() == nullptr && (focused == nullptr || isOnButton || isOutsideOfText))
        m_bench.timeline.setFocus(Qt::MouseFocusReason);
}

/// Whether letters and Space that arrive at `widget` are passed to the timeline. Lists, combo boxes and segments would
/// use these keys themselves; the window receives keys that the focused widget does not use.
bool TimelineFocus::receivesKey(const QWidget& widget) const
{
    if (&widget == &m_bench.window)
        return m_bench.window.focusWidget() != &m_bench.timeline && !isText(m_bench.window.focusWidget());
    const auto* box = qobject_cast<const QComboBox*>(&widget);
    return widget.hasFocus() &&
           (qobject_cast<const look::Segmented*>(widget.parentWidget()) != nullptr ||
            qobject_cast<const QAbstractItemView*>(&widget) != nullptr || (box != nullptr && !box->isEditable()));
}

/// Passes a key to the timeline; returns true if the timeline handled it.
bool TimelineFocus::passKey(QKeyEvent& event)
{
    if (!m_bench.timeline.isVisible() || event.modifiers() != Qt::NoModifier)
        return false;
    const bool opensBox = qobject_cast<const QComboBox*>(m_bench.window.focusWidget()) != nullptr;
    if (event.key() == Qt::Key_Space && !opensBox) {
        m_bench.actions.play->trigger();
        return true;
    }
    if (event.key() < Qt::Key_A || event.key() > Qt::Key_Z)
        return false;
    // If the timeline ignores the key, Qt passes it to the window; the flag then prevents this class from passing the
    // key to the timeline again.
    const QScopedValueRollback passing(m_isPassing, true);
    return QCoreApplication::sendEvent(&m_bench.timeline, &event) && event.isAccepted();
}

}  // namespace ui::shell
