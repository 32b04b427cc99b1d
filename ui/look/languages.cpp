#include "ui/look/languages.h"

#include "ui/look/placeholders.h"
#include "ui/look/said.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLibraryInfo>
#include <QLocale>
#include <QRegularExpression>

namespace ui::look {

namespace {

/// Replaces %1 to %9 in one pass: a placeholder inside a value, as in the file name "50%2.py", is not replaced.
QString filled(const QString& text, const QStringList& values)
{
    static const QRegularExpression kPlaceholder(QStringLiteral("%L?([1-9])|\\{([0-9])\\}"));
    QString result;
    qsizetype from = 0;
    for (auto found = kPlaceholder.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const int index = match.captured(1).isEmpty() ? match.captured(2).toInt() : match.captured(1).toInt() - 1;
        result += QStringView(text).mid(from, match.capturedStart() - from);
        result += index < values.size() ? values[index] : match.captured();
        from = match.capturedEnd();
    }
    return result + text.mid(from);
}

QString say(const Said::Found& found)
{
    const Source& source = found.source;
    return filled(
        QCoreApplication::translate(source.context.constData(), source.text.constData(),
                                    source.comment.isEmpty() ? nullptr : source.comment.constData(), found.number),
        found.values);
}

/// `context`: "messages", or whose text it is.
QString translated(const std::string& context, const std::string& english, const char* id = nullptr)
{
    return english.empty() ? QString() : QCoreApplication::translate(context.c_str(), english.c_str(), id);
}

}  // namespace

QString codeOf(Language language)
{
    switch (language) {
        case Language::English:
            return QStringLiteral("en");
        case Language::Chinese:
            return QStringLiteral("zh");
        case Language::Korean:
            return QStringLiteral("ko");
        case Language::System:
            break;
    }
    return QStringLiteral("system");
}

std::optional<Language> languageOf(const QString& code)
{
    for (Language language : {Language::System, Language::English, Language::Chinese, Language::Korean})
        if (code == codeOf(language))
            return language;
    return std::nullopt;
}

QString nameOf(Language language)
{
    switch (language) {
        case Language::English:
            return QStringLiteral("English");
        case Language::Chinese:
            return QStringLiteral("简体中文");
        case Language::Korean:
            return QStringLiteral("한국어");
        case Language::System:
            break;
    }
    return Languages::tr("As the system");
}

Language languageOf(const QLocale& locale)
{
    if (locale.language() == QLocale::Chinese)
        return Language::Chinese;
    return locale.language() == QLocale::Korean ? Language::Korean : Language::English;
}

struct Languages::Installed {
    std::unique_ptr<Catalogue> now, before;
    std::unique_ptr<QTranslator> qt;
};

Languages::Languages(QObject* parent) : QObject(parent), m_installed(std::make_unique<Installed>())
{
    m_installed->now = std::make_unique<Catalogue>(shown());
    QCoreApplication::installTranslator(m_installed->now.get());
}

Languages::~Languages()
{
    QCoreApplication::removeTranslator(m_installed->now.get());
    if (m_installed->qt)
        QCoreApplication::removeTranslator(m_installed->qt.get());
    QLocale::setDefault(QLocale::system());
}

Language Languages::shown() const
{
    return m_chosen == Language::System ? languageOf(QLocale::system()) : m_chosen;
}

void Languages::choose(Language language)
{
    if (language == m_chosen)
        return;
    m_chosen = language;
    QLocale::setDefault(language == Language::Chinese   ? QLocale(QLocale::Chinese, QLocale::China)
                        : language == Language::Korean  ? QLocale(QLocale::Korean, QLocale::SouthKorea)
                        : language == Language::English ? QLocale(QLocale::English, QLocale::UnitedStates)
                                                        : QLocale::system());
    m_installed->before = std::move(m_installed->now);
    m_installed->now = std::make_unique<Catalogue>(shown());
    if (m_installed->qt)
        QCoreApplication::removeTranslator(m_installed->qt.get());
    m_installed->qt = std::make_unique<QTranslator>();
    if (shown() != Language::English &&
        m_installed->qt->load(
            shown() == Language::Chinese ? QStringLiteral("qtbase_zh_CN") : QStringLiteral("qtbase_ko"),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(m_installed->qt.get());
    QCoreApplication::removeTranslator(m_installed->before.get());
    QCoreApplication::installTranslator(m_installed->now.get());
    // Qt has posted the event; sent now, it reaches the widgets before changed().
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LanguageChange);
    emit changed();
}

std::optional<QString> Languages::again(const QString& text, const QStringList& classes) const
{
    if (!m_installed->before || text.isEmpty())
        return std::nullopt;
    auto found = m_installed->before->find(text, classes);
    // A value with a tab contains a key of a menu entry; do not treat it as a placeholder's value, because the
    // placeholder may be elsewhere in the other language.
    const bool holdsKey = found && !found->values.filter(QLatin1String("\t")).isEmpty();
    if (!found || holdsKey)
        return againInAnotherForm(text, classes);
    for (QString& value : found->values)
        value = again(value, classes).value_or(value);
    return say(*found);
}

/// Handles modified texts: with spaces before them beside an icon, without mnemonic in an accessible name, capitalised
/// in a choice.
std::optional<QString> Languages::againInAnotherForm(const QString& text, const QStringList& classes) const
{
    const QString trimmed = text.trimmed();
    if (!trimmed.isEmpty() && trimmed.size() < text.size()) {
        const auto again_ = again(trimmed, classes);
        return again_ ? std::optional(QString(text).replace(trimmed, *again_)) : std::nullopt;
    }
    // A command with its key: after a tab in a menu, in brackets in a tooltip.
    if (const qsizetype tab = text.indexOf(QLatin1Char('\t')); tab > 0) {
        const auto before = again(text.left(tab), classes);
        return before ? std::optional(*before + text.mid(tab)) : std::nullopt;
    }
    if (const qsizetype bracket = text.lastIndexOf(QLatin1String(" (")); bracket > 0 && text.endsWith(QLatin1Char(')')))
        if (const auto before = again(text.left(bracket), classes))
            return *before + text.mid(bracket);
    if (const auto plain = m_installed->before->findPlain(text, classes))
        return withoutMarks(say(*plain));
    if (const QString lower = text.left(1).toLower() + text.mid(1); lower != text)
        if (const auto found = m_installed->before->find(lower, classes); found && found->values.isEmpty())
            return say(*found);
    return std::nullopt;
}

QString withoutMarks(const QString& text)
{
    QString plain = text;
    // Chinese and Korean menus put the mnemonic after the text: "运行(&R)".
    static const QRegularExpression kLetter(QStringLiteral("\\(&\\w\\)"));
    return plain.remove(kLetter).remove(QLatin1Char('&')).remove(QChar(0x2026));
}

QString inWords(const engine::Message& message)
{
    return QString::fromStdString(message.in(
        [](const engine::MessageText& text) { return translated("messages", text.english, text.id).toStdString(); }));
}

QString programText(const std::string& id, const std::string& text)
{
    return translated("program " + id, text);
}

QString headerText(const std::string& text)
{
    return translated("program", text);
}

QString machineText(const std::string& id, const std::string& text)
{
    return translated("machine " + id, text);
}

}  // namespace ui::look
