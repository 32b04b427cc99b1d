#include "ui/model/refused.h"

#include "ui/model/operation_labels.h"

#include <QRegularExpression>
#include <algorithm>

namespace ui::model {

QString refusedLabel(const Trace& trace)
{
    const auto& error = trace.error();
    if (!error)
        return {};
    if (error->op.isValid() && error->op.index < trace.opCount())
        return operationLabel(trace, trace.op(error->op));
    // The program ends when an operation is refused, so the operation that was issued last directly precedes the
    // refused one.
    for (std::size_t i = trace.opCount(); i-- > 0;) {
        const Op& op = trace.op(OpId(i));
        if (op.issueBegin > error->time)
            continue;
        if (op.line != error->line)
            return {};
        static const QRegularExpression numbered(QStringLiteral("^(.+)\\[(\\d+)\\]$"));
        const auto match = numbered.match(QString::fromUtf8(trace.text(op.label)));
        return match.hasMatch() ? QStringLiteral("%1[%2]").arg(match.captured(1),
                                                               QString::number(match.captured(2).toLongLong() + 1))
                                : QString();
    }
    return {};
}

std::optional<TimeRange> rangeAroundFailure(const Trace& trace)
{
    using engine::Nanoseconds;
    if (!trace.error() || trace.error()->line <= 0 || trace.opCount() == 0)
        return std::nullopt;
    const Nanoseconds failed = trace.error()->time;
    Nanoseconds first = failed;
    for (std::size_t i = trace.opCount(); i-- > 0 && trace.op(OpId{i}).line == trace.error()->line;)
        first = trace.op(OpId{i}).issued;
    const Nanoseconds issuing = failed - first;
    // If the interval is a large part of the run, the whole run shows it well enough.
    if (issuing.count() <= 0 || issuing * 5 > trace.extent())
        return std::nullopt;
    return TimeRange{std::max(first - issuing / 4, Nanoseconds{0}), failed + issuing * 3 / 4};
}

}  // namespace ui::model
