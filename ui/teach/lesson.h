#pragma once

#include "engine/base/result.h"
#include "ui/model/notes.h"

#include <QByteArray>
#include <QJsonArray>
#include <QMap>
#include <QString>
#include <QStringList>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ui::teach {

/// One text in several languages: "en", "zh", "ko" -> text.
using Texts = QMap<QString, QString>;

/// Returns the text in a language; if it is missing, in English, or else in any language.
[[nodiscard]] QString textIn(const Texts& texts, const QString& language);
/// The current language of the window: "en", "zh" or "ko".
[[nodiscard]] QString languageNow();

/// How a program is run: its switches, its parameters and the machine.
struct Setting {
    std::map<int, bool> flips;  ///< line of a wait -> whether the program waits there
    std::map<std::string, std::string> parameters;
    /// Levers that an answer changes: "22:non_blocking" -> "on". A step stores the changed listing instead.
    std::map<std::string, std::string> levers;
    QString machine;  ///< id; empty: the program's default machine

    bool operator==(const Setting&) const = default;
};

/// The part of a run that the window shows, and how.
struct View {
    std::optional<double> begin, end;  ///< seconds since the start of the first timed block; none: the initial range
    QString block;      ///< label of the block that the displayed numbers describe; empty: the default scope
    QString operation;  ///< label of the selected operation; empty: none
    int line = 0;       ///< line of the listing that the step's text is about; 0: none
    QStringList panes;  ///< panes to show ("output", "table", "charts"); the others do not change
    bool hasCriticalPath = false;

    bool operator==(const View&) const = default;
};

/// A question that the students answer before the result is shown. The answer applies the change and starts a run.
struct Question {
    Texts text;
    QString measure;                ///< the number to guess (measures.h); empty: a question without a number
    std::optional<Setting> change;  ///< applied after the guess; none: the displayed run already has the answer
    Texts expected;                 ///< explains the result; {measures} are replaced by numbers of the run
    std::optional<double> book;     ///< the number that the book prints, in the unit of the measure

    bool operator==(const Question&) const = default;
};

/// One step of a lesson: a program, how it is run, the part of the run that is shown, and a question.
struct Step {
    Texts title, text;
    Texts teacher;    ///< the teacher's notes, shown only in the presenter view
    QString program;  ///< id of a built-in program, or a .py file beside the lesson
    QString listing;  ///< listing of the step; empty: the program's listing
    QString dialect;  ///< "torch", "mxnet"; empty: the first dialect that the program has
    Setting setting;
    View view;
    QJsonArray notes;  ///< in the format of model::notesFrom(); their texts may be in several languages
    std::optional<Question> question;

    bool operator==(const Step&) const = default;
};

/// The text that is shown after the last step.
struct Ending {
    Texts learned;  ///< what the students have learned; empty: `about` is shown
    Texts next;     ///< what the students can do next; empty: a general suggestion is shown

    bool operator==(const Ending&) const = default;
};

/// The content of a lesson's file. A value type; LessonPlayer stores the progress in the lesson.
struct Lesson {
    QString id;       ///< "13.3"
    QString section;  ///< "13.3 Automatic parallelism"
    Texts title, about;
    std::vector<Step> steps;
    Ending ending;

    bool operator==(const Lesson&) const = default;
};

constexpr qsizetype kMaxBytes = 2 << 20;
constexpr std::size_t kMaxSteps = 200;
constexpr qsizetype kMaxLetters = 4000;
constexpr qsizetype kMaxListingLetters = 100'000;

/// Parses a lesson without running anything. `name` denotes the file in messages. Errors: BadFile with one sentence
/// that states the mistake, and its position if one part of the lesson is wrong.
[[nodiscard]] engine::Result<Lesson> readLesson(const QByteArray& bytes, const QString& name);
[[nodiscard]] engine::Result<Lesson> readLessonFile(const QString& path);
[[nodiscard]] engine::Result<Lesson> readLessonFile(const std::filesystem::path& path);
[[nodiscard]] QByteArray writeLesson(const Lesson& lesson);
[[nodiscard]] engine::Status writeLessonFile(const Lesson& lesson, const QString& path);

/// Lists the programs that a lesson would run; shown before the user agrees to start it.
struct Contents {
    std::size_t steps = 0;
    QStringList programs;  ///< ids of built-in programs, without duplicates
    QStringList files;     ///< paths of program files
    std::size_t listings = 0;
    QStringList machines;
};
[[nodiscard]] Contents contentsOf(const Lesson& lesson);

}  // namespace ui::teach
