#include "ui/inspect/detail/elided_label.h"

namespace ui::inspect::detail {

ElidedLabel::ElidedLabel(QWidget* parent) : ElidedLine(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString& text)
{
    QLabel::setText(text);
    setToolTip(text);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {0, QLabel::minimumSizeHint().height()};
}

}  // namespace ui::inspect::detail
