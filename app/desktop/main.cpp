#include "app/desktop/command_line.h"
#include "app/desktop/commands.h"
#include "app/wiring/stacks.h"

#include <unistd.h>
#include <QApplication>
#include <QFontMetrics>
#include <cerrno>
#include <chrono>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using Mode = app::CommandLine::Mode;

/// Idle OpenMP threads of oneDNN must sleep; otherwise they use the cores that draw the window. OpenMP reads its
/// environment variable when it is loaded, so the program sets the variable and restarts itself.
void makeWaitingPassive(char** argv)
{
    if (std::getenv("OMP_WAIT_POLICY") != nullptr)
        return;
    setenv("OMP_WAIT_POLICY", "passive", 1);
    execv("/proc/self/exe", argv);
    std::fprintf(stderr, "overlap: could not start anew (%s); idle threads may spin\n", std::strerror(errno));
}

/// Returns the current time. The program stores the time of its start in the environment before it restarts itself, so
/// that the time to the first frame includes the restart.
long long millisecondsNow()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

bool hasDisplay()
{
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (const char* value = std::getenv(name); value != nullptr && *value != '\0')
            return true;
    return false;
}

/// Omits a warning that the user cannot act on: Qt selects another folder by itself.
void reportOfQt(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    if (!text.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR not set")))
        std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, text)));
}

}  // namespace

int main(int argc, char** argv)
{
    setenv("OVERLAP_STARTED_MS", std::to_string(millisecondsNow()).c_str(), 0);
    makeWaitingPassive(argv);
    app::answerLimits("overlap");
    app::makeStacksDeep();
    qInstallMessageHandler(reportOfQt);
    const auto line = app::parseCommandLine(argc, argv);
    if (!line) {
        std::fprintf(stderr, "overlap: %s\n", line.error().english().c_str());
        return 2;
    }
    if (line->mode == Mode::Text) {
        if (std::fputs(line->text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0)
            return 0;
        std::fprintf(stderr, "overlap: standard output cannot be written: %s\n", std::strerror(errno));
        return 2;
    }
    if (line->mode != Mode::Window) {
        // Figures and pictures are drawn without a screen.
        setenv("QT_QPA_PLATFORM", "offscreen", 0);
    } else if (!hasDisplay()) {
        std::fprintf(stderr,
                     "overlap: there is no display, so the window cannot open. Figures need none: "
                     "overlap figure 13.3.1 -o figure.svg\n");
        return 2;
    }
    QCoreApplication::setApplicationName(QStringLiteral("Overlap"));
    QCoreApplication::setApplicationVersion(QStringLiteral(OVERLAP_VERSION));
    QApplication application(argc, argv);
    // Qt sets the user's locale, which may have a decimal comma. Recorded and written numbers must be the same on every
    // computer; QLocale still uses the user's locale.
    std::setlocale(LC_NUMERIC, "C");
    // Font families may be listed although no font is installed, so check for a glyph.
    if (!QFontMetrics(QFont()).inFont(QLatin1Char('a')))
        std::fputs(
            "overlap: this computer has no fonts, so letters are drawn as boxes. Install some, on Debian with "
            "\"apt install fonts-dejavu fonts-noto-cjk\", or put font files into ~/.local/share/fonts.\n",
            stderr);
    if (line->mode == Mode::Figure)
        return app::writeFigure(*line);
    return app::openWindow(*line);
}
