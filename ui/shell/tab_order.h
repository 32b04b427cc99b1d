#pragma once

#include <QList>

class QWidget;

namespace ui::shell {

/// Makes Tab go through the parts of a window one after the other, and within each in the order of creation: what was
/// added to a part late would else come at the very end. The parts stand in one window; controls that come later have
/// to be ordered by a later call. Thread: GUI.
void orderTabs(const QList<QWidget*>& parts);

}  // namespace ui::shell
