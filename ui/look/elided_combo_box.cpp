#include "ui/look/elided_combo_box.h"

#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace ui::look {

void ElidedComboBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    int room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width() - 2;
    if (!option.currentIcon.isNull())
        room -= option.iconSize.width() + 4;
    option.currentText = option.fontMetrics.elidedText(option.currentText, Qt::ElideRight, room);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace ui::look
