#pragma once

#include "ui/look/theme.h"

#include <QAction>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>
#include <functional>
#include <vector>

namespace ui::shell {

/// The row of tabs below the timeline, with the page of the open tab. If no page is open, only the tabs are shown.
/// Pages adapt to the width of the dock and never widen it. Thread: GUI.
class Dock : public QWidget {
    Q_OBJECT

public:
    Dock(const look::Theme& theme, QWidget* parent);

    /// Adds the tab of a command. `choose` is called when the user clicks it.
    void addTab(QAction& command, std::function<void()> choose);
    /// Places a page below the tabs.
    void addPage(QWidget& page);
    /// Shows `page` (null: none) and marks the tab of `command`. `offered`: the commands whose tabs are visible.
    void showPage(const QAction* command, QWidget* page, const QList<const QAction*>& offered);

signals:
    void closeWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Tab {
        QAction* command;
        QToolButton* button;
    };

    void setTexts();
    void fitTabs();
    void restyle();

    const look::Theme& m_theme;
    QWidget* m_strip = nullptr;
    QToolButton* m_close = nullptr;
    std::vector<Tab> m_tabs;
    std::vector<QWidget*> m_pages;
};

}  // namespace ui::shell
