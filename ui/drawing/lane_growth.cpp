#include "ui/drawing/lane_growth.h"

#include <algorithm>

namespace ui::drawing {

int growLanes(std::vector<Row>& rows, int spare, double most, const LayoutOptions& options)
{
    const auto canGrow = [&options](const Row& row) {
        return row.kind == RowKind::Frontend || row.labelHeight > 0 ||  // rows with statement labels
               (options.isStage && row.kind == RowKind::Copy);
    };
    int heights = 0;
    for (const Row& row : rows)
        heights += canGrow(row) ? row.height : 0;
    if (spare <= 0 || heights == 0)
        return 0;
    const double factor = std::min(most, static_cast<double>(spare) / heights);
    int grown = 0;
    for (Row& row : rows) {
        row.top += grown;
        if (!canGrow(row))
            continue;
        const int more = static_cast<int>(row.height * factor);
        row.height += more;
        row.barHeight += more;
        grown += more;
    }
    return grown;
}

}  // namespace ui::drawing
