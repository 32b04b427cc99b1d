#pragma once

#include "ui/look/theme.h"

class QLabel;
class QWidget;

namespace ui::look {

/// Styles a label as a chip, a word on a rounded background, for example "simulated" or the state of an operation.
void styleChip(const Theme& theme, QLabel& chip, const QColor& ground, const QColor& ink);

/// Parts of the header bar above a view. They are laid out in a row in `header`.
struct HeaderParts {
    QWidget& header;
    QLabel& title;
    QLabel& note;  ///< in a paler colour, beside the title
    QLabel& chip;
};
void styleHeader(const Theme& theme, const HeaderParts& parts);

}  // namespace ui::look
