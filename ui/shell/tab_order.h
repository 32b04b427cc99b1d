#pragma once

#include <QList>

class QWidget;

namespace ui::shell {

/// Sets the order of Tab: part after part, and within a part in the order of creation. (By default, controls that are
/// added late come last in the window.) All parts must be in one window. Call this again after adding controls. Thread:
/// GUI.
void orderTabs(const QList<QWidget*>& parts);

}  // namespace ui::shell
