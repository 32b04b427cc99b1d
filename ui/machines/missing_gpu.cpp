#include "ui/machines/missing_gpu.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

namespace ui::machines {

namespace {

/// Returns a line of the run's listing; empty if there is no such line.
QString lineOf(const engine::trace::Trace& trace, int line)
{
    return line > 0 ? QString::fromStdString(trace.run().source).section(QLatin1Char('\n'), line - 1, line - 1)
                    : QString();
}

}  // namespace

int gpusAddressed(const QString& source)
{
    static const QRegularExpression kNumber(QStringLiteral(R"((?:\bdevices\[|cuda:|(?<!\w)gpu\()(\d))"));
    static const QRegularExpression kCall(
        QStringLiteral(R"(\bcuda\.(synchronize|[sS]tream|Event|CUDAGraph|\w+_stream)\b)"));
    static const QRegularExpression kAnyGpu(QStringLiteral(R"(['"]cuda['"]|\.cuda\(|(?<!\w)gpu\(\))"));
    int count = source.contains(kCall) || source.contains(kAnyGpu) ? 1 : 0;
    for (auto match = kNumber.globalMatch(source); match.hasNext();)
        count = std::max(count, match.next().captured(1).toInt() + 1);
    return count;
}

QString missingGpusText(int addressed, int there)
{
    return QCoreApplication::translate("MainWindow",
                                       "The listing uses GPU %1, and this machine has %n GPU(s): it may stop there.",
                                       nullptr, there)
        .arg(addressed - 1);
}

bool asksForMissingGpu(const engine::trace::Trace& trace)
{
    if (!trace.error())
        return false;
    const auto speaksOf = [](const QString& text, const char* word) {
        return text.contains(QLatin1String(word), Qt::CaseInsensitive);
    };
    // The index may be out of range in a list of GPUs or in any other list, so check that the line mentions GPUs.
    if (trace.error()->type == "IndexError") {
        const QString line = lineOf(trace, trace.error()->line);
        return speaksOf(line, "device") || speaksOf(line, "gpu") || speaksOf(line, "ctx");
    }
    const QString message = QString::fromStdString(trace.error()->message);
    return (speaksOf(message, "device") && !speaksOf(message, "same device")) || speaksOf(message, "No CUDA GPUs");
}

}  // namespace ui::machines
