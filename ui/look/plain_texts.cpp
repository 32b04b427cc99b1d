#include "ui/look/plain_texts.h"

#include "engine/base/utf8.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QFileInfo>
#include <QHelpEvent>
#include <QLabel>
#include <QToolTip>

namespace ui::look {

namespace {

constexpr const char* kHasHtml = "hasHtmlToolTip";

/// Returns the tooltip that Qt would show at `position`; empty: none, for example because the widget handles the event
/// itself.
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
        // QTipLabel, the label of a tooltip, is excluded, because showToolTip() sets its text as HTML.
        if (label != nullptr && label->textFormat() == Qt::AutoText && !label->inherits("QTipLabel"))
            label->setTextFormat(Qt::PlainText);
    } else if (event->type() == QEvent::ToolTip && object->isWidgetType()) {
        auto* widget = static_cast<QWidget*>(object);
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = toolTipAt(*widget, help->pos());
        if (Qt::mightBeRichText(text) && !widget->property(kHasHtml).toBool()) {
            showToolTip(help->globalPos(), text, widget);
            return true;
        }
    }
    return false;
}

void showToolTip(const QPoint& globalPosition, const QString& text, QWidget* widget)
{
    const bool isMistakable = Qt::mightBeRichText(text);
    QToolTip::showText(globalPosition, isMistakable ? QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped()) : text,
                       widget);
}

void showHtmlToolTip(const QPoint& globalPosition, const QString& html, QWidget* widget)
{
    QToolTip::showText(globalPosition, html, widget);
}

void setHtmlToolTip(QWidget& widget, const QString& html)
{
    widget.setProperty(kHasHtml, true);
    widget.setToolTip(html);
}

QString buttonText(QString text)
{
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString fileNameText(const QString& path)
{
    return QString::fromStdString(engine::drawable(QFileInfo(path).fileName().toStdString()));
}

}  // namespace ui::look
