#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <string>

class QLocale;

namespace ui::look {

enum class Language : std::uint8_t { System, English, Chinese, Korean };

/// "system", "en", "zh", "ko": what settings and the command line call them.
[[nodiscard]] QString codeOf(Language language);
[[nodiscard]] std::optional<Language> languageOf(const QString& code);
/// As its own readers call it: "简体中文"; of System the word for it in the present language.
[[nodiscard]] QString nameOf(Language language);
/// What a computer set to `locale` reads best: Chinese, Korean or English.
[[nodiscard]] Language languageOf(const QLocale& locale);

/// Where a text came from: the class or name that asked for it, and the English.
struct Source {
    QByteArray context, text, comment;
};

/// The languages of the program. While this object lives, its texts are installed in the application; choose() changes
/// them, Qt tells every widget, and changed() follows. Thread: GUI; texts may be asked for from any.
class Languages : public QObject {
    Q_OBJECT

public:
    explicit Languages(QObject* parent = nullptr);
    ~Languages() override;

    void choose(Language language);
    [[nodiscard]] Language chosen() const { return m_chosen; }
    /// Never System: the one that is read.
    [[nodiscard]] Language shown() const;

    /// `text`, which was handed out in the language before the present one, in the present one; std::nullopt if the
    /// program never said it. `classes`: who shows it, nearest first; they decide where two texts read the same.
    [[nodiscard]] std::optional<QString> again(const QString& text, const QStringList& classes) const;

signals:
    void changed();

private:
    [[nodiscard]] std::optional<QString> againInAnotherForm(const QString& text, const QStringList& classes) const;

    struct Installed;
    std::unique_ptr<Installed> m_installed;
    Language m_chosen = Language::System;
};

/// The text of a command as it reads elsewhere: without the mark of its letter and without the dots.
[[nodiscard]] QString withoutMarks(const QString& text);

/// A sentence of the engine or of a program's header in the reader's language. Both write English; `english` is looked
/// up whole and then against resources/translations/sentences.txt. What stands in neither stays as it is.
[[nodiscard]] QString inWords(const std::string& english);
[[nodiscard]] QString inWords(const QString& english);

/// Says every text below `root` again that the program said in another language: labels, buttons, menus, tips, names
/// for screen readers, tabs and choices. What is painted or made from data is up to its view.
void retranslate(QObject& root, const Languages& languages);

}  // namespace ui::look
