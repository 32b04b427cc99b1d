#include "engine/io/atomic_file.h"
#include "ui/teach/lesson.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>

namespace ui::teach {

using engine::ErrorCode;
using engine::makeError;
using engine::Result;
using engine::Status;

namespace {

constexpr const char* kFormat = "overlap-lesson";
constexpr int kVersion = 1;
constexpr int kMostSeconds = 10'000'000;  ///< largest time in a view: about 4 months

QString key(const char* name)
{
    return QLatin1String(name);
}

/// Reads one JSON object and stores the first mistake with its position.
class Reader {
public:
    Reader(QJsonObject json, QString place, QString* problem)
        : m_json(std::move(json)), m_place(std::move(place)), m_problem(problem)
    {
    }

    void complain(const QString& what) const
    {
        if (m_problem->isEmpty())
            *m_problem = m_place.isEmpty() ? what : QStringLiteral("%1: %2").arg(m_place, what);
    }

    /// Rejects unknown names: a misspelt switch would have no effect, and the lesson would teach a wrong result.
    void allow(const QStringList& names) const
    {
        for (auto it = m_json.begin(); it != m_json.end(); ++it)
            if (!names.contains(it.key()))
                return complain(QStringLiteral("\"%1\" is not known here; known are %2")
                                    .arg(it.key().left(40), names.join(QStringLiteral(", "))));
    }

    [[nodiscard]] bool has(const char* name) const { return m_json.contains(key(name)); }

    [[nodiscard]] QString text(const char* name, qsizetype most = kMostLetters) const
    {
        const QJsonValue value = m_json[key(name)];
        if (value.isUndefined())
            return {};
        if (!value.isString() || value.toString().size() > most) {
            complain(QStringLiteral("\"%1\" must be a text of at most %2 letters").arg(key(name)).arg(most));
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
            if (it.key() != QLatin1String("en") && it.key() != QLatin1String("zh") && it.key() != QLatin1String("ko"))
                complain(QStringLiteral("\"%1\" has the language \"%2\"; known are en, zh, ko")
                             .arg(key(name), it.key().left(20)));
            texts[it.key()] = it.value().toString();
        }
        bool isWrong = !value.isString() && !value.isObject();
        for (const QString& text : texts)
            isWrong = isWrong || text.isEmpty() || text.size() > kMostLetters;
        if (isWrong)
            complain(QStringLiteral("\"%1\" must be a text, or a text for each of en, zh, ko, of at most %2 letters")
                         .arg(key(name))
                         .arg(kMostLetters));
        return texts;
    }

    [[nodiscard]] std::optional<double> number(const char* name) const
    {
        const QJsonValue value = m_json[key(name)];
        if (value.isUndefined())
            return std::nullopt;
        if (!value.isDouble() || !std::isfinite(value.toDouble())) {
            complain(QStringLiteral("\"%1\" must be a number").arg(key(name)));
            return std::nullopt;
        }
        return value.toDouble();
    }

    [[nodiscard]] std::optional<double> seconds(const char* name) const
    {
        const std::optional<double> value = number(name);
        if (!value || std::abs(*value) <= kMostSeconds)
            return value;
        complain(QStringLiteral("\"%1\" must be seconds of a run, %2 at most").arg(key(name)).arg(kMostSeconds));
        return std::nullopt;
    }

    [[nodiscard]] bool flag(const char* name) const
    {
        const QJsonValue value = m_json[key(name)];
        if (!value.isUndefined() && !value.isBool())
            complain(QStringLiteral("\"%1\" must be true or false").arg(key(name)));
        return value.toBool();
    }

    [[nodiscard]] std::optional<Reader> object(const char* name) const
    {
        const QJsonValue value = m_json[key(name)];
        if (value.isUndefined())
            return std::nullopt;
        if (!value.isObject()) {
            complain(QStringLiteral("\"%1\" must be an object").arg(key(name)));
            return std::nullopt;
        }
        const QString place = m_place.isEmpty() ? key(name) : QStringLiteral("%1, %2").arg(m_place, key(name));
        return Reader(value.toObject(), place, m_problem);
    }

    [[nodiscard]] QJsonArray array(const char* name, std::size_t most) const
    {
        const QJsonValue value = m_json[key(name)];
        if (value.isUndefined())
            return {};
        if (!value.isArray() || static_cast<std::size_t>(value.toArray().size()) > most) {
            complain(QStringLiteral("\"%1\" must be a list of at most %2").arg(key(name)).arg(most));
            return {};
        }
        return value.toArray();
    }

    [[nodiscard]] const QJsonObject& json() const { return m_json; }
    [[nodiscard]] const QString& place() const { return m_place; }
    [[nodiscard]] QString* problem() const { return m_problem; }

private:
    QJsonObject m_json;
    QString m_place;
    QString* m_problem;
};

Setting settingFrom(const Reader& reader)
{
    Setting setting;
    setting.machine = reader.text("machine", 400);
    if (const auto flips = reader.object("flips"))
        for (auto it = flips->json().begin(); it != flips->json().end(); ++it) {
            const int line = it.key().toInt();
            if (line < 1 || line > 1'000'000 || !it.value().isBool())
                flips->complain(
                    QStringLiteral("\"%1\" must be the number of a line, with true or false").arg(it.key().left(20)));
            else
                setting.flips[line] = it.value().toBool();
        }
    if (const auto parameters = reader.object("parameters"))
        for (auto it = parameters->json().begin(); it != parameters->json().end(); ++it) {
            const bool isNumber = it.value().isDouble();
            const QString value = isNumber ? QString::number(it.value().toDouble(), 'g', 12) : it.value().toString();
            if ((!isNumber && !it.value().isString()) || value.size() > 200)
                parameters->complain(QStringLiteral("\"%1\" must be a number or a short text").arg(it.key().left(40)));
            else
                setting.parameters[it.key().toStdString()] = value.toStdString();
        }
    return setting;
}

View viewFrom(const Reader& reader)
{
    reader.allow({key("begin"), key("end"), key("block"), key("operation"), key("panes"), key("criticalPath")});
    View view;
    view.begin = reader.seconds("begin");
    view.end = reader.seconds("end");
    view.block = reader.text("block", 200);
    view.operation = reader.text("operation", 200);
    view.hasCriticalPath = reader.flag("criticalPath");
    for (const QJsonValue& pane : reader.array("panes", 8)) {
        const QString name = pane.toString();
        if (name != QLatin1String("output") && name != QLatin1String("table") && name != QLatin1String("charts"))
            reader.complain(
                QStringLiteral("there is no pane \"%1\"; known are output, table, charts").arg(name.left(40)));
        view.panes << name;
    }
    if (view.begin.has_value() != view.end.has_value() || (view.begin && *view.end <= *view.begin))
        reader.complain(QStringLiteral("\"begin\" and \"end\" must both be there, the end after the begin"));
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
        change->allow({key("flips"), key("parameters"), key("machine")});
        question.change = settingFrom(*change);
    }
    if (question.text.isEmpty())
        reader.complain(QStringLiteral("a question needs a \"text\""));
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
    step.listing = reader.text("listing", kMostListingLetters);
    step.dialect = reader.text("dialect", 20);
    step.setting = settingFrom(reader);
    if (const auto view = reader.object("view"))
        step.view = viewFrom(*view);
    step.notes = reader.array("notes", model::kMostNotes);
    if (const auto question = reader.object("question"))
        step.question = questionFrom(*question);
    if (step.title.isEmpty() || step.text.isEmpty())
        reader.complain(QStringLiteral("a step needs a \"title\" and a \"text\""));
    if (step.program.isEmpty())
        reader.complain(QStringLiteral("a step needs a \"program\", such as \"13.3.1\""));
    if (!step.dialect.isEmpty() && step.dialect != QLatin1String("torch") && step.dialect != QLatin1String("mxnet"))
        reader.complain(QStringLiteral("there is no dialect \"%1\"; there are torch and mxnet").arg(step.dialect));
    if (!step.notes.isEmpty() && model::notesFrom(step.notes).size() != static_cast<std::size_t>(step.notes.size()))
        reader.complain(QStringLiteral("a note needs a \"shape\" (text, arrow, box) and a place \"from\""));
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
    QJsonObject flips, parameters;
    for (const auto& [line, isOn] : setting.flips)
        flips[QString::number(line)] = isOn;
    for (const auto& [name, value] : setting.parameters)
        parameters[QString::fromStdString(name)] = QString::fromStdString(value);
    if (!flips.isEmpty())
        json[key("flips")] = flips;
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
    const auto bad = [&](const QString& what) {
        return makeError(ErrorCode::BadFile,
                         QStringLiteral("The lesson \"%1\" cannot be used: %2.").arg(name, what).toStdString());
    };
    if (bytes.size() > kMostBytes)
        return bad(QStringLiteral("it has more than %1 MB; a lesson is text").arg(kMostBytes / 1'000'000));
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &error);
    if (error.error != QJsonParseError::NoError)
        return bad(QStringLiteral("it is no JSON (%1, at byte %2)").arg(error.errorString()).arg(error.offset));
    QString problem;
    const Reader reader(document.object(), {}, &problem);
    if (!document.isObject() || reader.text("format") != key(kFormat))
        return bad(QStringLiteral("it does not begin with \"format\": \"%1\"").arg(key(kFormat)));
    if (reader.number("version") != std::optional<double>(kVersion))
        return bad(QStringLiteral("it is of another version; this program reads version %1").arg(kVersion));
    reader.allow({key("format"), key("version"), key("id"), key("section"), key("title"), key("about"), key("steps"),
                  key("ending")});
    Lesson lesson;
    lesson.id = reader.text("id", 200);
    lesson.section = reader.text("section", 200);
    lesson.title = reader.texts("title");
    lesson.about = reader.texts("about");
    const QJsonArray steps = reader.array("steps", kMostSteps);
    for (const QJsonValue& step : steps)
        lesson.steps.push_back(
            stepFrom(Reader(step.toObject(), QStringLiteral("step %1").arg(lesson.steps.size() + 1), &problem)));
    if (const auto ending = reader.object("ending"))
        lesson.ending = endingFrom(*ending);
    if (lesson.title.isEmpty())
        reader.complain(QStringLiteral("it needs a \"title\""));
    if (lesson.steps.empty())
        reader.complain(QStringLiteral("it has no steps"));
    if (!problem.isEmpty())
        return bad(problem);
    return lesson;
}

Result<Lesson> readLessonFile(const QString& path)
{
    const auto bytes =
        engine::io::readFile(QFile::encodeName(path).toStdString(), static_cast<std::size_t>(kMostBytes));
    if (!bytes)
        return bytes.error();
    return readLesson(QByteArray::fromStdString(*bytes), QFileInfo(path).fileName());
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
