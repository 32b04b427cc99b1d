#include "tests/fuzz/mutations.h"
#include "ui/teach/lesson.h"
#include "ui/teach/lesson_bar.h"
#include "ui/teach/measures.h"

#include <QTest>

using namespace ui::teach;

/// Lessons with mutated texts can be shown. tests/fuzz/lesson.cpp mutates whole files.
class TestFuzzLessons : public QObject {
    Q_OBJECT

private slots:
    /// Texts and measures of a lesson may contain anything.
    void mutatedLessonTextsCanBeShown()
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
};

QTEST_MAIN(TestFuzzLessons)
#include "tst_fuzz_lessons.moc"
