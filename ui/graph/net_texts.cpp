#include "ui/graph/detail/net_texts.h"

#include "engine/trace/imported.h"
#include "ui/graph/detail/facts.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <iterator>

namespace ui::graph::detail {

using engine::trace::Kind;

QString countText(std::int64_t count)
{
    const auto value = static_cast<double>(count);
    if (count < 1000)
        return QString::number(count);
    return count < 1'000'000 ? QLocale().toString(value / 1e3, 'g', 3) + QStringLiteral(" k")
                             : QLocale().toString(value / 1e6, 'g', 3) + QStringLiteral(" M");
}

QString exchangeName(const Trace& trace, const std::vector<OpId>& ops)
{
    if (ops.empty())
        return {};
    const QString phase = text(trace, trace.op(ops.front()).phase);
    if (phase == QLatin1String("backward"))
        return ui::tr("reduce");
    const bool isHalf = phase == QLatin1String("push") || phase == QLatin1String("pull");
    return isHalf ? phase : ui::tr("all-reduce");
}

QString updateName(const Trace& trace, const std::vector<OpId>& ops)
{
    if (ops.empty())
        return {};
    const QString name = text(trace, trace.op(ops.front()).name).toLower();
    return name.contains(QLatin1String("sgd")) ? QStringLiteral("sgd") : ui::tr("update");
}

QString briefBytes(engine::Bytes bytes)
{
    constexpr double kStep = 1024;
    const QString units[] = {QStringLiteral("B"), QStringLiteral("KiB"), QStringLiteral("MiB"), QStringLiteral("GiB")};
    auto value = static_cast<double>(bytes.value);
    std::size_t unit = 0;
    for (; value >= kStep && unit + 1 < std::size(units); ++unit)
        value /= kStep;
    const int digits = unit == 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return QLocale().toString(value, 'f', digits) + QLatin1Char(' ') + units[unit];
}

engine::Bytes copiedBytes(const Trace& trace, const std::vector<OpId>& ops)
{
    engine::Bytes bytes{};
    for (const OpId op : ops)
        bytes.value += trace.op(op).kind == Kind::CopyPeer ? trace.op(op).bytes.value : 0;
    return bytes;
}

QString factsOf(const Trace& trace, const Node& node)
{
    const engine::Bytes bytes = copiedBytes(trace, node.ops);
    QStringList facts;
    if (bytes.value > 0)
        facts << briefBytes(bytes);
    if (node.time.count() > 0)
        facts << look::durationText(node.time);
    return facts.join(QStringLiteral(" · "));
}

QString tipOf(const Trace& trace, const NetLayer& of)
{
    QStringList lines{of.path.isEmpty() ? of.title : QStringLiteral("%1 (%2)").arg(of.title, of.path)};
    if (const auto& ops = of.on.empty() ? std::vector<OpId>() : of.on[0].forward; !ops.empty())
        if (const QString shape = recordedShapeOf(trace, trace.op(ops.back()), QStringLiteral("×")); !shape.isEmpty())
            lines << ui::tr("result %1").arg(shape);
    if (of.parameters > 0)
        lines << ui::tr("%1 parameters").arg(QLocale().toString(static_cast<qlonglong>(of.parameters)));
    double flops = 0;
    if (!of.on.empty())
        for (const OpId op : of.on[0].forward)
            flops += trace.op(op).flops;
    if (flops > 0)
        lines << ui::tr("forward %1").arg(look::flopText(flops));
    return lines.join(QLatin1Char('\n'));
}

QString namesOf(const Trace& trace, const std::vector<OpId>& ops)
{
    QStringList names;
    for (const OpId op : ops)
        if (const QString name = text(trace, trace.op(op).name); !names.contains(name))
            names << name;
    return names.join(QStringLiteral(", "));
}

QString percentText(engine::Nanoseconds part, engine::Nanoseconds whole)
{
    if (whole.count() <= 0 || part.count() <= 0)
        return {};
    const double percent = 100 * static_cast<double>(part.count()) / static_cast<double>(whole.count());
    return QLocale().toString(percent, 'f', percent < 10 ? 1 : 0) + QStringLiteral(" %");
}

void describeWeights(const NetLayer& of, Node& node)
{
    const QString bytes = briefBytes(engine::Bytes{of.parameters * 4});
    if (of.height <= 0 && !of.weights.isEmpty()) {
        node.title = of.weights.front();
    } else {
        node.title = QStringLiteral("×%1").arg(of.arrays);
        node.note = bytes;
    }
    QStringList lines{of.title, ui::tr("%n array(s)", nullptr, of.arrays)};
    if (!of.weights.isEmpty())
        lines << of.weights.join(QStringLiteral(", "));
    lines << ui::tr("%1 parameters, %2").arg(QLocale().toString(static_cast<qlonglong>(of.parameters)), bytes);
    node.tip = lines.join(QLatin1Char('\n'));
}

QString netCaption(const Trace& trace, std::size_t operations, bool joinsDevices)
{
    const int count = static_cast<int>(operations);
    if (joinsDevices)
        return QCoreApplication::translate("ui::graph", "%n operation(s); gradients join the devices", nullptr, count);
    return engine::trace::isImported(trace.run())
               ? QCoreApplication::translate("ui::graph", "%n operation(s) of one step", nullptr, count)
               : QCoreApplication::translate("ui::graph", "%n operation(s) of one batch", nullptr, count);
}

}  // namespace ui::graph::detail
