#pragma once

#include "ui/desk/desk.h"

namespace ui::commands {
class KeyHelp;
}

namespace ui::shell {

class Panes;
class TopBar;
class Views;

/// The commands that edit the listing, run it, move the keyboard focus and search. Thread: GUI.
class WindowCommands : public QObject {
    Q_OBJECT

public:
    struct Parts {
        desk::Desk& desk;
        machines::Machines& machines;
        Panes& panes;
        Views& views;
        TopBar& topBar;
        /// Opens an entry of the program tree: a program or a lesson.
        std::function<void(const QString& id)> open;
    };
    explicit WindowCommands(const Parts& parts);
    ~WindowCommands() override;

private:
    void on(QAction* action, auto call);
    void connectEdit();
    void connectRun();
    void connectWindow();
    void moveFocus(int direction);
    void openFind();
    void openPalette();
    void openLanePalette();
    void openPalette(const QString& hint, const QList<QAction*>& commands, QObject* owner);
    void showAbout();

    runs::Workbench m_bench;
    Parts m_parts;
    commands::KeyHelp* m_help = nullptr;
};

}  // namespace ui::shell
