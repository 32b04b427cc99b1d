#pragma once

#include "ui/look/theme.h"
#include "ui/model/trace_feed.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace ui::files {

/// Covers listing and parameters while a trace without a listing is on the screen. Shows where the trace comes from,
/// what it contains and what it lacks. Thread: GUI.
class ImportedCover : public QWidget {
    Q_OBJECT

public:
    /// Covers the part of `pane` below `above`, which is a child of `pane`.
    ImportedCover(const look::Theme& theme, const model::TraceFeed& feed, QWidget& pane, QWidget& above);

    /// The texts, for tests and screen readers.
    [[nodiscard]] QString text() const { return m_contained->text() + QLatin1Char('\n') + m_missing->text(); }

signals:
    /// Emitted when the user wants to return to the program of the pane.
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
    QLabel* m_contained = nullptr;
    QLabel* m_missing = nullptr;
    QPushButton* m_leave = nullptr;
};

}  // namespace ui::files
