#include "app/desktop/commands.h"

#include "app/desktop/end_signals.h"
#include "app/desktop/setup.h"
#include "app/desktop/shot.h"
#include "app/wiring/outputs.h"
#include "engine/io/temporary_folder.h"
#include "ui/files/session_store.h"
#include "ui/look/plain_texts.h"
#include "ui/run_choice/compare_control.h"
#include "ui/runs/banner.h"
#include "ui/shell/main_window.h"
#include "ui/teach/lesson_controller.h"

#include <fcntl.h>
#include <pthread.h>

#include <QApplication>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QIcon>
#include <QSettings>
#include <QStandardPaths>
#include <QStyleFactory>
#include <QTimer>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace app {

namespace {

/// Exits at the first frame and prints the time since the start of the process.
class StartMeter final : public QObject {
public:
    explicit StartMeter(QWidget& window) : QObject(&window) { window.installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            QTimer::singleShot(0, this, [] {
                const qint64 begun = qEnvironmentVariable("OVERLAP_STARTED_MS").toLongLong();
                std::printf("%lld\n", static_cast<long long>(QDateTime::currentMSecsSinceEpoch() - begun));
                QApplication::quit();
            });
        return QObject::eventFilter(watched, event);
    }
};

ui::files::Session sessionOf(const CommandLine& line, const ui::files::SessionStore& store)
{
    // A picture must not depend on the previous session.
    ui::files::Session session = line.mode == CommandLine::Mode::Shot ? ui::files::Session() : store.read();
    if (line.mode == CommandLine::Mode::Shot) {
        session.language = ui::look::Language::English;
        session.scale = line.scale;
        session.theme = line.isDark ? ui::look::Mode::Dark : ui::look::Mode::Light;
        session.hasReducedMotion = true;
        session.contrast = line.hasHighContrast ? ui::look::Contrast::High : ui::look::Contrast::Normal;
    }
    if (line.language)
        session.language = *line.language;
    return session;
}

/// Removes the files and folders that killed processes have left.
void removeAbandoned(const QStringList& folders)
{
    for (const QString& folder : folders)
        engine::io::removeAbandonedFiles(QFile::encodeName(folder).toStdString());
    engine::io::removeAbandonedFolders();
}

/// Ends the process after the window was closed. A program in a long call of a Python built-in cannot be stopped, so
/// its thread cannot be joined; after three seconds the process exits without joining it.
class ExitWatchdog {
public:
    void begin(int status)
    {
        m_waiting = std::jthread([status](const std::stop_token& stop) {
            pthread_setname_np(pthread_self(), "exit watchdog");
            std::mutex mutex;  // required by `never`; guards nothing
            std::unique_lock lock(mutex);
            std::condition_variable_any never;
            never.wait_for(lock, stop, std::chrono::seconds(3), [] { return false; });
            if (stop.stop_requested())
                return;
            std::fputs("overlap: the program was inside one call of Python's own and could not be stopped.\n", stderr);
            std::_Exit(status);
        });
    }

private:
    std::jthread m_waiting;
};

/// Opens each folder whose path is not UTF-8, and sets the folder's variable to the path of the descriptor in /proc,
/// because Qt would replace the invalid bytes and the window would store its files elsewhere. Programs that the window
/// starts inherit the descriptor and the path.
void nameFoldersInUtf8()
{
    const auto pathOf = [](const char* variable) {
        const char* path = std::getenv(variable);
        return std::filesystem::path(path != nullptr ? path : "");
    };
    for (const auto& [variable, inHome] : {std::pair("XDG_CONFIG_HOME", ".config"),
                                           std::pair("XDG_DATA_HOME", ".local/share"), std::pair("TMPDIR", "")}) {
        std::filesystem::path folder = pathOf(variable);
        if (!folder.is_absolute() && *inHome != '\0')
            folder = pathOf("HOME") / inHome;
        if (QFile::encodeName(QFile::decodeName(folder.c_str())).toStdString() == folder.native())
            continue;
        std::error_code problem;  // an error is reported when the settings are stored
        std::filesystem::create_directories(folder, problem);
        const int descriptor = ::open(folder.c_str(), O_PATH | O_DIRECTORY);
        if (descriptor >= 0)
            qputenv(variable, "/proc/self/fd/" + QByteArray::number(descriptor));
    }
}

/// Returns an error message if the settings file is a pipe or a device, else an empty text. Called before the settings
/// are read, because reading such a file might never end, and there is no window yet.
QString problemOfSettings()
{
    const QString path = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                         QStringLiteral("/overlap/overlap.conf");
    const QFileInfo file(path);
    if (!file.exists() || file.isFile() || file.isDir())
        return {};
    return QStringLiteral("The file of the settings, %1, is a pipe or a device and cannot be read; remove it.")
        .arg(path);
}

}  // namespace

int openWindow(const CommandLine& line)
{
    if (const auto checked = checkOutputs({line.subject, line.machine, line.lesson}, {line.output}); !checked) {
        std::fprintf(stderr, "overlap: %s\n", checked.error().english().c_str());
        return 2;
    }
    nameFoldersInUtf8();
    if (const QString problem = problemOfSettings(); !problem.isEmpty()) {
        std::fprintf(stderr, "overlap: %s\n", qPrintable(problem));
        return 2;
    }
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    new ui::look::PlainTexts;
    QSettings settings(QStringLiteral("overlap"), QStringLiteral("overlap"));
    ui::files::SessionStore store(settings);
    const auto backUp = line.mode == CommandLine::Mode::Shot ? std::nullopt : store.backUpUnknown();
    ui::files::Session session = sessionOf(line, store);
    ui::look::Theme theme(session.theme);
    theme.setScale(session.scale);
    theme.setProjected(line.isProjected);
    QApplication::setWindowIcon(theme.icon(QStringLiteral("overlap")));
    ExitWatchdog watchdog;
    ui::look::Languages languages;
    languages.choose(session.language);
    theme.setLanguage(languages.shown());
    ui::shell::Setup setup = makeSetup();
    setup.languages = &languages;
    // Create this before the window starts Python, whose signal module would set a handler for SIGINT if there were
    // none.
    const EndSignals endSignals;
    ui::shell::MainWindow window(theme, std::move(setup), std::move(session));
    window.bench().document.setSeed(line.seed);
    if (!line.subject.empty())
        window.openAtStart(QString::fromStdString(line.subject));
    if (line.mode == CommandLine::Mode::Shot)
        return takeShot(window, line);
    const bool wasKilled = store.wasKilled();
    QObject::connect(&window, &ui::shell::MainWindow::firstReady, &window, [&] {
        applyStart(window, line);
        if (wasKilled)
            window.bench().banner.open(ui::files::SessionStore::recovery());
        if (backUp)
            window.bench().banner.open(*backUp);
        QObject::connect(&store, &ui::files::SessionStore::refused, &window,
                         [&] { window.bench().banner.open(store.refusal()); });
        store.follow(window.bench().document, [&] { return window.session(); });
        QObject::connect(&window, &ui::shell::MainWindow::edited, &store, &ui::files::SessionStore::writeSoon);
        const QString data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
        window.parts().compareControl->earlier().storeIn(data + QStringLiteral("/runs"));
        removeAbandoned({data + QStringLiteral("/runs"), data + QStringLiteral("/machines"),
                         QFileInfo(settings.fileName()).path()});
        if (!line.lesson.empty())
            window.parts().lessons->open(QString::fromStdString(line.lesson));
    });
    if (line.isStartMeasured)
        new StartMeter(window);
    window.show();
    const int status = QApplication::exec();
    if (!line.isStartMeasured)
        store.end(window.session());
    watchdog.begin(status);
    return status;
}

}  // namespace app
