#include "app/wiring/rank_runs.h"
#include "engine/frontend/rank_count.h"
#include "tests/app/program_runs.h"
#include "tests/source_dir.h"
#include "ui/teach/lesson.h"
#include "ui/teach/measures.h"

#include <QDir>
#include <QRegularExpression>

using engine::frontend::Dialect;
using engine::frontend::RunRequest;
using namespace ui::teach;

/// Runs every step of the shipped lessons. Each duration in the texts of a step must be a measure that has a value in
/// the run.
class TestLessons : public QObject {
    Q_OBJECT

private slots:
    void numbersOfEachLessonStepMatchItsRun_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("step");
        const QDir folder(QString::fromStdString(tests::inSource("resources/lessons")));
        for (const QString& name :
             folder.entryList({QStringLiteral("*.overlap-lesson.json")}, QDir::Files, QDir::Name)) {
            const auto lesson = readLessonFile(folder.filePath(name));
            QVERIFY2(lesson, lesson ? "" : lesson.error().english().c_str());
            for (std::size_t i = 0; i < lesson->steps.size(); ++i)
                QTest::newRow(qPrintable(QStringLiteral("%1, step %2").arg(lesson->id).arg(i + 1)))
                    << folder.filePath(name) << static_cast<int>(i);
        }
    }
    void numbersOfEachLessonStepMatchItsRun()
    {
        QFETCH(QString, path);
        QFETCH(int, step);
        const Lesson lesson = *readLessonFile(path);
        const Step& now = lesson.steps[static_cast<std::size_t>(step)];

        MeasureSource source;
        const engine::trace::TracePtr shown = run(now, now.setting, source);
        QVERIFY(shown);
        source.trace = shown.get();
        check(now.title, source);
        check(now.text, source);
        // The step marks the first line that its English text names. If the text names no line, the step marks none.
        static const QRegularExpression kLine(QStringLiteral("\\blines? (\\d+)"));
        const auto named = kLine.match(now.text.value(QStringLiteral("en")));
        QCOMPARE(now.view.line, named.hasMatch() ? named.captured(1).toInt() : 0);
        if (!now.question)
            return;
        check(now.question->text, source);
        engine::trace::TracePtr answered = shown;
        if (now.question->change) {
            Setting setting = now.setting;
            for (const auto& [line, isOn] : now.question->change->flips)
                setting.flips[line] = isOn;
            for (const auto& [name, value] : now.question->change->parameters)
                setting.parameters[name] = value;
            if (!now.question->change->machine.isEmpty())
                setting.machine = now.question->change->machine;
            // The change of a step must differ from the setting that the step shows.
            QVERIFY(!(setting == now.setting));
            source.before = shown.get();
            MeasureSource other;
            answered = run(now, setting, other);
            QVERIFY(answered);
            source.trace = answered.get();
        }
        check(now.question->expected, source);
        if (!now.question->measure.isEmpty()) {
            const auto found = measure(source, now.question->measure);
            QVERIFY2(found, qPrintable(now.question->measure));
            qInfo("%s: %s", qPrintable(now.question->measure), qPrintable(textOf(*found)));
        }
    }

private:
    engine::trace::TracePtr run(const Step& step, const Setting& setting, MeasureSource& source)
    {
        RunRequest request = m_runs.request(step.program.toStdString(),
                                            step.dialect == QLatin1String("mxnet") ? Dialect::MXNet : Dialect::Torch);
        const auto points = m_runs.runner().syncPoints(request.source, request.dialect);
        if (!points)
            qFatal("%s", points.error().english().c_str());
        for (const auto& [line, isOn] : setting.flips) {
            const bool isThere =
                std::any_of(points->begin(), points->end(), [line = line](const auto& p) { return p.line == line; });
            if (!isThere)
                QTest::qFail(qPrintable(QStringLiteral("line %1 does not wait").arg(line)), __FILE__, __LINE__);
            std::erase(request.off, line);
            (isOn ? request.on : request.off).push_back(line);
        }
        request.parameters = setting.parameters;
        if (!setting.machine.isEmpty())
            request.machine = setting.machine.toStdString();
        const auto results = request.program.bookResults.find(request.dialect);
        if (results != request.program.bookResults.end())
            for (const auto& [label, seconds] : results->second)
                source.book[QString::fromStdString(label)] = seconds;
        engine::trace::Recorder recorder;
        auto outcome = engine::frontend::ranksOf(request) > 1 ? m_ranks.run(request, recorder) : m_runs.run(request);
        if (!outcome)
            qWarning("%s", outcome.error().english().c_str());
        if (!outcome || outcome->trace->error())
            return nullptr;
        return outcome->trace;
    }

    /// Every {measure} has a value in every language, and no time is written as a literal into the text.
    static void check(const Texts& texts, const MeasureSource& source)
    {
        static const QRegularExpression placeholder(QStringLiteral("\\{([^{}]+)\\}"));
        static const QRegularExpression seconds(QStringLiteral("[0-9]+\\.[0-9]+ ?(s|ms|sec)\\b"));
        QStringList used;
        for (auto it = texts.begin(); it != texts.end(); ++it) {
            QStringList names;
            auto matches = placeholder.globalMatch(*it);
            while (matches.hasNext()) {
                names << matches.next().captured(1);
                QVERIFY2(isMeasure(names.last()), qPrintable(names.last()));
                QVERIFY2(measure(source, names.last()), qPrintable(it.key() + QStringLiteral(": ") + names.last()));
            }
            QVERIFY2(!seconds.match(*it).hasMatch(), qPrintable(*it));
            names.sort();
            names.removeDuplicates();
            if (it != texts.begin())
                QCOMPARE(names, used);  // all translations use the same measures
            used = names;
        }
    }

    ProgramRuns m_runs;
    app::RankRuns m_ranks{OVERLAP_RUN};
};

QTEST_GUILESS_MAIN(TestLessons)
#include "tst_lessons.moc"
