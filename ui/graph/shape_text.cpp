#include "ui/graph/detail/scope.h"
#include "ui/look/format.h"

#include <QStringList>
#include <algorithm>

namespace ui::graph::detail {

namespace {

/// The shape in an operation's statement, as "randn(4000, 4000)" contains it, if an array of this shape with elements
/// of 4 bytes is as large as the result. Empty: the statement contains no such shape.
QString shapeInStatement(const Trace& trace, const Op& op)
{
    const QString statement = text(trace, op.text);
    qsizetype open = -1;
    while ((open = statement.indexOf(QLatin1Char('('), open + 1)) >= 0) {
        const qsizetype close = statement.indexOf(QLatin1Char(')'), open);
        if (close < 0)
            break;
        const QStringList extents =
            statement.mid(open + 1, close - open - 1).split(QLatin1Char(','), Qt::SkipEmptyParts);
        std::int64_t elements = 1;
        QStringList words;
        bool areNumbers = extents.size() >= 1;
        for (const QString& extent : extents) {
            bool isNumber = false;
            const qlonglong n = extent.trimmed().toLongLong(&isNumber);
            areNumbers =
                areNumbers && isNumber && n > 0 && elements < (std::int64_t{1} << 40) / std::max<qlonglong>(n, 1);
            if (areNumbers)
                elements *= n;
            words << extent.trimmed();
        }
        if (areNumbers && elements * 4 == op.outputBytes.value)
            return words.join(QStringLiteral(" × "));
    }
    return {};
}

}  // namespace

QString recordedShapeOf(const Trace& trace, const Op& op, const QString& times)
{
    const QString recorded = text(trace, op.shape);
    return recorded == QLatin1String("scalar") ? ui::tr("scalar") : QString(recorded).replace(QLatin1Char('x'), times);
}

QString shapeOf(const Trace& trace, const Op& op)
{
    if (op.outputBytes.value <= 0)
        return {};
    if (const QString recorded = recordedShapeOf(trace, op, QStringLiteral(" × ")); !recorded.isEmpty())
        return recorded;
    const QString shape = shapeInStatement(trace, op);
    return shape.isEmpty() ? look::bytesText(op.outputBytes) : shape;
}

}  // namespace ui::graph::detail
