#pragma once

#include "engine/base/message.h"

#include <QObject>
#include <QString>
#include <memory>
#include <optional>
#include <span>
#include <string>

class QLocale;

namespace ui::look {

enum class Language : std::uint8_t { System, English, Chinese, Korean };

/// "system", "en", "zh", "ko": the codes in settings and on the command line.
[[nodiscard]] QString codeOf(Language language);
/// The reverse of codeOf(); none for an unknown code.
[[nodiscard]] std::optional<Language> languageOf(const QString& code);
/// Returns the language's name in that language, such as "简体中文"; for System, a label in the current language.
[[nodiscard]] QString nameOf(Language language);
/// Chinese or Korean if that is the language of `locale`, else English.
[[nodiscard]] Language languageOf(const QLocale& locale);

/// Manages the language of the user interface. While this object exists, its translator is installed in the
/// application. choose() replaces the translator, so that every widget receives QEvent::LanguageChange (inLanguage()
/// sets texts again), and then emits changed(). Thread: GUI; any thread may request translations.
class Languages : public QObject {
    Q_OBJECT

public:
    explicit Languages(QObject* parent = nullptr);
    ~Languages() override;

    void choose(Language language);
    [[nodiscard]] Language chosen() const { return m_chosen; }
    /// The language in use; never System.
    [[nodiscard]] Language shown() const;

signals:
    void changed();

private:
    struct Installed;
    std::unique_ptr<Installed> m_installed;
    Language m_chosen = Language::System;
};

/// A command's text without its mnemonic and without "…", for use outside menus.
[[nodiscard]] QString withoutMarks(const QString& text);

/// Translates a message of the engine. Returns a text without a translation unchanged.
[[nodiscard]] QString messageText(const engine::Message& message);
/// Translates several messages, with spaces between them.
[[nodiscard]] QString messageText(std::span<const engine::Message> messages);
/// Translates the engine's name of a training run, such as "2 GPUs".
[[nodiscard]] QString trainingName(const std::string& name);
/// Translates the title or the section of a program, if Overlap's own program `id` has exactly this text.
[[nodiscard]] QString programText(const std::string& id, const std::string& text);
/// Translates a label, a choice, a note or a suggestion in the header of one of Overlap's own programs.
[[nodiscard]] QString headerText(const std::string& text);
/// Translates the label of a machine or the model of a device, if Overlap's own machine `id` has exactly this text. For
/// this computer, translates the parts of the engine's text.
[[nodiscard]] QString machineText(const std::string& id, const std::string& text);
/// The framework of a dialect: "PyTorch", "MXNet".
[[nodiscard]] QString frameworkText(const std::string& dialect);

}  // namespace ui::look
