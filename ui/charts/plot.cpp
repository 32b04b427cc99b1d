#include "ui/charts/plot.h"

#include "ui/look/translate.h"

#include <QLocale>
#include <QStringList>
#include <algorithm>

namespace ui::charts {

bool Plot::isEmpty() const
{
    return std::ranges::all_of(series, [](const Series& one) { return one.points.empty(); });
}

bool Plot::hasRight() const
{
    return std::ranges::any_of(series,
                               [](const Series& one) { return one.side == Side::Right && !one.points.empty(); });
}

QString spokenPlot(const Plot& plot)
{
    const auto number = [](double value) { return QLocale().toString(value, 'g', 4); };
    QStringList parts;
    for (const Series& series : plot.series) {
        if (series.points.empty())
            continue;
        const Axis& axis = series.side == Side::Left ? plot.left : plot.right;
        const QPointF most = *std::ranges::max_element(series.points, {}, [](const QPointF& one) { return one.y(); });
        parts << tr("%1, %2: from %3 to %4, last %5")
                     .arg(series.name, axis.title, number(series.points.front().y()), number(most.y()),
                          number(series.points.back().y()));
    }
    return parts.join(QStringLiteral(". "));
}

}  // namespace ui::charts
