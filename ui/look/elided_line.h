#pragma once

#include <QLabel>

namespace ui::look {

/// A label that elides its text if there is too little room; screen readers still get the full text.
class ElidedLine : public QLabel {
public:
    using QLabel::QLabel;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace ui::look
