#include "ui/look/elided_combo_box.h"

#include <QAbstractItemView>
#include <QScreen>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <algorithm>
#include <utility>

namespace ui::look {

void ElidedComboBox::showPopup()
{
    const int frame = view()->width() - view()->viewport()->width();
    const int wanted =
        view()->sizeHintForColumn(0) + frame + style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, view());
    view()->setMinimumWidth(std::min(wanted, screen()->availableGeometry().width()));
    QComboBox::showPopup();
}

void ElidedComboBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const auto part = [&](QStyle::SubControl control) {
        return style()->subControlRect(QStyle::CC_ComboBox, &option, control, this);
    };
    // With a style sheet, the rectangle of Qt's edit field includes the arrow; end it at the arrow.
    QRect room = part(QStyle::SC_ComboBoxEditField);
    const QRect arrow = part(QStyle::SC_ComboBoxArrow);
    if (arrow.isValid() && layoutDirection() == Qt::LeftToRight)
        room.setRight(std::min(room.right(), arrow.left() - 1));
    const QString text = std::exchange(option.currentText, QString());
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);  // draws the icon only
    if (!option.currentIcon.isNull())
        room.setLeft(room.left() + option.iconSize.width() + 4);
    painter.drawItemText(room.adjusted(1, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, option.palette, isEnabled(),
                         option.fontMetrics.elidedText(text, Qt::ElideRight, room.width() - 1), QPalette::ButtonText);
}

}  // namespace ui::look
