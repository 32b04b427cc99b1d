// Renders images of the dialog for visual review; not a test: calibration_shots FOLDER MACHINE-FILE
#include "ui/look/languages.h"
#include "ui/machines/calibration_dialog.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QStyleFactory>

namespace {

void render(const QString& name, ui::look::Mode mode, const QDir& folder, const QString& machine)
{
    ui::look::Theme theme(mode);
    QApplication::setFont(theme.sans(12));
    QApplication::setPalette(theme.palette());
    qApp->setStyleSheet(theme.styleSheet());
    ui::machines::CalibrationDialog dialog(
        theme, {QCoreApplication::applicationDirPath() + "/overlap-run", folder.filePath("shot.json")}, nullptr);
    dialog.show();
    dialog.grab().save(folder.filePath(name + QStringLiteral("-ready.png")));
    dialog.start();
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < 2500)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
    dialog.grab().save(folder.filePath(name + QStringLiteral("-measuring.png")));
    dialog.stop();
    while (dialog.isMeasuring())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
    dialog.grab().save(folder.filePath(name + QStringLiteral("-stopped.png")));
    dialog.showResult(machine);
    QCoreApplication::processEvents();
    dialog.grab().save(folder.filePath(name + QStringLiteral("-result.png")));
}

}  // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    if (argc < 3)
        return 2;
    ui::look::Languages languages;
    languages.choose(ui::look::Language::English);
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    const QString machine = QString::fromLocal8Bit(argv[2]);
    render(QStringLiteral("light"), ui::look::Mode::Light, folder, machine);
    render(QStringLiteral("dark"), ui::look::Mode::Dark, folder, machine);
    languages.choose(ui::look::Language::Chinese);
    render(QStringLiteral("chinese"), ui::look::Mode::Light, folder, machine);
    return 0;
}
