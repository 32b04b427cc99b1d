#include "ui/files/session_store.h"

#include "engine/io/atomic_file.h"
#include "ui/look/languages.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QUrl>
#include <algorithm>
#include <array>
#include <cctype>
#include <type_traits>
#include <utility>

namespace ui::files {

namespace {

using engine::frontend::Dialect;

/// Version of the settings; increment it when a key changes its meaning.
constexpr int kVersion = 1;

const QString kVersionKey = QStringLiteral("session/version");
const QString kEdited = QStringLiteral("session/editedAndOpen");
const QString kViewBegin = QStringLiteral("session/viewBegin");
const QString kViewEnd = QStringLiteral("session/viewEnd");

/// Calls `field(key, value)` for each setting. Reading and writing share this list.
void forEachField(auto& session, auto&& field)
{
    const auto add = [&](const char* key, auto& value) { field(QLatin1String(key), value); };
    add("session/program", session.program);
    add("session/machine", session.machine);
    add("session/machineFile", session.machineFile);
    add("session/folder", session.folder);
    add("session/recent", session.recent);
    add("session/notes", session.notes);
    add("session/views", session.views);
    add("session/lesson", session.lesson);
    add("session/programs", session.programs);
    add("session/pace", session.pace);
    add("look/theme", session.theme);
    add("look/language", session.language);
    add("look/scale", session.scale);
    add("look/contrast", session.contrast);
    add("look/keys", session.keys);
    add("look/reducedMotion", session.hasReducedMotion);
    add("shell/leftPane", session.isLeftPaneShown);
    add("shell/rightPane", session.isRightPaneShown);
    add("shell/hasFlipped", session.hasFlipped);
    add("shell/opensOutput", session.opensOutput);
    add("shell/hasListingWidth", session.hasListingWidth);
    add("shell/toggledViews", session.toggledViews);
    add("shell/criticalPath", session.showsCriticalPath);
    add("shell/stage", session.isStage);
    add("shell/geometry", session.geometry);
    add("shell/splitter", session.splitter);
}

constexpr std::array kValueModes{QLatin1String("computed"), QLatin1String("timing")};

QString nameOf(Dialect dialect)
{
    return QString::fromLatin1(engine::frontend::dialectName(dialect));
}

// -- one value as a setting, and back

/// Names of the values of a type, in ascending order of the values.
template <typename T>
constexpr std::array<const char*, 0> kNames{};
template <>
constexpr std::array kNames<bool>{"false", "true"};
template <>
constexpr std::array kNames<look::Mode>{"light", "dark"};
template <>
constexpr std::array kNames<look::Contrast>{"normal", "high"};
template <>
constexpr std::array kNames<model::Pace>{"0", "1", "2"};

template <typename T>
QVariant stored(const T& value)
{
    if constexpr (!kNames<T>.empty())
        return QLatin1String(kNames<T>[static_cast<std::size_t>(value)]);
    else if constexpr (std::is_same_v<T, look::Language>)
        return look::codeOf(value);
    else if constexpr (std::is_same_v<T, QStringList>)
        return value.join(QLatin1Char('\n'));
    else if constexpr (std::is_same_v<T, QJsonObject>)
        return QJsonDocument(value).toJson(QJsonDocument::Compact);
    else
        return value;
}

template <typename T>
QVariant stored(const QHash<QString, T>& values)
{
    QJsonObject object;
    for (auto it = values.begin(); it != values.end(); ++it)
        if constexpr (std::is_same_v<T, QString>)
            object[it.key()] = it.value();
        else
            object[it.key()] = toJson(it.value());
    return stored(object);
}

/// Returns false if the setting is not understood; the value then keeps its default.
template <typename T>
bool restore(const QVariant& setting, T& value)
{
    const QString text = setting.toString();
    for (std::size_t i = 0; i < kNames<T>.size(); ++i)
        if (text == QLatin1String(kNames<T>[i])) {
            value = static_cast<T>(i);
            return true;
        }
    return false;
}

bool restore(const QVariant& setting, look::Language& value)
{
    const auto named = look::languageOf(setting.toString());
    value = named.value_or(value);
    return named.has_value();
}

bool restore(const QVariant& setting, QString& value)
{
    const bool isText = setting.typeId() == QMetaType::QString;
    if (isText && !setting.toString().isEmpty())
        value = setting.toString();
    return isText;
}

bool restore(const QVariant& setting, QStringList& value)
{
    value = setting.toString().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    return setting.typeId() == QMetaType::QString;
}

bool restore(const QVariant& setting, QByteArray& value)
{
    value = setting.toByteArray();
    return true;
}

/// Restores the interface scale (0.8 to 2.0). Keeps `value` and returns false for any other setting.
bool restore(const QVariant& setting, double& value)
{
    bool isNumber = false;
    const double number = setting.toDouble(&isNumber);
    const bool isScale = isNumber && number >= 0.8 && number <= 2.0;
    value = isScale ? number : value;
    return isScale;
}

bool restore(const QVariant& setting, QJsonObject& value)
{
    const QByteArray json = setting.toByteArray();
    const QJsonDocument document = QJsonDocument::fromJson(json);
    value = document.object();
    return json.isEmpty() || document.isObject();
}

template <typename T>
bool restore(const QVariant& setting, QHash<QString, T>& values)
{
    QJsonObject object;
    const bool isUnderstood = restore(setting, object);
    for (auto it = object.begin(); it != object.end(); ++it)
        if constexpr (!std::is_same_v<T, QString>)
            values[it.key()] = stateFrom(it.value().toObject());
        else if (it.value().isString())
            values[it.key()] = it.value().toString();
    return isUnderstood;
}

/// Restores the visible range, which is stored under two keys.
bool restoreView(const QSettings& settings, std::optional<model::TimeRange>& view)
{
    if (!settings.contains(kViewBegin) && !settings.contains(kViewEnd))
        return true;
    bool hasBegin = false, hasEnd = false;
    const qint64 begin = settings.value(kViewBegin).toLongLong(&hasBegin);
    const qint64 end = settings.value(kViewEnd).toLongLong(&hasEnd);
    if (hasBegin && hasEnd && end > begin)
        view = model::TimeRange{engine::Nanoseconds{begin}, engine::Nanoseconds{end}};
    return hasBegin && hasEnd;
}

/// Reads the table's visibility from the separate key that versions until 2026-11-22 wrote.
void migrate(const QSettings& settings, Session& session)
{
    if (!settings.contains(QStringLiteral("shell/toggledViews")) &&
        settings.value(QStringLiteral("shell/table")).toString() == QLatin1String("true"))
        session.toggledViews << QStringLiteral("table");
}

/// Reads all settings. Returns false if a value is not understood.
bool readInto(Session& session, const QSettings& settings)
{
    bool isUnderstood = restoreView(settings, session.view);
    forEachField(session, [&](QLatin1String key, auto& value) {
        if (settings.contains(key) && !restore(settings.value(key), value))
            isUnderstood = false;
    });
    migrate(settings, session);
    return isUnderstood;
}

// -- the settings file

/// Quotes a text as one string of an INI file, with the escapes of QSettings.
QByteArray quoted(const QString& text)
{
    QByteArray result = "\"";
    bool isAfterNumber = false;  // a hexadecimal digit after an escape "\x.." would belong to it
    for (const char letter : text.toUtf8()) {
        const auto byte = static_cast<unsigned char>(letter);
        const bool isNumber = byte < 0x20 || (isAfterNumber && std::isxdigit(byte) != 0);
        if (isNumber)
            result += "\\x" + QByteArray::number(byte, 16);
        else if (letter == '"' || letter == '\\')
            (result += '\\') += letter;
        else
            result += letter;
        isAfterNumber = isNumber;
    }
    return result + '"';
}

QByteArray inIni(const QVariant& value)
{
    if (value.typeId() == QMetaType::QByteArray)
        return quoted(QStringLiteral("@ByteArray(%1)").arg(QString::fromLatin1(value.toByteArray())));
    QByteArrayList items;
    const bool isList = value.typeId() == QMetaType::QStringList;
    for (const QString& item : isList ? value.toStringList() : QStringList{value.toString()})
        items += quoted(item.startsWith(QLatin1Char('@')) ? QLatin1Char('@') + item : item);
    return items.join(", ");
}

/// Formats an INI file that QSettings can read. QSettings does not write the file, because on a full disk it leaves an
/// empty file and reports success (Qt 6.4).
std::string toIni(const QMap<QString, QVariant>& values)
{
    QMap<QString, QByteArray> sections;
    for (auto it = values.begin(); it != values.end(); ++it) {
        const qsizetype slash = std::max<qsizetype>(it.key().indexOf(QLatin1Char('/')), 0);
        const QString section = slash == 0 ? QStringLiteral("General") : it.key().left(slash);
        const QByteArray name = QUrl::toPercentEncoding(it.key().mid(slash == 0 ? 0 : slash + 1)).replace("%2F", "\\");
        sections[section] += name + '=' + inIni(it.value()) + '\n';
    }
    QByteArray ini;
    for (auto it = sections.begin(); it != sections.end(); ++it)
        ini += '[' + QUrl::toPercentEncoding(it.key()) + "]\n" + it.value() + '\n';
    return ini.toStdString();
}

QMap<QString, QVariant> valuesOf(const QSettings& settings)
{
    QMap<QString, QVariant> values;
    for (const QString& key : settings.allKeys())
        values[key] = settings.value(key);
    return values;
}

// -- copies of settings

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Converts a version to a part of a file name.
QString tagOf(const QString& version)
{
    QString tag;
    for (const QChar letter : version.left(16))
        if (letter.isLetterOrNumber() || letter == QLatin1Char('.'))
            tag += letter;
    return tag.isEmpty() ? QStringLiteral("broken") : tag;
}

/// Copies the file and returns the path of the copy; reuses an existing identical copy. Returns an empty path if
/// copying failed.
QString copied(const QString& path, const QString& tag)
{
    constexpr int kMax = 100;
    QString copy = path + QLatin1Char('.') + tag;
    for (int number = 2; QFile::exists(copy) && contentOf(copy) != contentOf(path); ++number) {
        if (number > kMax)
            return {};
        copy = QStringLiteral("%1.%2.%3").arg(path, tag, QString::number(number));
    }
    return QFile::exists(copy) || QFile::copy(path, copy) ? copy : QString();
}

}  // namespace

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
    QJsonObject json{{QStringLiteral("dialect"), nameOf(state.dialect)},
                     {QStringLiteral("sources"), sources},
                     {QStringLiteral("flips"), flips},
                     {QStringLiteral("parameters"), parameters},
                     {QStringLiteral("base"), state.base}};
    if (state.values)
        json[QStringLiteral("values")] = kValueModes[static_cast<std::size_t>(*state.values)];
    return json;
}

listing::ProgramState stateFrom(const QJsonObject& json)
{
    listing::ProgramState state;
    state.dialect = engine::frontend::dialectNamed(json[QStringLiteral("dialect")].toString().toStdString());
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
    for (std::size_t i = 0; i < kValueModes.size(); ++i)
        if (json[QStringLiteral("values")].toString() == kValueModes[i])
            state.values = static_cast<engine::trace::ValueMode>(i);
    const QJsonObject parameters = json[QStringLiteral("parameters")].toObject();
    for (auto it = parameters.begin(); it != parameters.end(); ++it)
        if (it.value().isString())
            state.parameters[it.key().toStdString()] = it.value().toString().toStdString();
    return state;
}

Session SessionStore::read() const
{
    Session session;
    static_cast<void>(readInto(session, m_settings));
    return session;
}

void SessionStore::write(const Session& session)
{
    write(session, Ending::Normal);
}

void SessionStore::write(const Session& session, Ending ending)
{
    m_settings.sync();  // another window may have written the file
    QMap<QString, QVariant> values = valuesOf(m_settings);
    values[kVersionKey] = QString::number(kVersion);
    forEachField(session, [&](QLatin1String key, const auto& value) { values[key] = stored(value); });
    for (const QString& key : {kViewBegin, kViewEnd, kEdited})
        values.remove(key);
    if (session.view) {
        values[kViewBegin] = QString::number(session.view->begin.count());
        values[kViewEnd] = QString::number(session.view->end.count());
    }
    if (ending == Ending::None)
        values[kEdited] = QStringLiteral("true");
    replace(values);
}

void SessionStore::replace(const QMap<QString, QVariant>& values)
{
    const QString path = m_settings.fileName();
    QDir().mkpath(QFileInfo(path).path());
    const engine::Status written =
        engine::io::writeFileAtomically(QFile::encodeName(path).toStdString(), toIni(values));
    if (written)
        m_settings.sync();
    else if (!std::exchange(m_refusal, written.error()))
        emit refused();
}

runs::Banner::MakeMessage SessionStore::refusal() const
{
    return [folder = QFileInfo(m_settings.fileName()).path(), reason = m_refusal] {
        return runs::Banner::Message{
            runs::Banner::Tone::Fail,
            tr("Nothing can be stored in %1").arg(folder),
            (reason ? look::messageText(reason->message) + QLatin1Char(' ') : QString()) +
                tr("Edits are lost when the window closes: save the program to a file elsewhere."),
            {},
            {},
            true};
    };
}

runs::Banner::MakeTexts SessionStore::recovery()
{
    return runs::bannerTexts(
        QT_TR_NOOP("Your edits are here again"),
        QT_TR_NOOP("Overlap was terminated. Your changes were saved; the run of that time is lost."));
}

bool SessionStore::wasKilled() const
{
    return m_settings.value(kEdited).toString() == QLatin1String("true");
}

std::optional<runs::Banner::MakeMessage> SessionStore::backUpUnknown() const
{
    const QString path = m_settings.fileName();
    const QVariant stamp = m_settings.value(kVersionKey);
    const QString version = stamp.toString() == QString::number(kVersion) ? QString() : stamp.toString();
    Session ignored;
    // Every version of Overlap writes its version number, so a file without one is not understood.
    const bool isUnderstood = m_settings.status() != QSettings::FormatError && stamp.isValid() && version.isEmpty() &&
                              readInto(ignored, m_settings);
    if (isUnderstood || QFileInfo(path).size() == 0)
        return std::nullopt;
    const QString copy = copied(path, tagOf(version));
    return [version, copy] {
        const QString title = version.isEmpty()
                                  ? tr("Some settings could not be read")
                                  : tr("The settings were written by another version of Overlap (%1)").arg(version);
        const QString text =
            copy.isEmpty() ? tr("The readable settings were loaded. A copy of the old settings could not be made.")
                           : tr("The readable settings were loaded. All old settings are stored in %1.").arg(copy);
        return runs::Banner::Message{runs::Banner::Tone::Info, title, text, {}, {}, true};
    };
}

void SessionStore::follow(const listing::ProgramDocument& document, const std::function<Session()>& session)
{
    QMap<QString, QVariant> values = valuesOf(m_settings);
    if (values.remove(kEdited) > 0)
        replace(values);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kDelayMs);
    connect(&m_timer, &QTimer::timeout, this, [this, session] {
        write(session(), Ending::None);
        emit saved();
    });
    connect(&document.listing(), &listing::ProgramListing::textChanged, this, &SessionStore::writeSoon);
    connect(&document.listing(), &listing::ProgramListing::switchesChanged, this, &SessionStore::writeSoon);
    connect(&document.parameters(), &listing::ProgramParameters::valuesChanged, this, &SessionStore::writeSoon);
    connect(&document, &listing::ProgramDocument::valuesChanged, this, &SessionStore::writeSoon);
}

void SessionStore::writeSoon()
{
    if (!m_timer.isActive())  // a restart would delay the write for as long as the user types
        m_timer.start();
}

void SessionStore::end(const Session& session)
{
    m_timer.stop();
    write(session);
}

}  // namespace ui::files
