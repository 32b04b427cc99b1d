#include "ui/files/recent_files.h"

#include "ui/look/in_language.h"
#include "ui/look/plain_texts.h"

#include <QCursor>
#include <QFileInfo>

namespace ui::files {

RecentFiles::RecentFiles(QAction& command, QWidget& window, QStringList& stored)
    : QObject(&window), m_command(command), m_menu(new QMenu(&window)), m_paths(stored)
{
    m_menu->setObjectName(QStringLiteral("recentFiles"));
    command.setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &RecentFiles::fill);
    // The command palette can also trigger the command but cannot show a submenu, so show the menu at the pointer.
    connect(&command, &QAction::triggered, m_menu, [this] { m_menu->popup(QCursor::pos()); });
    store(m_paths);
    m_clear = new QAction(this);
    look::inLanguage(m_clear, [this] { m_clear->setText(tr("Clear this list")); });
    connect(m_clear, &QAction::triggered, this, [this] { store({}); });
    fill();
}

void RecentFiles::note(const QString& path)
{
    QStringList paths = m_paths;
    const QString whole = QFileInfo(path).absoluteFilePath();
    paths.removeAll(whole);
    paths.prepend(whole);
    store(std::move(paths));
}

void RecentFiles::store(QStringList paths)
{
    m_paths = std::move(paths);
    m_paths.removeIf([](const QString& path) { return !QFileInfo(path).isFile(); });
    m_paths = m_paths.mid(0, kMax);
    m_command.setEnabled(!m_paths.isEmpty());
}

void RecentFiles::fill()
{
    store(m_paths);
    m_menu->clear();
    for (const QString& path : m_paths) {
        QAction* entry = m_menu->addAction(look::buttonText(look::fileNameText(path)));
        entry->setStatusTip(path);
        entry->setToolTip(path);
        connect(entry, &QAction::triggered, this, [this, path] { emit chosen(path); });
    }
    m_menu->addSeparator();
    m_menu->addAction(m_clear);
}

}  // namespace ui::files
