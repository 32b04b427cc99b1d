#pragma once

#include "ui/look/elided_line.h"

namespace ui::inspect::detail {

/// A line of the inspector: never wider than its room, and the whole of it is the tool tip.
class ElidedLabel : public look::ElidedLine {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setText(const QString& text);
    [[nodiscard]] QSize minimumSizeHint() const override;
};

}  // namespace ui::inspect::detail
