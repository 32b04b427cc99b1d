#pragma once

#include <QList>

class QWidget;

namespace ui::shell {

/// Sets the order of Tab: part after part, and within a part in the order of creation. By default, a control that is
/// added late comes last in the window, so call this again after adding controls. All parts must be in one window.
/// Thread: GUI.
void orderTabs(const QList<QWidget*>& parts);

/// Returns the widget that gets the keyboard focus for a part, which is the first that exists of: the part's focus
/// proxy; the part, if it accepts the focus; the first child that accepts the focus by Tab and by click; the first
/// child that accepts the focus by Tab, such as a tool of a header; the part. Hidden and disabled children do not
/// count.
[[nodiscard]] QWidget& focusTarget(QWidget& part);

}  // namespace ui::shell
