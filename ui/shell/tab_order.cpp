#include "ui/shell/tab_order.h"

#include <QWidget>

namespace ui::shell {

void orderTabs(const QList<QWidget*>& parts)
{
    QList<QWidget*> order;
    for (QWidget* part : parts) {
        const QList<QWidget*> inside = part->findChildren<QWidget*>();
        const auto takesTab = [](const QWidget* widget) {
            return (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->focusProxy() == nullptr;
        };
        for (QWidget* widget : inside)
            if (takesTab(widget) && widget->window() == part->window())
                order << widget;
        if (takesTab(part))
            order << part;
    }
    for (qsizetype i = 1; i < order.size(); ++i)
        QWidget::setTabOrder(order[i - 1], order[i]);
}

QWidget& focusTarget(QWidget& part)
{
    if (QWidget* proxy = part.focusProxy())
        return *proxy;
    const auto takesTab = [](const QWidget& widget) { return (widget.focusPolicy() & Qt::TabFocus) != 0; };
    if (takesTab(part))
        return part;
    QWidget* byTab = nullptr;
    for (QWidget* child : part.findChildren<QWidget*>()) {
        if (!takesTab(*child) || !child->isVisible() || !child->isEnabled())
            continue;
        if (child->focusPolicy() == Qt::StrongFocus)
            return *child;
        byTab = byTab != nullptr ? byTab : child;
    }
    return byTab != nullptr ? *byTab : part;
}

}  // namespace ui::shell
