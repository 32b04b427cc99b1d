#pragma once

#include "ui/look/theme.h"
#include "ui/model/trace_feed.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace ui::files {

/// Over listing and parameters while the trace on the screen was recorded by another program: what it is, what it
/// holds, what it does not. Thread: GUI.
class ImportedCover : public QWidget {
    Q_OBJECT

public:
    /// Lies over `pane` below `above`, which is a child of it.
    ImportedCover(const look::Theme& theme, const model::TraceFeed& feed, QWidget& pane, QWidget& above);

    /// The words, for tests and screen readers.
    [[nodiscard]] QString text() const { return m_holds->text() + QLatin1Char('\n') + m_lacks->text(); }

signals:
    /// The reader wants the program of the pane back.
    void leaveWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showTrace();
    void place();
    void restyle();

    const look::Theme& m_theme;
    const model::TraceFeed& m_feed;
    const QWidget& m_above;
    QLabel* m_title = nullptr;
    QLabel* m_holds = nullptr;
    QLabel* m_lacks = nullptr;
    QPushButton* m_leave = nullptr;
};

}  // namespace ui::files
