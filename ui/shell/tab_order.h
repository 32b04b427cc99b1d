#pragma once

#include <QList>

class QWidget;

namespace ui::shell {

/// Sets the order of Tab: part after part, and within a part in the order of creation. (By default, controls that are
/// added late come last in the window.) All parts must be in one window. Call this again after adding controls. Thread:
/// GUI.
void orderTabs(const QList<QWidget*>& parts);

/// The widget of a part that gets the keyboard focus: its focus proxy; otherwise the part itself; otherwise its first
/// child that accepts the focus by Tab and by click; otherwise its first child that accepts it by Tab, such as a tool
/// of a header; otherwise the part.
[[nodiscard]] QWidget& focusTarget(QWidget& part);

}  // namespace ui::shell
