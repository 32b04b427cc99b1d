#pragma once

#include "ui/look/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QWidget>

namespace ui::look {

/// A line to search in with the count of what was found, and buttons to step. Enter and Shift+Enter step, Escape
/// closes. Thread: GUI.
class FindBar : public QWidget {
    Q_OBJECT

public:
    /// `objectName` also begins the names of its parts; `name`: for screen readers.
    FindBar(const Theme& theme, const QString& objectName, const QString& name, QWidget* parent = nullptr);

    /// Shows itself with the text selected, ready to be typed over.
    void open();
    [[nodiscard]] QString text() const { return m_line->text(); }
    /// "3 of 12"; `match` from 0 on, -1: none is stepped to.
    void setCount(int match, int count);

signals:
    void textChanged(const QString& text);
    void stepped(int direction);  ///< 1: to the next, -1: to the one before
    void closed();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    // What lies under it hears nothing of what is done on it.
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void restyle();

    const Theme& m_theme;
    QLineEdit* m_line = nullptr;
    QLabel* m_count = nullptr;
    QToolButton *m_before = nullptr, *m_next = nullptr, *m_close = nullptr;
};

}  // namespace ui::look
