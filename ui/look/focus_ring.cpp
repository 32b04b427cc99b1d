#include "ui/look/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFocusEvent>
#include <QLineEdit>
#include <QPainter>

namespace ui::look {

namespace {

class Ring final : public QWidget {
public:
    Ring(const Theme& theme, QWidget& around) : QWidget(&around), m_theme(theme)
    {
        setObjectName(QStringLiteral("focusRing"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        surround();
        raise();
        show();
    }

    void surround()
    {
        setGeometry(parentWidget()->rect());
        setMask(QRegion(rect()) - QRegion(rect().adjusted(kWidth, kWidth, -kWidth, -kWidth)));
    }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), m_theme.tokens().accent); }

private:
    static constexpr int kWidth = 2;
    const Theme& m_theme;
};

bool isStyled(const QWidget* widget)
{
    return qobject_cast<const QAbstractButton*>(widget) != nullptr ||
           qobject_cast<const QComboBox*>(widget) != nullptr || qobject_cast<const QLineEdit*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr;
}

}  // namespace

FocusRing::FocusRing(const Theme& theme, QObject* parent) : QObject(parent), m_theme(theme)
{
    qApp->installEventFilter(this);
}

bool FocusRing::eventFilter(QObject* object, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (type == QEvent::Resize && m_ring != nullptr && m_ring->parent() == object)
        static_cast<Ring*>(m_ring.data())->surround();
    auto* widget = qobject_cast<QWidget*>(object);
    if (widget == nullptr || (type != QEvent::FocusIn && type != QEvent::FocusOut))
        return false;
    const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
    // While a menu or another window has the focus, the widget keeps its ring.
    if (reason == Qt::PopupFocusReason || reason == Qt::ActiveWindowFocusReason || reason == Qt::MenuBarFocusReason)
        return false;
    delete m_ring.data();
    const bool isByKey =
        reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
    if (type == QEvent::FocusIn && isByKey && !widget->isWindow() && !isStyled(widget))
        m_ring = new Ring(m_theme, *widget);
    return false;
}

}  // namespace ui::look
