#include "tests/fuzz/mutations.h"
#include "tests/source_dir.h"
#include "ui/teach/lesson.h"
#include "ui/teach/lesson_bar.h"
#include "ui/teach/measures.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace ui::teach;

/// Mutated lesson files give either a lesson that can be shown and written again, or an error message.
class TestFuzzLessons : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const QDir folder(QString::fromStdString(tests::inSource("resources/lessons")));
        for (const QString& name : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            m_files.push_back(file.readAll().toStdString());
        }
        QVERIFY(m_files.size() >= 6);
    }

    void mutatedFilesGiveALessonOrAnError()
    {
        fuzz::Mutations inputs(m_files, 1);
        int read = 0;
        for (int i = fuzz::inputCount(1500); i > 0; --i) {
            const auto lesson = readLesson(QByteArray::fromStdString(inputs.next()), QStringLiteral("a.lesson"));
            if (!lesson) {
                QVERIFY(lesson.error().english().find("a.lesson") != std::string::npos);
                continue;
            }
            ++read;
            QVERIFY(!lesson->steps.empty() && lesson->steps.size() <= kMaxSteps);
            static_cast<void>(contentsOf(*lesson));
            const auto again = readLesson(writeLesson(*lesson), QStringLiteral("b.lesson"));
            QVERIFY2(again, again ? "" : again.error().english().c_str());
            QVERIFY(*again == *lesson);
        }
        QVERIFY(read > 0);
    }

    /// Texts and measures of a lesson may contain anything.
    void mutatedTextsCanBeShown()
    {
        ui::look::Theme theme;
        fuzz::Mutations words({"{block:GPU1 time} and {before:peak:GPU 0}: {busy:GPU 0 / block:all}",
                               "{operations - book:x} {{ } {critical path}"},
                              2);
        for (int i = fuzz::inputCount(300); i > 0; --i) {
            Step step;
            const QString text = QString::fromUtf8(QByteArray::fromStdString(words.next()));
            step.title = step.text = {{QStringLiteral("en"), text}};
            step.program = QStringLiteral("13.3.1");
            Question question;
            question.text = question.expected = step.text;
            question.measure = text;
            step.question = question;
            Lesson lesson;
            lesson.title = step.text;
            lesson.steps = {step};
            LessonPlayer player;
            QWidget window;
            LessonBar bar(
                theme, player, [] { return MeasureSource(); }, &window);
            player.open(lesson);
            player.advance();
            QVERIFY(!player.isAsking());
            static_cast<void>(bar.spoken());
        }
    }

private:
    std::vector<std::string> m_files;
};

QTEST_MAIN(TestFuzzLessons)
#include "tst_fuzz_lessons.moc"
