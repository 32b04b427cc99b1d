#pragma once

#include "ui/look/theme.h"
#include "ui/teach/lesson.h"

#include <QDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace ui::teach {

/// A form of words that stand in a lesson file, in the language of the program; those of other languages stay as they
/// are. Thread: GUI.
class WordsDialog : public QDialog {
    Q_OBJECT

protected:
    WordsDialog(const look::Theme& theme, const QString& title, QWidget* parent);

    /// One row each, in the order of the calls; `name` is the field's object name.
    [[nodiscard]] QLineEdit* addLine(const QString& label, const QString& text, const char* name);
    [[nodiscard]] QPlainTextEdit* addArea(const QString& label, const QString& text, const char* name);
    /// A sentence below the rows.
    void addHint(const QString& text);
    void setAcceptable(bool isAcceptable);
    [[nodiscard]] QString read(const Texts& texts) const { return textIn(texts, m_language); }
    /// Takes over what was written; what was left as it was shown changes nothing.
    void write(Texts& texts, const QString& text) const;

signals:
    void edited();

private:
    const look::Theme& m_theme;
    QString m_language;
    QFormLayout* m_form = nullptr;
    QLabel* m_hint = nullptr;
    QPushButton* m_accept = nullptr;
};

}  // namespace ui::teach
