#pragma once

#include <QList>

class QWidget;

namespace ui::shell {

/// Sets the order of Tab: part after part, and within a part in the order of creation. By default, a control that is
/// added late comes last in the window, so call this again after adding controls. All parts must be in one window.
/// Thread: GUI.
void orderTabs(const QList<QWidget*>& parts);

/// Returns the widget of a part that gets the keyboard focus: its focus proxy; otherwise the part itself if it accepts
/// the focus; otherwise, of its visible and enabled children, the first one that accepts the focus by Tab and by click,
/// or else the first one that accepts it by Tab, such as a tool of a header; otherwise the part.
[[nodiscard]] QWidget& focusTarget(QWidget& part);

}  // namespace ui::shell
