#include "engine/io/atomic_file.h"
#include "engine/messages/messages.h"
#include "ui/look/languages.h"
#include "ui/teach/lesson.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>

namespace ui::teach {

using engine::ErrorCode;
using engine::makeError;
using engine::Message;
using engine::MessageArgument;
using engine::Result;
using engine::Status;
using engine::messages::message;

namespace {

constexpr const char* kFormat = "overlap-lesson";
constexpr int kVersion = 1;
constexpr int kMaxSeconds = 10'000'000;  ///< largest time in a view: about 4 months

QString key(const char* name)
{
    return QLatin1String(name);
}

/// Reads one JSON object and stores the first mistake with its position.
class Reader {
public:
    /// `place`: the JSON names that lead from the lesson to the object; empty for the lesson itself.
    Reader(QJsonObject json, std::vector<MessageArgument> place, Message* problem)
        : m_json(std::move(json)), m_place(std::move(place)), m_problem(problem)
    {
    }

    void complain(Message what) const
    {
        if (m_problem->empty())
            *m_problem = m_place.empty() ? std::move(what) : message("lesson.at", m_place, std::move(what));
    }
    void complain(const char* name, Message wanted) const { complain(QLatin1String(name), std::move(wanted)); }
    void complain(const QString& name, Message wanted) const
    {
        complain(message("lesson.must-be", name.left(40).toStdString(), std::move(wanted)));
    }

    /// Rejects unknown names. A misspelt switch would have no effect, and the lesson would teach a wrong result.
    void allow(const QStringList& names) const
    {
        for (auto it = m_json.begin(); it != m_json.end(); ++it)
            if (!names.contains(it.key()))
                return complain(message("lesson.unknown-name", it.key().left(40).toStdString(),
                                        names.join(QStringLiteral(", ")).toStdString()));
    }

    [[nodiscard]] bool has(const char* name) const { return m_json.contains(key(name)); }

    [[nodiscard]] QString text(const char* name, qsizetype most = kMaxLetters) const
    {
        const QJsonValue value = m_json[key(name)];
        if (value.isUndefined())
            return {};
        if (!value.isString() || value.toString().size() > most) {
            complain(name, message("lesson.short-text", most));
            return {};
        }
        return value.toString();
    }

    [[nodiscard]] Texts texts(const char* name) const
    {
        const QJsonValue value = m_json[key(name)];
        Texts texts;
        if (value.isUndefined())
            return texts;
        if (value.isString())
            texts[QStringLiteral("en")] = value.toString();
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            if (look::languageOf(it.key()).value_or(look::Language::System) == look::Language::System)
                complain(message("lesson.unknown-language", name, it.key().left(20).toStdString()));
            texts[it.key()] = it.value().toString();
        }
        bool isWrong = !value.isString() && !value.isObject();
        for (const QString& text : texts)
            isWrong = isWrong || text.isEmpty() || text.size() > kMaxLetters;
        if (isWrong)
            complain(name, message("lesson.texts", kMaxLetters));
        return texts;
    }

    [[nodiscard]] std::optional<double> number(const char* name) const
    {
        const QJsonValue value = m_json[key(name)];
        if (value.isUndefined())
            return std::nullopt;
        if (!value.isDouble() || !std::isfinite(value.toDouble())) {
            complain(name, message("field.number"));
            return std::nullopt;
        }
        return value.toDouble();
    }

    /// Reads the number of a line of the listing; 0: none.
    [[nodiscard]] int line(const char* name) const
    {
        constexpr double kMaxLines = 1e6;
        const double value = number(name).value_or(0);
        if (value >= 0 && value <= kMaxLines && value == std::floor(value))
            return static_cast<int>(value);
        complain(name, message("field.number"));
        return 0;
    }

    [[nodiscard]] std::optional<double> seconds(const char* name) const
    {
        const std::optional<double> value = number(name);
        if (!value || std::abs(*value) <= kMaxSeconds)
            return value;
        complain(name, message("lesson.seconds", kMaxSeconds));
        return std::nullopt;
    }

    [[nodiscard]] bool flag(const char* name) const
    {
        const QJsonValue value = m_json[key(name)];
        if (!value.isUndefined() && !value.isBool())
            complain(name, message("field.flag"));
        return value.toBool();
    }

    [[nodiscard]] std::optional<Reader> object(const char* name) const
    {
        const QJsonValue value = m_json[key(name)];
        if (value.isUndefined())
            return std::nullopt;
        if (!value.isObject()) {
            complain(name, message("field.object"));
            return std::nullopt;
        }
        std::vector<MessageArgument> place = m_place;
        place.emplace_back(std::string(name));
        return Reader(value.toObject(), std::move(place), m_problem);
    }

    [[nodiscard]] QJsonArray array(const char* name, std::size_t most) const
    {
        const QJsonValue value = m_json[key(name)];
        if (value.isUndefined())
            return {};
        if (!value.isArray() || static_cast<std::size_t>(value.toArray().size()) > most) {
            complain(name, message("lesson.short-list", most));
            return {};
        }
        return value.toArray();
    }

    [[nodiscard]] const QJsonObject& json() const { return m_json; }

private:
    QJsonObject m_json;
    std::vector<MessageArgument> m_place;
    Message* m_problem;
};

Setting settingFrom(const Reader& reader)
{
    Setting setting;
    setting.machine = reader.text("machine", 400);
    if (const auto flips = reader.object("flips"))
        for (auto it = flips->json().begin(); it != flips->json().end(); ++it) {
            const int line = it.key().toInt();
            if (line < 1 || line > 1'000'000 || !it.value().isBool())
                flips->complain(it.key(), message("lesson.line"));
            else
                setting.flips[line] = it.value().toBool();
        }
    if (const auto levers = reader.object("levers"))
        for (auto it = levers->json().begin(); it != levers->json().end(); ++it) {
            const bool isNamed =
                it.key().section(QLatin1Char(':'), 0, 0).toInt() > 0 && it.key().count(QLatin1Char(':')) == 1;
            if (!isNamed || !it.value().isString() || it.value().toString().size() > 200)
                levers->complain(it.key(), message("lesson.value"));
            else
                setting.levers[it.key().toStdString()] = it.value().toString().toStdString();
        }
    if (const auto parameters = reader.object("parameters"))
        for (auto it = parameters->json().begin(); it != parameters->json().end(); ++it) {
            const bool isNumber = it.value().isDouble();
            const QString value = isNumber ? QString::number(it.value().toDouble(), 'g', 12) : it.value().toString();
            if ((!isNumber && !it.value().isString()) || value.size() > 200)
                parameters->complain(it.key(), message("lesson.value"));
            else
                setting.parameters[it.key().toStdString()] = value.toStdString();
        }
    return setting;
}

View viewFrom(const Reader& reader)
{
    reader.allow(
        {key("begin"), key("end"), key("block"), key("operation"), key("line"), key("panes"), key("criticalPath")});
    View view;
    view.begin = reader.seconds("begin");
    view.end = reader.seconds("end");
    view.block = reader.text("block", 200);
    view.operation = reader.text("operation", 200);
    view.line = reader.line("line");
    view.hasCriticalPath = reader.flag("criticalPath");
    for (const QJsonValue& pane : reader.array("panes", 8)) {
        const QString name = pane.toString();
        if (name != QLatin1String("output") && name != QLatin1String("table") && name != QLatin1String("charts"))
            reader.complain(message("lesson.unknown-pane", name.left(40).toStdString()));
        view.panes << name;
    }
    if (view.begin.has_value() != view.end.has_value() || (view.begin && *view.end <= *view.begin))
        reader.complain(message("lesson.range"));
    return view;
}

Question questionFrom(const Reader& reader)
{
    reader.allow({key("text"), key("measure"), key("change"), key("expected"), key("book")});
    Question question;
    question.text = reader.texts("text");
    question.measure = reader.text("measure", 400);
    question.expected = reader.texts("expected");
    question.book = reader.number("book");
    if (const auto change = reader.object("change")) {
        change->allow({key("flips"), key("levers"), key("parameters"), key("machine")});
        question.change = settingFrom(*change);
    }
    if (question.text.isEmpty())
        reader.complain(message("lesson.question-without-text"));
    return question;
}

Step stepFrom(const Reader& reader)
{
    reader.allow({key("title"), key("text"), key("teacher"), key("program"), key("listing"), key("dialect"),
                  key("machine"), key("flips"), key("parameters"), key("view"), key("notes"), key("question")});
    Step step;
    step.title = reader.texts("title");
    step.text = reader.texts("text");
    step.teacher = reader.texts("teacher");
    step.program = reader.text("program", 400);
    step.listing = reader.text("listing", kMaxListingLetters);
    step.dialect = reader.text("dialect", 20);
    step.setting = settingFrom(reader);
    if (const auto view = reader.object("view"))
        step.view = viewFrom(*view);
    step.notes = reader.array("notes", model::kMaxNotes);
    if (const auto question = reader.object("question"))
        step.question = questionFrom(*question);
    if (step.title.isEmpty() || step.text.isEmpty() || step.program.isEmpty())
        reader.complain(message("lesson.step-incomplete"));
    if (!step.dialect.isEmpty() && step.dialect != QLatin1String("torch") && step.dialect != QLatin1String("mxnet"))
        reader.complain(message("lesson.unknown-dialect", step.dialect.toStdString()));
    if (!step.notes.isEmpty() && model::notesFrom(step.notes).size() != static_cast<std::size_t>(step.notes.size()))
        reader.complain(message("lesson.note-incomplete"));
    return step;
}

Ending endingFrom(const Reader& reader)
{
    reader.allow({key("learned"), key("next")});
    return {reader.texts("learned"), reader.texts("next")};
}

QJsonValue toJson(const Texts& texts)
{
    if (texts.size() == 1 && texts.firstKey() == QLatin1String("en"))
        return texts.first();
    QJsonObject json;
    for (auto it = texts.begin(); it != texts.end(); ++it)
        json[it.key()] = it.value();
    return json;
}

void put(QJsonObject& json, const char* name, const Texts& texts)
{
    if (!texts.isEmpty())
        json[key(name)] = toJson(texts);
}

void put(QJsonObject& json, const char* name, const QString& text)
{
    if (!text.isEmpty())
        json[key(name)] = text;
}

void put(QJsonObject& json, const Setting& setting)
{
    put(json, "machine", setting.machine);
    QJsonObject flips, levers, parameters;
    for (const auto& [name, value] : setting.levers)
        levers[QString::fromStdString(name)] = QString::fromStdString(value);
    for (const auto& [line, isOn] : setting.flips)
        flips[QString::number(line)] = isOn;
    for (const auto& [name, value] : setting.parameters)
        parameters[QString::fromStdString(name)] = QString::fromStdString(value);
    if (!flips.isEmpty())
        json[key("flips")] = flips;
    if (!levers.isEmpty())
        json[key("levers")] = levers;
    if (!parameters.isEmpty())
        json[key("parameters")] = parameters;
}

QJsonObject toJson(const View& view)
{
    QJsonObject json;
    if (view.begin)
        json[key("begin")] = *view.begin;
    if (view.end)
        json[key("end")] = *view.end;
    put(json, "block", view.block);
    put(json, "operation", view.operation);
    if (view.line > 0)
        json[key("line")] = view.line;
    if (!view.panes.isEmpty())
        json[key("panes")] = QJsonArray::fromStringList(view.panes);
    if (view.hasCriticalPath)
        json[key("criticalPath")] = true;
    return json;
}

QJsonObject toJson(const Question& question)
{
    QJsonObject json;
    put(json, "text", question.text);
    put(json, "measure", question.measure);
    if (question.change) {
        QJsonObject change;
        put(change, *question.change);
        json[key("change")] = change;
    }
    put(json, "expected", question.expected);
    if (question.book)
        json[key("book")] = *question.book;
    return json;
}

QJsonObject toJson(const Ending& ending)
{
    QJsonObject json;
    put(json, "learned", ending.learned);
    put(json, "next", ending.next);
    return json;
}

QJsonObject toJson(const Step& step)
{
    QJsonObject json;
    put(json, "title", step.title);
    put(json, "text", step.text);
    put(json, "teacher", step.teacher);
    put(json, "program", step.program);
    put(json, "listing", step.listing);
    put(json, "dialect", step.dialect);
    put(json, step.setting);
    if (!(step.view == View()))
        json[key("view")] = toJson(step.view);
    if (!step.notes.isEmpty())
        json[key("notes")] = step.notes;
    if (step.question)
        json[key("question")] = toJson(*step.question);
    return json;
}

}  // namespace

Result<Lesson> readLesson(const QByteArray& bytes, const QString& name)
{
    const auto bad = [&](Message what) {
        return makeError(ErrorCode::BadFile, message("lesson.unusable", name.toStdString(), std::move(what)));
    };
    if (bytes.size() > kMaxBytes)
        return bad(message("lesson.too-large", kMaxBytes >> 20));
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &error);
    if (error.error != QJsonParseError::NoError)
        return bad(message("lesson.invalid-json", error.offset, error.errorString().toStdString()));
    Message problem;
    const Reader reader(document.object(), {}, &problem);
    if (!document.isObject() || reader.text("format") != key(kFormat))
        return bad(message("lesson.no-format", kFormat));
    if (reader.number("version") != std::optional<double>(kVersion))
        return bad(message("lesson.other-version", kVersion));
    reader.allow({key("format"), key("version"), key("id"), key("section"), key("title"), key("about"), key("steps"),
                  key("ending")});
    Lesson lesson;
    lesson.id = reader.text("id", 200);
    lesson.section = reader.text("section", 200);
    lesson.title = reader.texts("title");
    lesson.about = reader.texts("about");
    const QJsonArray steps = reader.array("steps", kMaxSteps);
    for (const QJsonValue& step : steps)
        lesson.steps.push_back(
            stepFrom(Reader(step.toObject(), {message("lesson.step", lesson.steps.size() + 1)}, &problem)));
    if (const auto ending = reader.object("ending"))
        lesson.ending = endingFrom(*ending);
    if (lesson.title.isEmpty() || lesson.steps.empty())
        reader.complain(message("lesson.empty"));
    if (!problem.empty())
        return bad(problem);
    return lesson;
}

Result<Lesson> readLessonFile(const QString& path)
{
    return readLessonFile(std::filesystem::path(QFile::encodeName(path).toStdString()));
}

Result<Lesson> readLessonFile(const std::filesystem::path& path)
{
    const auto bytes = engine::io::readFile(path, static_cast<std::size_t>(kMaxBytes));
    if (!bytes)
        return bytes.error();
    return readLesson(QByteArray::fromStdString(*bytes), QString::fromStdString(path.filename().string()));
}

QByteArray writeLesson(const Lesson& lesson)
{
    QJsonObject json{{key("format"), key(kFormat)}, {key("version"), kVersion}};
    put(json, "id", lesson.id);
    put(json, "section", lesson.section);
    put(json, "title", lesson.title);
    put(json, "about", lesson.about);
    QJsonArray steps;
    for (const Step& step : lesson.steps)
        steps.append(toJson(step));
    json[key("steps")] = steps;
    if (!(lesson.ending == Ending()))
        json[key("ending")] = toJson(lesson.ending);
    return QJsonDocument(json).toJson(QJsonDocument::Indented);
}

Status writeLessonFile(const Lesson& lesson, const QString& path)
{
    const QByteArray bytes = writeLesson(lesson);
    return engine::io::writeFileAtomically(QFile::encodeName(path).toStdString(),
                                           {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

}  // namespace ui::teach
