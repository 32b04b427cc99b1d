#include "ui/look/languages.h"

#include "ui/look/flow.h"
#include "ui/look/translate.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLibraryInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QTranslator>
#include <utility>

// Resources of a static library are registered by hand, outside of any namespace.
static void registerTranslations()
{
    Q_INIT_RESOURCE(translations);
}

namespace ui::look {

namespace {

/// The texts of one language. All texts of tr() share one context. Messages of the engine, programs and machines have
/// separate contexts, so that a title of the reader that equals one of our texts is not translated.
class Catalogue final : public QTranslator {
public:
    explicit Catalogue(Language language)
    {
        registerTranslations();
        const QString name = language == Language::Chinese  ? QStringLiteral("zh_CN")
                             : language == Language::Korean ? QStringLiteral("ko")
                                                            : QStringLiteral("en");
        [[maybe_unused]] const bool isLoaded = load(QStringLiteral(":/translations/overlap_%1.qm").arg(name));
    }

    [[nodiscard]] QString translate(const char* context, const char* source, const char* comment,
                                    int number) const override
    {
        const QByteArray name(context);
        const bool isData = name == "messages" || name.startsWith("program") || name.startsWith("machine");
        return QTranslator::translate(isData ? context : "Overlap", source, comment, number);
    }
};

/// `context`: "messages", "program", "program ID" or "machine ID".
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
    std::unique_ptr<Catalogue> texts;
    std::unique_ptr<QTranslator> qt;
};

Languages::Languages(QObject* parent) : QObject(parent), m_installed(std::make_unique<Installed>())
{
    m_installed->texts = std::make_unique<Catalogue>(shown());
    QCoreApplication::installTranslator(m_installed->texts.get());
}

Languages::~Languages()
{
    QCoreApplication::removeTranslator(m_installed->texts.get());
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
    const std::unique_ptr<Catalogue> before = std::exchange(m_installed->texts, std::make_unique<Catalogue>(shown()));
    if (m_installed->qt)
        QCoreApplication::removeTranslator(m_installed->qt.get());
    m_installed->qt = std::make_unique<QTranslator>();
    if (shown() != Language::English &&
        m_installed->qt->load(
            shown() == Language::Chinese ? QStringLiteral("qtbase_zh_CN") : QStringLiteral("qtbase_ko"),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(m_installed->qt.get());
    QCoreApplication::removeTranslator(before.get());
    QCoreApplication::installTranslator(m_installed->texts.get());
    // Qt has only posted the event. Sending it now lets the widgets receive it before changed().
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LanguageChange);
    emit changed();
}

QString withoutMarks(const QString& text)
{
    QString plain = text;
    // Chinese and Korean menus put the mnemonic after the text: "运行(&R)".
    static const QRegularExpression kLetter(QStringLiteral("\\(&\\w\\)"));
    return plain.remove(kLetter).remove(QLatin1Char('&')).remove(QChar(0x2026));
}

QString messageText(const engine::Message& message)
{
    return chooseParticles(QString::fromStdString(message.in(
        [](const engine::MessageText& text) { return translated("messages", text.english, text.id).toStdString(); })));
}

QString trainingName(const std::string& name)
{
    static const QRegularExpression kGpus(QStringLiteral("^(\\d+) GPUs(?= |$)"));
    QString text = QString::fromStdString(name);
    if (const auto match = kGpus.match(text); match.hasMatch())
        text.replace(0, match.capturedLength(), tr("%1 GPUs").arg(match.captured(1)));
    return text;
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
    if (!id.starts_with("this-computer"))
        return translated("machine " + id, text);
    // The engine puts the label together from parts: "This computer · 2 cores · 1 GPU · TF32".
    static const QRegularExpression kCount(QStringLiteral("^(\\d+) (core|GPU)s?$"));
    QStringList parts = QString::fromStdString(text).split(QStringLiteral(" · "));
    for (QString& part : parts) {
        if (const auto match = kCount.match(part); match.hasMatch())
            part = match.captured(2) == QLatin1String("core") ? tr("%n core(s)", nullptr, match.captured(1).toInt())
                                                              : tr("%n GPU(s)", nullptr, match.captured(1).toInt());
        else if (part == QLatin1String("This computer"))
            part = tr("This computer");
        else if (part == QLatin1String("GPU 0 and 1 are one, shared, no speed-up possible"))
            part = tr("GPU 0 and 1 are one, shared, no speed-up possible");
    }
    return parts.join(QStringLiteral(" · "));
}

}  // namespace ui::look
