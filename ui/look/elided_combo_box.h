#pragma once

#include <QComboBox>

namespace ui::look {

/// A combo box that elides its text with "…" if there is too little room; Qt's styles would cut it off within a letter.
/// Its list is as wide as the longest item, up to the width of the screen.
class ElidedComboBox : public QComboBox {
public:
    using QComboBox::QComboBox;

    void showPopup() override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace ui::look
