#include "ui/runs/run_summary.h"

#include "engine/analysis/failure.h"
#include "engine/analysis/scope.h"
#include "ui/look/languages.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace ui::runs {

namespace {

using engine::trace::PlatformKind;
using engine::trace::RunInfo;
using engine::trace::ValueMode;

/// The texts of a RunInfo and their names in JSON.
constexpr std::pair<const char*, std::string RunInfo::*> kTexts[] = {
    {"program", &RunInfo::program},          {"title", &RunInfo::title},
    {"section", &RunInfo::section},          {"source", &RunInfo::source},
    {"dialect", &RunInfo::dialect},          {"machine", &RunInfo::machine},
    {"machineLabel", &RunInfo::machineLabel}};

QJsonArray toJson(const engine::Statistics& seconds)
{
    return {seconds.samples, seconds.minimum, seconds.lower, seconds.median, seconds.upper};
}

engine::Statistics statisticsFrom(const QJsonValue& json)
{
    return {json[0].toInt(), json[1].toDouble(), json[2].toDouble(), json[3].toDouble(), json[4].toDouble()};
}

QJsonObject toJson(const engine::analysis::Repeats& repeats)
{
    QJsonArray blocks;
    for (const engine::Statistics& block : repeats.blocks)
        blocks.append(toJson(block));
    return {{"makespan", toJson(repeats.makespan)}, {"blocks", blocks}, {"otherLoad", repeats.otherLoad}};
}

engine::analysis::Repeats repeatsFrom(const QJsonObject& json)
{
    engine::analysis::Repeats repeats;
    repeats.makespan = statisticsFrom(json["makespan"]);
    for (const QJsonValue& block : json["blocks"].toArray())
        repeats.blocks.push_back(statisticsFrom(block));
    repeats.otherLoad = json["otherLoad"].toDouble();
    return repeats;
}

}  // namespace

RunSummary RunSummary::of(const engine::trace::Trace& trace, const model::RunContext& context)
{
    RunSummary summary;
    summary.run = trace.run();
    summary.syncPoints = context.syncPoints;
    summary.isForeign = context.isForeign;
    summary.makespan = engine::analysis::runScope(trace).length();
    if (const auto& error = trace.error())
        summary.failure = QString::fromStdString(error->type);
    summary.wasStopped = engine::analysis::wasStopped(trace);
    summary.operations = trace.opCount();
    summary.repeats = context.repeats;
    summary.when = QDateTime::currentDateTimeUtc();
    return summary;
}

model::RunContext RunSummary::context() const
{
    model::RunContext context;
    context.syncPoints = syncPoints;
    context.isForeign = isForeign;
    context.repeats = repeats;
    return context;
}

bool RunSummary::hasSameSettings(const RunSummary& other) const
{
    const RunInfo &a = run, &b = other.run;
    return a.program == b.program && a.source == b.source && a.dialect == b.dialect && a.machine == b.machine &&
           a.machineLabel == b.machineLabel && a.seed == b.seed && a.values == b.values &&
           a.parameters == b.parameters && syncPoints == other.syncPoints;
}

QByteArray RunSummary::toJson() const
{
    QJsonObject json;
    json["name"] = ownName;
    for (const auto& [key, text] : kTexts)
        json[QLatin1String(key)] = QString::fromStdString(run.*text);
    json["isMeasured"] = run.platform == PlatformKind::Real;
    json["isComputed"] = run.values == ValueMode::Computed;
    json["isForeign"] = isForeign;
    json["seed"] = QString::number(run.seed);
    QJsonArray parameters;
    for (const auto& [name, value] : run.parameters)
        parameters.append(QJsonArray{QString::fromStdString(name), QString::fromStdString(value)});
    json["parameters"] = parameters;
    QJsonObject switches;
    for (auto it = syncPoints.cbegin(); it != syncPoints.cend(); ++it)
        switches[QString::number(it.key())] = it.value();
    json["switches"] = switches;
    QJsonArray changed;
    for (const LeverLine& lever : levers)
        changed.append(QJsonArray{lever.line, lever.name, lever.before, lever.now});
    json["levers"] = changed;
    json["makespan"] = engine::toSeconds(makespan);
    json["failure"] = failure;
    json["wasStopped"] = wasStopped;
    json["operations"] = static_cast<qint64>(operations);
    if (repeats)
        json["repeats"] = ui::runs::toJson(*repeats);
    json["when"] = when.toUTC().toString(Qt::ISODateWithMs);
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

std::optional<RunSummary> RunSummary::fromJson(const QByteArray& bytes)
{
    const QJsonObject json = QJsonDocument::fromJson(bytes).object();
    RunSummary summary;
    summary.ownName = json["name"].toString();
    for (const auto& [key, text] : kTexts)
        summary.run.*text = json[QLatin1String(key)].toString().toStdString();
    summary.run.platform = json["isMeasured"].toBool() ? PlatformKind::Real : PlatformKind::Virtual;
    summary.run.values = json["isComputed"].toBool() ? ValueMode::Computed : ValueMode::TimingOnly;
    summary.isForeign = json["isForeign"].toBool();
    summary.run.seed = json["seed"].toString().toULongLong();
    for (const QJsonValue& each : json["parameters"].toArray())
        summary.run.parameters.emplace_back(each[0].toString().toStdString(), each[1].toString().toStdString());
    const QJsonObject switches = json["switches"].toObject();
    for (auto it = switches.begin(); it != switches.end(); ++it)
        summary.syncPoints[it.key().toInt()] = it.value().toBool();
    for (const QJsonValue& each : json["levers"].toArray())
        summary.levers.push_back({each[0].toInt(), each[1].toString(), each[2].toString(), each[3].toString()});
    summary.makespan = engine::fromSeconds(json["makespan"].toDouble());
    summary.failure = json["failure"].toString();
    summary.wasStopped = json["wasStopped"].toBool();
    summary.operations = static_cast<std::size_t>(json["operations"].toDouble());
    if (json.contains("repeats"))
        summary.repeats = std::make_shared<const engine::analysis::Repeats>(repeatsFrom(json["repeats"].toObject()));
    summary.when = QDateTime::fromString(json["when"].toString(), Qt::ISODateWithMs);
    if (summary.run.program.empty() || !summary.when.isValid())
        return std::nullopt;
    return summary;
}

QString programTitle(const RunInfo& run)
{
    return look::programText(run.program, run.title.empty() ? run.program : run.title);
}

}  // namespace ui::runs
