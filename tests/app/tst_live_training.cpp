#include "app/desktop/setup.h"
#include "engine/analysis/training.h"
#include "tests/app/made_images.h"
#include "ui/commands/actions.h"
#include "ui/listing/program_pane.h"
#include "ui/runs/status_line.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panes.h"
#include "ui/timeline/timeline_view.h"
#include "ui/training/epoch_table.h"
#include "ui/training/training_pane.h"

#include <QApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <utility>

using namespace ui::files;
using namespace ui::runs;
using namespace ui::shell;

namespace {

constexpr int kLong = 120'000;  // ms; timeout that is long enough for slow sanitizer builds

/// Counts the window's paint events while `isCounted` returns true.
class Paintings : public QObject {
public:
    Paintings(const QWidget& window, std::function<bool()> isCounted)
        : m_window(window), m_isCounted(std::move(isCounted))
    {
        qApp->installEventFilter(this);
    }

    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && object->isWidgetType() &&
            static_cast<QWidget*>(object)->window() == &m_window && m_isCounted())
            ++count;
        return false;
    }

    int count = 0;

private:
    const QWidget& m_window;
    std::function<bool()> m_isCounted;
};

}  // namespace

/// Tests training shown live in the window: values computed on this computer, and a run stopped within an epoch.
class TestLiveTraining : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void memoryRowsAreShownForAProgramAboutMemory();
    void chartsAndStatusAreUpdatedDuringTheRun();
    void stoppedRunKeepsItsCharts();
    void curvesOfAVirtualMachineGrowWhileValuesAreComputed();

private:
    void openTraining(int epochs, const char* machine = "this-computer");
    [[nodiscard]] std::size_t pointCount();
    void press();
    [[nodiscard]] const engine::trace::Trace& trace() { return *m_window->bench().feed.trace(); }

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
    m_window = std::make_unique<MainWindow>(*m_theme, app::makeSetup(), session);
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

void TestLiveTraining::memoryRowsAreShownForAProgramAboutMemory()
{
    m_window->openProgram(QStringLiteral("13.2.4"));
    QTRY_VERIFY_WITH_TIMEOUT(trace().run().program == "13.2.4" && !trace().isLive(), kLong);
    QTRY_VERIFY(m_window->bench().actions.named(QStringLiteral("charts"))->isEnabled());
    QVERIFY2(!m_window->bench().actions.named(QStringLiteral("charts"))->isChecked(), "its only chart is the model");

    for (const QSize& size : {QSize(1440, 900), QSize(1280, 800)}) {
        m_window->resize(size);
        QCoreApplication::processEvents();

        const ui::drawing::LaneLayout& layout = m_window->bench().timeline.scene().layout;
        const int fold = m_window->bench().timeline.height() - layout.pinnedBottom;
        int curves = 0;
        for (const ui::drawing::Row& row : layout.rows) {
            if (row.kind != ui::drawing::RowKind::Extra)
                continue;
            QVERIFY2(row.bottom() <= fold, qPrintable(QString::number(size.width())));
            curves += row.height >= 90 ? 1 : 0;
        }
        QVERIFY2(curves > 0 || size.height() < 900, "a row shows the levels");
    }
    m_window->resize(1440, 900);
}

void TestLiveTraining::openTraining(int epochs, const char* machine)
{
    m_window->openProgram(QStringLiteral("13.5.6"));
    m_window->desk().chooseMachine(QLatin1String(machine));
    auto& document = m_window->bench().document;
    document.parameters().set("data", m_data.path());
    document.parameters().set("images", QStringLiteral("640"));
    document.parameters().set("batch", QStringLiteral("32"));
    document.parameters().set("epochs", QString::number(epochs));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->bench().controller.isBusy(), kLong);
}

/// Returns the number of points of the displayed plot.
std::size_t TestLiveTraining::pointCount()
{
    std::size_t count = 0;
    for (const auto& series : m_window->parts().charts->plot().series)
        count += series.points.size();
    return count;
}

void TestLiveTraining::press()
{
    auto* button = m_window->findChild<QWidget*>(QStringLiteral("runButton"));
    QVERIFY(button != nullptr && button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
}

void TestLiveTraining::chartsAndStatusAreUpdatedDuringTheRun()
{
    openTraining(3);
    auto* status = m_window->findChild<StatusLine*>();
    Paintings paintings(*m_window, [this] { return trace().isLive() && trace().opCount() > 0; });
    QStringList progress;
    std::vector<std::size_t> points;
    const auto look = [&] {
        if (!trace().isLive() || m_window->parts().charts->training().empty())
            return;
        const QString text = status->text();
        if (text.contains(QLatin1String("batch")) && !progress.contains(text))
            progress << text;
        if (const std::size_t count = pointCount(); points.empty() || points.back() != count)
            points.push_back(count);
    };
    connect(&m_window->bench().feed, &ui::model::TraceFeed::extended, this, look);
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);

    press();

    QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty() && !m_window->bench().controller.isBusy(), kLong);
    disconnect(&m_window->bench().feed, nullptr, this, nullptr);
    QVERIFY2(paintings.count > 0, "the window is painted while the program trains");
    QVERIFY2(!trace().error(), trace().error() ? trace().error()->traceback.c_str() : "");
    QCOMPARE(trace().run().values, engine::trace::ValueMode::Computed);
    QVERIFY2(!progress.isEmpty() && progress.constLast().contains(QLatin1String("of 20")),
             qPrintable(progress.join(QLatin1Char('\n'))));
    QVERIFY2(points.size() >= 2 && points.back() > points.front(), qPrintable(QString::number(points.size())));
    const auto& training = m_window->parts().charts->training();
    QCOMPARE(training.runs.size(), std::size_t{2});
    QCOMPARE(training.runs[0].name, std::string("1 CPU"));
    QCOMPARE(training.runs[1].name, std::string("2 CPU"));
    QVERIFY(training.runs[1].isWhole() && training.runs[1].lastAccuracy());
}

void TestLiveTraining::stoppedRunKeepsItsCharts()
{
    openTraining(500);
    press();
    QTRY_VERIFY_WITH_TIMEOUT(trace().isLive(), kLong);
    const auto isInSecond = [this] {
        const auto& runs = m_window->parts().charts->training().runs;
        return !runs.empty() && runs.back().epochs.size() >= 2 && runs.back().epochs.back().batches() >= 2;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isInSecond(), kLong);

    press();  // the button's text is now "Stop"

    QTRY_VERIFY_WITH_TIMEOUT(!m_window->bench().controller.isBusy() && !trace().isLive(), kLong);
    QVERIFY(!trace().error());
    const auto& training = m_window->parts().charts->training();
    QVERIFY(training.runs[0].epochs.size() >= 2);
    QVERIFY(training.runs[0].epochs[0].isWhole() && training.runs[0].epochs[0].accuracy);
    QVERIFY(!m_window->parts().charts->plot().isEmpty());
    const QString output = m_window->parts().panes->program().output().toPlainText();
    QVERIFY2(!output.contains(QLatin1String("Traceback")) && !output.contains(QLatin1String("Exception ignored")),
             qPrintable(output));
    if (const auto cut = training.cutAt()) {  // none if the training was stopped exactly between two epochs
        const QString place = QStringLiteral("batch %1 of 20").arg(cut->index + 1);
        QVERIFY2(output.contains(QStringLiteral("Stopped in ") + place), qPrintable(output));
        QVERIFY(m_window->findChild<StatusLine*>()->text().contains(QStringLiteral("epoch %1, ").arg(cut->epoch + 1) +
                                                                    place));
        QVERIFY(m_window->parts().charts->table().text().contains(QLatin1String("of 20")));
    }
}

void TestLiveTraining::curvesOfAVirtualMachineGrowWhileValuesAreComputed()
{
    openTraining(3, "book-v100");
    QTRY_VERIFY_WITH_TIMEOUT(m_window->desk().isSettled(), kLong);
    QCOMPARE(trace().run().values, engine::trace::ValueMode::TimingOnly);
    const auto before = m_window->parts().charts->training().runs.back().lastAccuracy();
    QVERIFY(!before || std::isnan(*before));
    std::vector<std::size_t> points;
    connect(&m_window->bench().feed, &ui::model::TraceFeed::extended, this, [&] {
        if (const std::size_t count = pointCount(); trace().isLive() && (points.empty() || points.back() != count))
            points.push_back(count);
    });

    QTest::mouseClick(m_window->findChild<QWidget*>(QStringLiteral("computeValues")), Qt::LeftButton);

    QTRY_VERIFY_WITH_TIMEOUT(m_window->desk().isSettled(), kLong);
    disconnect(&m_window->bench().feed, nullptr, this, nullptr);
    QCOMPARE(trace().run().platform, engine::trace::PlatformKind::Virtual);
    QCOMPARE(trace().run().values, engine::trace::ValueMode::Computed);
    QVERIFY(m_window->parts().charts->training().runs.back().lastAccuracy());
    QVERIFY2(points.size() >= 2 && points.back() > points.front(), "the curves grow during the run");
}

QTEST_MAIN(TestLiveTraining)
#include "tst_live_training.moc"
