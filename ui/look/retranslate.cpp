#include "ui/look/languages.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMetaProperty>
#include <QTabBar>
#include <array>

namespace ui::look {

namespace {

constexpr std::array kProperties{"text",      "title",       "toolTip",         "statusTip",
                                 "whatsThis", "windowTitle", "accessibleName",  "accessibleDescription",
                                 "prefix",    "suffix",      "placeholderText", "specialValueText"};

QStringList classesAround(const QObject& object)
{
    QStringList classes;
    for (const QObject* at = &object; at != nullptr; at = at->parent())
        for (const QMetaObject* meta = at->metaObject(); meta != nullptr; meta = meta->superClass())
            if (const QString name = QString::fromLatin1(meta->className()); name.startsWith(QLatin1String("ui::")))
                classes << name;
    return classes;
}

void sayAgain(QObject& object, const Languages& languages, const QStringList& classes)
{
    const bool isWritten = object.inherits("QLineEdit") || object.inherits("QAbstractSpinBox");
    for (const char* name : kProperties) {
        // Skip text that the user typed.
        if (isWritten && qstrcmp(name, "text") == 0)
            continue;
        const int index = object.metaObject()->indexOfProperty(name);
        if (index < 0)
            continue;
        const QMetaProperty property = object.metaObject()->property(index);
        if (!property.isWritable() || property.metaType().id() != QMetaType::QString)
            continue;
        const QString before = property.read(&object).toString();
        if (const auto after = languages.again(before, classes); after && *after != before)
            property.write(&object, *after);
    }
}

void sayItemsAgain(QObject& object, const Languages& languages, const QStringList& classes)
{
    if (auto* box = qobject_cast<QComboBox*>(&object)) {
        const QSignalBlocker quiet(box);
        for (int i = 0; i < box->count(); ++i) {
            if (const auto text = languages.again(box->itemText(i), classes))
                box->setItemText(i, *text);
            if (const auto tip = languages.again(box->itemData(i, Qt::ToolTipRole).toString(), classes))
                box->setItemData(i, *tip, Qt::ToolTipRole);
        }
    } else if (auto* tabs = qobject_cast<QTabBar*>(&object)) {
        for (int i = 0; i < tabs->count(); ++i)
            if (const auto text = languages.again(tabs->tabText(i), classes))
                tabs->setTabText(i, *text);
    } else if (auto* list = qobject_cast<QListWidget*>(&object)) {
        for (int i = 0; i < list->count(); ++i)
            if (const auto text = languages.again(list->item(i)->text(), classes))
                list->item(i)->setText(*text);
    } else if (auto* view = qobject_cast<QAbstractItemView*>(&object); view != nullptr && view->model() != nullptr) {
        QAbstractItemModel* model = view->model();
        for (Qt::Orientation way : {Qt::Horizontal, Qt::Vertical})
            if (const int last = (way == Qt::Horizontal ? model->columnCount() : model->rowCount()) - 1; last >= 0)
                emit model->headerDataChanged(way, 0, last);
        view->viewport()->update();
    }
}

}  // namespace

void retranslate(QObject& root, const Languages& languages)
{
    QList<QObject*> objects = root.findChildren<QObject*>();
    objects.prepend(&root);
    for (QObject* object : objects) {
        if (qobject_cast<QAction*>(object) == nullptr && !object->isWidgetType())
            continue;
        const QStringList classes = classesAround(*object);
        sayAgain(*object, languages, classes);
        sayItemsAgain(*object, languages, classes);
    }
}

}  // namespace ui::look
