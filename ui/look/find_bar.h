#pragma once

#include "ui/look/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QWidget>

namespace ui::look {

/// A search field with the number of matches and buttons to step through them. Enter and Shift+Enter step, Escape
/// closes. Thread: GUI.
class FindBar : public QWidget {
    Q_OBJECT

public:
    /// `objectName` is also the prefix of its children's object names.
    FindBar(const Theme& theme, const QString& objectName, QWidget* parent = nullptr);

    /// Sets the accessible name of the search field, and the placeholder that names the things it finds.
    void setTexts(const QString& name, const QString& hint);

    /// Shows the bar with its text selected, so that typing replaces it.
    void open();
    [[nodiscard]] QString text() const { return m_line->text(); }
    void setText(const QString& text) { m_line->setText(text); }
    /// Shows "3 of 12". `match` starts at 0; -1: no match is current.
    void setCount(int match, int count);

signals:
    void textChanged(const QString& text);
    void stepped(int direction);  ///< 1: to the next match, -1: to the previous one
    void closed();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    // Swallows key and wheel events; widgets below do not receive them.
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void showCount();
    void restyle();

    const Theme& m_theme;
    QLineEdit* m_line = nullptr;
    QLabel* m_count = nullptr;
    QToolButton *m_before = nullptr, *m_next = nullptr, *m_close = nullptr;
    int m_match = -1, m_matches = 0;
};

}  // namespace ui::look
