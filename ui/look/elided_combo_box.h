#pragma once

#include <QComboBox>

namespace ui::look {

/// A selector whose text ends in "…" where there is no room for it; styles cut it within a letter.
class ElidedComboBox final : public QComboBox {
public:
    using QComboBox::QComboBox;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace ui::look
