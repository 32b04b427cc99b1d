#include "ui/runs/workbench.h"

#include "ui/timeline/timeline_view.h"

#include <QBoxLayout>

namespace ui::runs {

void Workbench::addAboveTimeline(QWidget& bar) const
{
    auto* column = static_cast<QBoxLayout*>(timeline.parentWidget()->layout());
    column->insertWidget(column->indexOf(&timeline), &bar);
}

}  // namespace ui::runs
