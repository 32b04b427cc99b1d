#include "ui/machines/missing_gpu.h"

#include <QCoreApplication>

namespace ui::machines {

namespace {

/// A line of the listing that ran; empty: no such line.
QString lineOf(const engine::trace::Trace& trace, int line)
{
    return line > 0 ? QString::fromStdString(trace.run().source).section(QLatin1Char('\n'), line - 1, line - 1)
                    : QString();
}

}  // namespace

QString missingGpusText(int needed, int there)
{
    return QCoreApplication::translate("MainWindow",
                                       "The program is written for %1 GPUs, this machine has %2: it may stop where it "
                                       "asks for one more.")
        .arg(needed)
        .arg(there);
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
