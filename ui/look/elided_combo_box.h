#pragma once

#include <QComboBox>

namespace ui::look {

/// A combo box that elides its text with "…" if there is too little room; Qt's styles cut it off within a letter.
class ElidedComboBox final : public QComboBox {
public:
    using QComboBox::QComboBox;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace ui::look
