#include "app/desktop/services.h"
#include "engine/analysis/training.h"
#include "tests/app/made_images.h"
#include "ui/run/program_pane.h"
#include "ui/shell/main_window.h"
#include "ui/shell/status_line.h"
#include "ui/timeline/timeline_view.h"
#include "ui/training/epoch_table.h"
#include "ui/training/plot.h"
#include "ui/training/training_pane.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <ctime>
#include <utility>

using namespace ui::shell;

namespace {

constexpr int kLong = 120'000;  // sanitizers are slow; nothing below waits for time to pass

double threadMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// How far apart the window's paintings are, and how long its thread is kept from its events at a time.
class Responsiveness : public QObject {
public:
    explicit Responsiveness(const QWidget& window) : m_window(window)
    {
        qApp->installEventFilter(this);
        connect(&m_ticks, &QTimer::timeout, this, [this] {
            note(m_ticked, longestAway);
            const double now = threadMilliseconds();
            longestWork = std::max(longestWork, now - std::exchange(m_processor, now));
        });
        m_processor = threadMilliseconds();
        m_ticks.start(5);
    }

    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() != QEvent::Paint || !object->isWidgetType() ||
            static_cast<QWidget*>(object)->window() != &m_window)
            return false;
        ++paints;
        note(m_painted, longestUnpainted);
        return false;
    }

    int paints = 0;
    double longestUnpainted = 0;  ///< ms between two paintings
    double longestAway = 0;       ///< ms by the clock between two events
    double longestWork = 0;       ///< ms of processor time between two events

private:
    static void note(QElapsedTimer& clock, double& longest)
    {
        if (clock.isValid())
            longest = std::max(longest, static_cast<double>(clock.nsecsElapsed()) * 1e-6);
        clock.start();
    }

    const QWidget& m_window;
    QTimer m_ticks;
    QElapsedTimer m_painted;
    QElapsedTimer m_ticked;
    double m_processor = 0;
};

}  // namespace

/// Training in the window, as it goes on: values computed on this computer, and stopped in the middle of an epoch.
class TestLiveTraining : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void whatIsLearnedGrowsWhileItRuns();
    void stoppedInAnEpochWhatThereIsStays();

private:
    void openTraining(int epochs);
    void press();
    [[nodiscard]] const engine::trace::Trace& trace() { return *m_window->feed().trace(); }

    QTemporaryDir m_data;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

void TestLiveTraining::initTestCase()
{
    writeImages(m_data.path(), "train", 640);
    writeImages(m_data.path(), "t10k", 60);
    m_theme = std::make_unique<ui::look::Theme>();
    Session session;
    session.hasReducedMotion = true;
    m_window = std::make_unique<MainWindow>(*m_theme, app::makeServices(), session);
    m_window->resize(1440, 900);
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QVERIFY(!shown.isEmpty() || shown.wait(kLong));
}

void TestLiveTraining::cleanupTestCase()
{
    m_window.reset();
}

void TestLiveTraining::openTraining(int epochs)
{
    m_window->openProgram(QStringLiteral("13.5.6"));
    m_window->chooseMachine(QStringLiteral("this-computer"));
    auto& document = m_window->document();
    document.setParameter("data", m_data.path());
    document.setParameter("images", QStringLiteral("640"));
    document.setParameter("batch", QStringLiteral("32"));
    document.setParameter("epochs", QString::number(epochs));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->controller().isBusy(), kLong);
}

void TestLiveTraining::press()
{
    auto* button = m_window->findChild<QWidget*>(QStringLiteral("runButton"));
    QVERIFY(button != nullptr && button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
}

void TestLiveTraining::whatIsLearnedGrowsWhileItRuns()
{
    openTraining(3);
    auto* status = m_window->findChild<StatusLine*>();
    Responsiveness watched(*m_window);
    QStringList progress;
    std::vector<std::size_t> points;
    const auto look = [&] {
        if (!trace().isLive() || m_window->trainingPane().training().empty())
            return;
        const QString text = status->text();
        if (text.contains(QLatin1String("batch")) && !progress.contains(text))
            progress << text;
        std::size_t count = 0;
        for (const auto& series : m_window->trainingPane().plot().series)
            count += series.points.size();
        if (points.empty() || points.back() != count)
            points.push_back(count);
    };
    connect(&m_window->feed(), &ui::model::TraceFeed::extended, this, look);
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);

    press();

    QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty() && !m_window->controller().isBusy(), kLong);
    disconnect(&m_window->feed(), nullptr, this, nullptr);
    qInfo("%d paintings, at most %.0f ms apart; events at most %.0f ms apart, and %.0f ms of work", watched.paints,
          watched.longestUnpainted, watched.longestAway, watched.longestWork);
    QVERIFY2(!trace().error(), trace().error() ? trace().error()->traceback.c_str() : "");
    QCOMPARE(trace().run().values, engine::trace::ValueMode::Computed);
    QVERIFY2(!progress.isEmpty() && progress.constLast().contains(QLatin1String("of 20")),
             qPrintable(progress.join(QLatin1Char('\n'))));
    QVERIFY2(points.size() >= 2 && points.back() > points.front(), qPrintable(QString::number(points.size())));
    const auto& training = m_window->trainingPane().training();
    QCOMPARE(training.runs.size(), std::size_t{2});
    QCOMPARE(training.runs[0].name, std::string("1 CPU"));
    QCOMPARE(training.runs[1].name, std::string("2 CPU"));
    QVERIFY(training.runs[1].isWhole() && training.runs[1].lastAccuracy());
}

void TestLiveTraining::stoppedInAnEpochWhatThereIsStays()
{
    openTraining(500);
    press();
    QTRY_VERIFY_WITH_TIMEOUT(trace().isLive(), kLong);
    const auto isInSecond = [this] {
        const auto& runs = m_window->trainingPane().training().runs;
        return !runs.empty() && runs.back().epochs.size() >= 2 && runs.back().epochs.back().batches() >= 2;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isInSecond(), kLong);

    press();  // the same button reads "Stop" now

    QTRY_VERIFY_WITH_TIMEOUT(!m_window->controller().isBusy() && !trace().isLive(), kLong);
    QVERIFY(!trace().error());
    const auto& training = m_window->trainingPane().training();
    QVERIFY(training.runs[0].epochs.size() >= 2);
    QVERIFY(training.runs[0].epochs[0].isWhole() && training.runs[0].epochs[0].accuracy);
    QVERIFY(!m_window->trainingPane().plot().isEmpty());
    const QString output = m_window->programPane().output().toPlainText();
    QVERIFY2(!output.contains(QLatin1String("Traceback")) && !output.contains(QLatin1String("Exception ignored")),
             qPrintable(output));
    if (const auto cut = training.cutAt()) {  // else it ended just between two epochs
        const QString place = QStringLiteral("batch %1 of 20").arg(cut->index + 1);
        QVERIFY2(output.contains(QStringLiteral("Stopped in ") + place), qPrintable(output));
        QVERIFY(m_window->findChild<StatusLine*>()->text().contains(QStringLiteral("epoch %1, ").arg(cut->epoch + 1) +
                                                                    place));
        QVERIFY(m_window->trainingPane().table().text().contains(QLatin1String("of 20")));
    }
}

QTEST_MAIN(TestLiveTraining)
#include "tst_live_training.moc"
