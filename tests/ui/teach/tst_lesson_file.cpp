#include "tests/source_dir.h"
#include "ui/teach/lesson.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include <sys/stat.h>

using namespace ui::teach;

namespace {

Lesson example()
{
    Lesson lesson;
    lesson.id = QStringLiteral("x");
    lesson.section = QStringLiteral("13.3 Automatic parallelism");
    lesson.title = {{QStringLiteral("en"), QStringLiteral("Two")}, {QStringLiteral("ko"), QStringLiteral("둘")}};
    Step step;
    step.title = {{QStringLiteral("en"), QStringLiteral("One after the other")}};
    step.text = {{QStringLiteral("en"), QStringLiteral("It takes {total}.")}};
    step.teacher = {{QStringLiteral("en"), QStringLiteral("Ask.")}};
    step.program = QStringLiteral("13.3.1");
    step.dialect = QStringLiteral("torch");
    step.setting.flips = {{15, false}, {19, true}};
    step.setting.parameters = {{"n", "2000"}};
    step.setting.machine = QStringLiteral("book-v100");
    step.view.begin = 0.25;
    step.view.end = 1;
    step.view.block = QStringLiteral("GPU1 time");
    step.view.line = 15;
    step.view.panes = QStringList{QStringLiteral("output")};
    step.view.hasCriticalPath = true;
    ui::model::Note note;
    note.text = QStringLiteral("idle");
    step.notes = ui::model::toJson(std::vector{note});
    Question question;
    question.text = {{QStringLiteral("en"), QStringLiteral("How long?")}};
    question.measure = QStringLiteral("block:GPU1 time");
    question.change = Setting{{{15, false}}, {}, {}, {}};
    question.expected = {{QStringLiteral("en"), QStringLiteral("{block:GPU1 time}")}};
    question.book = 0.4967;
    step.question = question;
    lesson.steps = {step, step};
    lesson.ending.learned = {{QStringLiteral("en"), QStringLiteral("Waits cost.")}};
    lesson.ending.next = {{QStringLiteral("en"), QStringLiteral("Try it.")},
                          {QStringLiteral("ko"), QStringLiteral("해 보세요.")}};
    return lesson;
}

QString problemOf(const QByteArray& bytes)
{
    const auto read = readLesson(bytes, QStringLiteral("a.lesson"));
    return read ? QString() : QString::fromStdString(read.error().english());
}

QByteArray with(const char* key, const QJsonValue& value, bool isInStep)
{
    QJsonObject json = QJsonDocument::fromJson(writeLesson(example())).object();
    if (isInStep) {
        QJsonArray steps = json[QStringLiteral("steps")].toArray();
        QJsonObject step = steps[1].toObject();
        step[QLatin1String(key)] = value;
        steps[1] = step;
        json[QStringLiteral("steps")] = steps;
    } else {
        json[QLatin1String(key)] = value;
    }
    return QJsonDocument(json).toJson();
}

}  // namespace

class TestLessonFile : public QObject {
    Q_OBJECT

private slots:
    void writtenLessonIsReadUnchanged()
    {
        const auto read = readLesson(writeLesson(example()), QStringLiteral("a"));

        QVERIFY2(read, read ? "" : read.error().english().c_str());
        QVERIFY(*read == example());
        QCOMPARE(writeLesson(*read), writeLesson(example()));
    }

    void missingTranslationFallsBackToEnglish()
    {
        const Texts texts{{QStringLiteral("en"), QStringLiteral("two")}, {QStringLiteral("ko"), QStringLiteral("둘")}};

        QCOMPARE(textIn(texts, QStringLiteral("ko")), QStringLiteral("둘"));
        QCOMPARE(textIn(texts, QStringLiteral("zh")), QStringLiteral("two"));
        QCOMPARE(textIn({}, QStringLiteral("zh")), QString());
    }

    void invalidLessonGivesErrorWithThePositionOfTheMistake_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QByteArray& bytes, const char* says) {
            QTest::newRow(name) << bytes << QString::fromUtf8(says);
        };
        row("empty file", {}, "invalid JSON");
        row("invalid JSON", "{", "invalid JSON");
        row("a list", "[]", "does not begin with");
        row("another file", "{\"format\": \"other\"}", "does not begin with");
        row("another version", with("version", 2, false), "another version");
        row("an unknown name", with("stepz", 1, false), "\"stepz\" is not known");
        row("no steps", with("steps", QJsonArray(), false), "no steps");
        row("a step that is a number", with("steps", QJsonArray{3}, false), "step 1: a step needs");
        row("an unknown language", with("title", QJsonObject{{"xx", "?"}}, true), "step 2: \"title\" has the language");
        row("a number instead of a text", with("text", 7, true), "step 2: \"text\" must be a text");
        row("a text that is too long", with("text", QString(5000, u'x'), true), "step 2: \"text\" must be a text");
        row("a negative line number", with("flips", QJsonObject{{"-3", true}}, true), "step 2, flips");
        row("an unknown pane", with("view", QJsonObject{{"panes", QJsonArray{"cellar"}}}, true), "no pane \"cellar\"");
        row("a line that is none", with("view", QJsonObject{{"line", -3}}, true), "number");
        row("an end before the begin", with("view", QJsonObject{{"begin", 2}, {"end", 1}}, true), "the end after");
        row("a view beyond any run", with("view", QJsonObject{{"begin", -9e9}, {"end", 9e9}}, true),
            "must be seconds of a run");
        row("an unknown dialect", with("dialect", "fortran", true), "no dialect");
        row("a note without a place", with("notes", QJsonArray{QJsonObject{{"shape", "text"}}}, true), "a note needs");
        row("a question without a text", with("question", QJsonObject{{"measure", "total"}}, true), "needs a \"text\"");
        row("an ending that is a text", with("ending", "Good bye", false), "\"ending\" must be an object");
        row("an unknown name in the ending", with("ending", QJsonObject{{"lesson", "13.4"}}, false),
            "ending: \"lesson\" is not known");
        row("a program that is a number", with("program", 13.3, true), "step 2: \"program\" must be a text");
    }
    void invalidLessonGivesErrorWithThePositionOfTheMistake()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);

        const QString problem = problemOf(bytes);

        QVERIFY2(problem.contains(says), qPrintable(problem));
        QVERIFY(problem.startsWith(QLatin1String("The lesson \"a.lesson\" cannot be used")));
        QVERIFY(problem.endsWith(QLatin1Char('.')));
    }

    void oversizedLessonGivesError()
    {
        QByteArray large = writeLesson(example());
        large.append(QByteArray(kMaxBytes, ' '));
        QVERIFY(problemOf(large).contains(QLatin1String("2 MiB")));
        QVERIFY(problemOf(QByteArray(100'000, '[')).contains(QLatin1String("invalid JSON")));
        QJsonArray many;
        for (std::size_t i = 0; i <= kMaxSteps; ++i)
            many.append(QJsonObject());
        QVERIFY(problemOf(with("steps", many, false)).contains(QLatin1String("at most 200")));
    }

    void damagedBytesNeverCrash()
    {
        const QByteArray good = writeLesson(example());
        std::mt19937 random(7);
        for (int round = 0; round < 3000; ++round) {
            QByteArray bytes = good;
            for (int i = 0; i < 1 + round % 8; ++i)
                bytes[static_cast<qsizetype>(random() % static_cast<unsigned>(bytes.size()))] =
                    static_cast<char>(random() % 256);
            const auto read = readLesson(bytes, QStringLiteral("a"));
            QVERIFY(read || !read.error().english().empty());
        }
    }

    void contentsOfALessonIncludeProgramsFilesAndMachines()
    {
        Lesson lesson = example();
        lesson.steps[1].program = QStringLiteral("mine.py");
        lesson.steps[1].listing = QStringLiteral("print(1)");

        const Contents contents = contentsOf(lesson);

        QCOMPARE(contents.steps, std::size_t{2});
        QCOMPARE(contents.programs, QStringList{QStringLiteral("13.3.1")});
        QCOMPARE(contents.files, QStringList{QStringLiteral("mine.py")});
        QCOMPARE(contents.listings, std::size_t{1});
        QCOMPARE(contents.machines, QStringList{QStringLiteral("book-v100")});
    }

    void shippedLessonsAreInThreeLanguages()
    {
        const QDir folder(QString::fromStdString(tests::inSource("resources/lessons")));
        const QStringList names = folder.entryList({QStringLiteral("*.overlap-lesson.json")}, QDir::Files, QDir::Name);
        QCOMPARE(names.size(), 7);
        QStringList ids;
        for (const QString& name : names) {
            const auto lesson = readLessonFile(folder.filePath(name));
            QVERIFY2(lesson, lesson ? "" : lesson.error().english().c_str());
            ids << lesson->id;
            QVERIFY(lesson->steps.size() >= 3);
            std::vector<Texts> all{lesson->title, lesson->about, lesson->ending.learned, lesson->ending.next};
            for (const Step& step : lesson->steps) {
                all.insert(all.end(), {step.title, step.text, step.teacher});
                if (step.question)
                    all.insert(all.end(), {step.question->text, step.question->expected});
            }
            for (const Texts& texts : all)
                for (const char* language : {"en", "zh", "ko"})
                    QVERIFY2(!texts.value(QLatin1String(language)).isEmpty(),
                             qPrintable(name + QLatin1Char(' ') + textIn(texts, QStringLiteral("en"))));
        }
        QCOMPARE(ids, QStringList({"13.1", "13.2", "13.3", "13.4", "13.5", "13.6", "13.6-ddp"}));
    }

    void unusableFileGivesError()
    {
        const auto read = readLessonFile(QStringLiteral("/nowhere/a.lesson"));
        QVERIFY(!read);
        QVERIFY(read.error().english().find("a.lesson") != std::string::npos);
        QTemporaryDir folder;
        QVERIFY(!writeLessonFile(example(), folder.filePath(QStringLiteral("none/a.lesson"))));
        const QString pipe = folder.filePath(QStringLiteral("pipe.lesson"));
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        QVERIFY(readLessonFile(pipe).error().english().find("it is a pipe, not a file") != std::string::npos);
        QVERIFY(writeLessonFile(example(), folder.filePath(QStringLiteral("a.lesson"))));
        QVERIFY(readLessonFile(folder.filePath(QStringLiteral("a.lesson"))));
    }
};

QTEST_MAIN(TestLessonFile)
#include "tst_lesson_file.moc"
