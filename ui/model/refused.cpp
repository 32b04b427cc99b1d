#include "ui/model/refused.h"

#include "ui/model/operations_model.h"

#include <QRegularExpression>

namespace ui::model {

using engine::OpId;
using engine::trace::Op;
using engine::trace::Trace;

QString refusedLabel(const Trace& trace)
{
    const auto& error = trace.error();
    if (!error)
        return {};
    if (error->op.isValid() && error->op.index < trace.opCount())
        return operationLabel(trace, trace.op(error->op));
    // The program stops where it is refused: what it issued last is what came before.
    for (std::size_t i = trace.opCount(); i-- > 0;) {
        const Op& op = trace.op(OpId(i));
        if (op.issueBegin > error->time)
            continue;
        if (op.line != error->line)
            return {};
        static const QRegularExpression numbered(QStringLiteral("^(.+)\\[(\\d+)\\]$"));
        const std::string_view label = trace.text(op.label);
        const auto match = numbered.match(QString::fromUtf8(label.data(), static_cast<qsizetype>(label.size())));
        return match.hasMatch()
                   ? QStringLiteral("%1[%2]").arg(match.captured(1)).arg(match.captured(2).toLongLong() + 1)
                   : QString();
    }
    return {};
}

}  // namespace ui::model
