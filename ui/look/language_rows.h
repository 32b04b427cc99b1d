#pragma once

#include "ui/look/languages.h"

#include <QLocale>
#include <span>
#include <vector>

namespace ui::look {

/// One language of the window. A new language needs a row here, an enumerator, a file in resources/translations
/// (translations.qrc) and a column in app/translations; check_documents.py compares them.
struct LanguageRow {
    Language language;
    const char* code;   ///< code of the language in settings, lesson files and on the command line
    const char* name;   ///< the language's name in that language
    const char* texts;  ///< NAME in resources/translations/overlap_NAME.ts and in Qt's file qtbase_NAME
    QLocale::Language locale;
    QLocale::Country country;
    const char* glyphs;  ///< the variant of the Noto CJK fonts: languages draw the same characters differently
};

/// All languages. The first one is English, which the window uses if the system's language is not in the list.
[[nodiscard]] std::span<const LanguageRow> languageRows();
/// Returns the row of a language; for Language::System, the row of the system's language.
[[nodiscard]] const LanguageRow& rowOf(Language language);

/// The languages that a user can choose, Language::System first.
[[nodiscard]] std::vector<Language> languageChoices();

/// Returns `prefix` with each variant of the glyphs ("Noto Sans CJK SC", …); the variant for `language` comes first.
[[nodiscard]] std::vector<QString> glyphFamilies(const QString& prefix, Language language);

}  // namespace ui::look
