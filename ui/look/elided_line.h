#pragma once

#include <QLabel>

namespace ui::look {

/// A line that ends in an ellipsis where it has too little room; its text stays whole for screen readers.
class ElidedLine : public QLabel {
public:
    using QLabel::QLabel;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace ui::look
