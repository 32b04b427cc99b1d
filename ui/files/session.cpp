#include "ui/files/session.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>

namespace ui::files {

namespace {

using engine::frontend::Dialect;

/// Raised when a key changes its meaning; of a file of another version what is understood is read.
constexpr int kVersion = 1;

constexpr const char* kVersionKey = "session/version";
constexpr const char* kProgram = "session/program";
constexpr const char* kMachine = "session/machine";
constexpr const char* kMachineFile = "session/machineFile";
constexpr const char* kPrograms = "session/programs";
constexpr const char* kViewBegin = "session/viewBegin";
constexpr const char* kViewEnd = "session/viewEnd";
constexpr const char* kFolder = "session/folder";
constexpr const char* kRecent = "session/recent";
constexpr const char* kNotes = "session/notes";
constexpr const char* kViews = "session/views";
constexpr const char* kPace = "session/pace";
constexpr const char* kTheme = "look/theme";
constexpr const char* kScale = "look/scale";
constexpr const char* kLanguage = "look/language";
constexpr const char* kContrast = "look/contrast";
constexpr const char* kKeys = "look/keys";
constexpr const char* kMotion = "look/reducedMotion";
constexpr const char* kLeft = "shell/leftPane";
constexpr const char* kRight = "shell/rightPane";
constexpr const char* kOutput = "shell/opensOutput";
constexpr const char* kTable = "shell/table";  ///< before 2026-11-22, instead of kToggled
constexpr const char* kToggled = "shell/toggledViews";
constexpr const char* kCriticalPath = "shell/criticalPath";
constexpr const char* kGeometry = "shell/geometry";
constexpr const char* kSplitter = "shell/splitter";

QString nameOf(Dialect dialect)
{
    return dialect == Dialect::Torch ? QStringLiteral("torch") : QStringLiteral("mxnet");
}

QString textOr(const QSettings& settings, const char* key, const QString& otherwise)
{
    const QVariant value = settings.value(QLatin1String(key));
    return value.typeId() == QMetaType::QString && !value.toString().isEmpty() ? value.toString() : otherwise;
}

bool flagOr(const QSettings& settings, const char* key, bool otherwise)
{
    const QString text = settings.value(QLatin1String(key)).toString();
    return text == QLatin1String("true") ? true : text == QLatin1String("false") ? false : otherwise;
}

}  // namespace

QString dialogFolder(const Session& session)
{
    return session.folder.isEmpty() || !QDir(session.folder).exists() ? QDir::homePath() : session.folder;
}

QJsonObject toJson(const listing::ProgramState& state)
{
    QJsonObject sources, flips, parameters;
    for (const auto& [dialect, source] : state.sources)
        sources[nameOf(dialect)] = source;
    for (const auto& [dialect, lines] : state.flips) {
        QJsonObject object;
        for (const auto& [line, isOn] : lines)
            object[QString::number(line)] = isOn;
        flips[nameOf(dialect)] = object;
    }
    for (const auto& [name, value] : state.parameters)
        parameters[QString::fromStdString(name)] = QString::fromStdString(value);
    return {{QStringLiteral("dialect"), nameOf(state.dialect)},
            {QStringLiteral("sources"), sources},
            {QStringLiteral("flips"), flips},
            {QStringLiteral("parameters"), parameters},
            {QStringLiteral("base"), state.base}};
}

listing::ProgramState stateFrom(const QJsonObject& json)
{
    listing::ProgramState state;
    if (json[QStringLiteral("dialect")].toString() == QLatin1String("mxnet"))
        state.dialect = Dialect::MXNet;
    for (const Dialect dialect : {Dialect::Torch, Dialect::MXNet}) {
        if (const auto source = json[QStringLiteral("sources")][nameOf(dialect)]; source.isString())
            state.sources[dialect] = source.toString();
        const QJsonValue lines = json[QStringLiteral("flips")][nameOf(dialect)];
        if (!lines.isObject())
            continue;
        state.flips[dialect] = {};
        const QJsonObject object = lines.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            if (const int line = it.key().toInt(); line > 0 && it.value().isBool())
                state.flips[dialect][line] = it.value().toBool();
    }
    state.base = json[QStringLiteral("base")].toString();
    const QJsonObject parameters = json[QStringLiteral("parameters")].toObject();
    for (auto it = parameters.begin(); it != parameters.end(); ++it)
        if (it.value().isString())
            state.parameters[it.key().toStdString()] = it.value().toString().toStdString();
    return state;
}

StrangeSettings strangeSettings(const QSettings& settings)
{
    StrangeSettings strange;
    const QVariant version = settings.value(QLatin1String(kVersionKey));
    if (version.isValid() && version.toString() != QString::number(kVersion))
        strange.version = version.toString();
    // Every version writes its number.
    strange.isBroken = settings.status() == QSettings::FormatError ||
                       (!version.isValid() && QFileInfo(settings.fileName()).size() > 0);
    const auto note = [&](const char* key, bool isUnderstood) {
        if (settings.contains(QLatin1String(key)) && !isUnderstood)
            strange.keys << QLatin1String(key);
    };
    for (const char* key : {kPrograms, kNotes, kViews, kKeys}) {
        const QByteArray json = settings.value(QLatin1String(key)).toByteArray();
        note(key, json.isEmpty() || QJsonDocument::fromJson(json).isObject());
    }
    for (const char* key : {kViewBegin, kViewEnd, kScale, kPace}) {
        bool isNumber = false;
        static_cast<void>(settings.value(QLatin1String(key)).toDouble(&isNumber));
        note(key, isNumber);
    }
    return strange;
}

Session readSession(QSettings& settings)
{
    Session session;
    session.program = textOr(settings, kProgram, session.program);
    session.machine = textOr(settings, kMachine, session.machine);
    session.machineFile = textOr(settings, kMachineFile, {});
    session.folder = textOr(settings, kFolder, {});
    session.recent = textOr(settings, kRecent, {}).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    const auto programs = QJsonDocument::fromJson(settings.value(QLatin1String(kPrograms)).toByteArray()).object();
    for (auto it = programs.begin(); it != programs.end(); ++it)
        session.programs[it.key()] = stateFrom(it.value().toObject());
    session.notes = QJsonDocument::fromJson(settings.value(QLatin1String(kNotes)).toByteArray()).object();
    session.views = QJsonDocument::fromJson(settings.value(QLatin1String(kViews)).toByteArray()).object();
    bool hasBegin = false, hasEnd = false;
    const qint64 begin = settings.value(QLatin1String(kViewBegin)).toLongLong(&hasBegin);
    const qint64 end = settings.value(QLatin1String(kViewEnd)).toLongLong(&hasEnd);
    if (hasBegin && hasEnd && end > begin)
        session.view = model::TimeRange{engine::Nanoseconds{begin}, engine::Nanoseconds{end}};
    if (textOr(settings, kTheme, {}) == QLatin1String("dark"))
        session.theme = look::Mode::Dark;
    session.language = look::languageOf(textOr(settings, kLanguage, {})).value_or(session.language);
    bool isNumber = false;
    const double scale = settings.value(QLatin1String(kScale)).toDouble(&isNumber);
    if (isNumber && std::isfinite(scale) && scale >= 0.8 && scale <= 2.0)
        session.scale = scale;
    const int pace = settings.value(QLatin1String(kPace)).toInt(&isNumber);
    if (isNumber && pace >= 0 && pace <= 2)
        session.pace = static_cast<model::Pace>(pace);
    if (textOr(settings, kContrast, {}) == QLatin1String("high"))
        session.contrast = look::Contrast::High;
    const auto keys = QJsonDocument::fromJson(settings.value(QLatin1String(kKeys)).toByteArray()).object();
    for (auto it = keys.begin(); it != keys.end(); ++it)
        if (it.value().isString())
            session.keys[it.key()] = it.value().toString();
    session.hasReducedMotion = flagOr(settings, kMotion, session.hasReducedMotion);
    session.isLeftPaneShown = flagOr(settings, kLeft, session.isLeftPaneShown);
    session.isRightPaneShown = flagOr(settings, kRight, session.isRightPaneShown);
    session.opensOutput = flagOr(settings, kOutput, session.opensOutput);
    session.toggledViews = textOr(settings, kToggled, {}).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    if (!settings.contains(QLatin1String(kToggled)) && flagOr(settings, kTable, false))
        session.toggledViews << QStringLiteral("table");
    session.showsCriticalPath = flagOr(settings, kCriticalPath, session.showsCriticalPath);
    session.geometry = settings.value(QLatin1String(kGeometry)).toByteArray();
    session.splitter = settings.value(QLatin1String(kSplitter)).toByteArray();
    return session;
}

void writeSession(QSettings& settings, const Session& session)
{
    const auto set = [&](const char* key, const QVariant& value) { settings.setValue(QLatin1String(key), value); };
    const auto flag = [](bool isOn) { return isOn ? QStringLiteral("true") : QStringLiteral("false"); };
    QJsonObject programs;
    for (auto it = session.programs.begin(); it != session.programs.end(); ++it)
        programs[it.key()] = toJson(it.value());
    set(kVersionKey, kVersion);
    set(kProgram, session.program);
    set(kMachine, session.machine);
    set(kMachineFile, session.machineFile);
    set(kFolder, session.folder);
    set(kRecent, session.recent.join(QLatin1Char('\n')));
    set(kNotes, QJsonDocument(session.notes).toJson(QJsonDocument::Compact));
    set(kViews, QJsonDocument(session.views).toJson(QJsonDocument::Compact));
    set(kPrograms, QJsonDocument(programs).toJson(QJsonDocument::Compact));
    if (session.view) {
        set(kViewBegin, static_cast<qlonglong>(session.view->begin.count()));
        set(kViewEnd, static_cast<qlonglong>(session.view->end.count()));
    } else {
        settings.remove(QLatin1String(kViewBegin));
        settings.remove(QLatin1String(kViewEnd));
    }
    set(kTheme, session.theme == look::Mode::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
    set(kLanguage, look::codeOf(session.language));
    set(kScale, session.scale);
    set(kContrast, session.contrast == look::Contrast::High ? QStringLiteral("high") : QStringLiteral("normal"));
    QJsonObject keys;
    for (auto it = session.keys.begin(); it != session.keys.end(); ++it)
        keys[it.key()] = it.value();
    set(kKeys, QJsonDocument(keys).toJson(QJsonDocument::Compact));
    set(kPace, static_cast<int>(session.pace));
    set(kMotion, flag(session.hasReducedMotion));
    set(kLeft, flag(session.isLeftPaneShown));
    set(kRight, flag(session.isRightPaneShown));
    set(kOutput, flag(session.opensOutput));
    set(kToggled, session.toggledViews.join(QLatin1Char('\n')));
    set(kCriticalPath, flag(session.showsCriticalPath));
    set(kGeometry, session.geometry);
    set(kSplitter, session.splitter);
}

}  // namespace ui::files
