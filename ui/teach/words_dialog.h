#pragma once

#include "ui/look/theme.h"
#include "ui/teach/lesson.h"

#include <QDialog>
#include <QFormLayout>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace ui::teach {

/// Base of dialogs that edit texts of a lesson in the current language. Texts in other languages do not change. Thread:
/// GUI.
class WordsDialog : public QDialog {
    Q_OBJECT

public:
    [[nodiscard]] bool isAcceptable() const { return m_accept->isEnabled(); }
    /// Returns the contents of the fields by object name, even if they are not acceptable.
    [[nodiscard]] QJsonObject typed() const;
    /// Fills the fields with contents that typed() returned.
    void type(const QJsonObject& typed);

protected:
    WordsDialog(const look::Theme& theme, const QString& title, QWidget* parent);

    /// Appends a row with a field; `name` is the object name of the field.
    [[nodiscard]] QLineEdit* addLine(const QString& label, const QString& text, const char* name);
    [[nodiscard]] QPlainTextEdit* addArea(const QString& label, const QString& text, const char* name);
    /// Shows a sentence below the rows.
    void addHint(const QString& text);
    void setAcceptable(bool isAcceptable);
    [[nodiscard]] QString read(const Texts& texts) const { return textIn(texts, m_language); }
    /// Stores an edited text for the current language; an empty text removes it. A text that was not edited changes
    /// nothing.
    void write(Texts& texts, const QString& text) const;
    /// Like write(), for a text that a lesson requires: an empty text changes nothing, or stores "…" if there was none.
    void writeRequired(Texts& texts, const QString& text) const;

signals:
    void edited();

private:
    const look::Theme& m_theme;
    QString m_language;
    QFormLayout* m_form = nullptr;
    QLabel* m_hint = nullptr;
    QLabel* m_limit = nullptr;  ///< shown while a text is too long
    QPushButton* m_accept = nullptr;
};

}  // namespace ui::teach
