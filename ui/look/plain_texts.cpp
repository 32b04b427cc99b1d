#include "ui/look/plain_texts.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QToolTip>

namespace ui::look {

namespace {

/// The tooltip that Qt would show at `position`; empty if the widget answers the event itself.
QString toolTipAt(const QWidget& widget, const QPoint& position)
{
    const auto* view = qobject_cast<const QAbstractItemView*>(widget.parentWidget());
    if (view != nullptr && view->viewport() == &widget)
        return view->indexAt(position).data(Qt::ToolTipRole).toString();
    return widget.toolTip();
}

}  // namespace

PlainTexts::PlainTexts() : QObject(QCoreApplication::instance())
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool PlainTexts::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Polish) {
        auto* label = qobject_cast<QLabel*>(object);
        // The label of a tooltip has its own class and gets texts from here.
        if (label != nullptr && label->textFormat() == Qt::AutoText && !label->inherits("QTipLabel"))
            label->setTextFormat(Qt::PlainText);
    } else if (event->type() == QEvent::ToolTip && object->isWidgetType()) {
        auto* widget = static_cast<QWidget*>(object);
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = toolTipAt(*widget, help->pos());
        if (Qt::mightBeRichText(text) && !text.startsWith(QLatin1String("<qt>"))) {
            QToolTip::showText(help->globalPos(), QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped()), widget);
            return true;
        }
    }
    return false;
}

}  // namespace ui::look
