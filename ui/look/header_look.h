#pragma once

#include "ui/look/theme.h"

class QLabel;
class QToolButton;
class QWidget;

namespace ui::look {

/// A word on a rounded ground: "simulated", the state of an operation.
void styleChip(const Theme& theme, QLabel& chip, const QColor& ground, const QColor& ink);

/// The bar above a picture. Its row is the layout of `header`.
struct HeaderParts {
    QWidget& header;
    QLabel& title;
    QLabel& note;  ///< paler, beside the title
    QLabel& chip;
};
void styleHeader(const Theme& theme, const HeaderParts& parts);
/// A button of such a bar.
void styleHeaderTool(const Theme& theme, QToolButton& button, const QString& icon);

}  // namespace ui::look
