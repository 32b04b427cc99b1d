#pragma once

#include "ui/look/elided_line.h"

namespace ui::inspect::detail {

/// A label that elides its text to the available width and shows the full text as its tooltip.
class ElidedLabel : public look::ElidedLine {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setText(const QString& text);
    [[nodiscard]] QSize minimumSizeHint() const override;
};

}  // namespace ui::inspect::detail
