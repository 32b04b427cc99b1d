#pragma once

#include "engine/base/result.h"
#include "ui/model/notes.h"

#include <QByteArray>
#include <QJsonArray>
#include <QMap>
#include <QString>
#include <QStringList>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ui::teach {

/// The same words in several languages: "en", "zh", "ko" -> text.
using Texts = QMap<QString, QString>;

/// The text of a language; English, or else any, stands in for a missing one.
[[nodiscard]] QString textIn(const Texts& texts, const QString& language);
/// "en", "zh" or "ko": the language in which the program speaks now.
[[nodiscard]] QString languageNow();

/// A state of the program that is run: what is switched, set and on which machine.
struct Setting {
    std::map<int, bool> flips;  ///< line -> the program waits there
    std::map<std::string, std::string> parameters;
    QString machine;  ///< id; empty: the program's own

    bool operator==(const Setting&) const = default;
};

/// What of the run is on the screen.
struct View {
    std::optional<double> begin, end;  ///< seconds from the first timed block on; none: the opening view
    QString block;                     ///< label of the block that figures speak of; empty: the usual one
    QString operation;                 ///< label of the operation that is selected; empty: none
    QStringList panes;                 ///< of "output", "table", "charts": shown; the others are left as they are
    bool hasCriticalPath = false;

    bool operator==(const View&) const = default;
};

/// Something to predict before it is seen. Answering it makes the change and runs.
struct Question {
    Texts text;
    QString measure;  ///< what the guess is compared with (measures.h); empty: a question without a number
    std::optional<Setting> change;  ///< made once the guess is in; none: the answer is in the run that is shown
    Texts expected;                 ///< what is to be seen; {measures} are filled in from the run
    std::optional<double> book;     ///< the number that the book prints, in the unit of the measure

    bool operator==(const Question&) const = default;
};

struct Step {
    Texts title, text;
    Texts teacher;    ///< for the presenter alone
    QString program;  ///< id of a program of the chapter, or a file beside the lesson
    QString listing;  ///< a text of the lesson's own instead of the program's
    QString dialect;  ///< "torch", "mxnet"; empty: the program's first
    Setting setting;
    View view;
    QJsonArray notes;  ///< as model::notesFrom() reads them; their words may be in several languages
    std::optional<Question> question;

    bool operator==(const Step&) const = default;
};

/// What stands behind the last step.
struct Ending {
    Texts learned;  ///< what the class has seen; empty: what the lesson is about
    Texts next;     ///< what to do with it; empty: what can be done with any program

    bool operator==(const Ending&) const = default;
};

struct Lesson {
    QString id;       ///< "13.3"
    QString section;  ///< "13.3 Automatic parallelism"
    Texts title, about;
    std::vector<Step> steps;
    Ending ending;

    bool operator==(const Lesson&) const = default;
};

constexpr qsizetype kMostBytes = 2'000'000;
constexpr std::size_t kMostSteps = 200;
constexpr qsizetype kMostLetters = 4000;
constexpr qsizetype kMostListingLetters = 100'000;

/// Reads a lesson; nothing of it runs. `name` is what messages call the file. Errors: BadFile with one sentence that
/// says where and what; nothing is guessed.
[[nodiscard]] engine::Result<Lesson> readLesson(const QByteArray& bytes, const QString& name);
[[nodiscard]] engine::Result<Lesson> readLessonFile(const QString& path);
[[nodiscard]] QByteArray writeLesson(const Lesson& lesson);
[[nodiscard]] engine::Status writeLessonFile(const Lesson& lesson, const QString& path);

/// What a lesson would run, for the reader's decision.
struct Contents {
    std::size_t steps = 0;
    QStringList programs;  ///< of the chapter, each once
    QStringList files;     ///< programs in files
    std::size_t listings = 0;
    QStringList machines;
};
[[nodiscard]] Contents contentsOf(const Lesson& lesson);

}  // namespace ui::teach
