#include "ui/look/in_language.h"

#include "ui/look/translate.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QSignalBlocker>

namespace ui::look {

namespace {

/// Applies texts after a change of language. An object of this class is a child of a widget, because QWidget passes
/// QEvent::LanguageChange on to all its children.
class Texts final : public QObject {
public:
    Texts(QObject& widget, std::function<void()> apply) : QObject(&widget), m_apply(std::move(apply)) {}

    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            m_apply();
        return QObject::event(event);
    }

private:
    std::function<void()> m_apply;
};

}  // namespace

void inLanguage(QObject* object, std::function<void()> apply)
{
    apply();
    QObject* widget = object;
    while (widget != nullptr && !widget->isWidgetType())
        widget = widget->parent();
    if (widget == nullptr)
        return;
    auto* texts = new Texts(*widget, std::move(apply));
    if (widget != object)
        QObject::connect(object, &QObject::destroyed, texts, [texts] { delete texts; });
}

void setTexts(QAction& command, const QString& text, const QString& tip, const char* key)
{
    command.setText(*key == '\0' ? text : text + QLatin1Char('\t') + QLatin1String(key));
    command.setStatusTip(tip);
    command.setToolTip(tip);
}

QAction* makeCommand(QObject* parent, const char* name, const char* text, const char* tip, const char* key)
{
    auto* action = new QAction(parent);
    action->setObjectName(QLatin1String(name));
    inLanguage(action, [action, text, tip, key] { setTexts(*action, ui::tr(text), ui::tr(tip), key); });
    return action;
}

void setItems(QComboBox& box, const QStringList& texts)
{
    const QSignalBlocker blocker(box);
    for (int i = 0; i < texts.size(); ++i) {
        if (i == box.count())
            box.addItem(QString());
        box.setItemText(i, texts[i]);
    }
}

}  // namespace ui::look
