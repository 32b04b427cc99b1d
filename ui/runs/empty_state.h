#pragma once

#include "ui/look/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace ui::runs {

/// Covers the timeline while there is nothing to show, with a sentence and a button for the next step. Thread: GUI.
class EmptyState : public QWidget {
    Q_OBJECT

public:
    EmptyState(const look::Theme& theme, QWidget* over);

    /// An empty `button` or `other` omits that button. `other` is shown first, as the suggested next step.
    void open(const QString& title, const QString& text, const QString& button, const QString& other = {});
    void close() { hide(); }

signals:
    void chosen();
    void otherChosen();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void restyle();

    const look::Theme& m_theme;
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QPushButton* m_button = nullptr;
    QPushButton* m_other = nullptr;
};

}  // namespace ui::runs
