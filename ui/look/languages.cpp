#include "ui/look/languages.h"

#include "engine/trace/imported.h"
#include "ui/look/flow.h"
#include "ui/look/language_rows.h"
#include "ui/look/translate.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLibraryInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QTranslator>
#include <algorithm>
#include <utility>

// A static library must register its resources explicitly, outside of any namespace.
static void registerTranslations()
{
    Q_INIT_RESOURCE(translations);
}

namespace ui::look {

namespace {

/// The texts of one language. All texts of tr() share one context. Messages of the engine, programs and machines have
/// separate contexts, so that a user's title is not translated if it happens to equal a text of Overlap.
class Catalogue final : public QTranslator {
public:
    explicit Catalogue(Language language)
    {
        registerTranslations();
        const QString file = QStringLiteral(":/translations/overlap_%1.qm").arg(QLatin1String(rowOf(language).texts));
        [[maybe_unused]] const bool isLoaded = load(file);
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

std::span<const LanguageRow> languageRows()
{
    static constexpr LanguageRow kRows[] = {
        {Language::English, "en", "English", "en", QLocale::English, QLocale::UnitedStates, "SC"},
        {Language::Chinese, "zh", "简体中文", "zh_CN", QLocale::Chinese, QLocale::China, "SC"},
        {Language::Korean, "ko", "한국어", "ko", QLocale::Korean, QLocale::SouthKorea, "KR"},
    };
    return kRows;
}

const LanguageRow& rowOf(Language language)
{
    const Language shown = language == Language::System ? languageOf(QLocale::system()) : language;
    return *std::ranges::find(languageRows(), shown, &LanguageRow::language);
}

std::vector<Language> languageChoices()
{
    std::vector<Language> choices{Language::System};
    for (const LanguageRow& row : languageRows())
        choices.push_back(row.language);
    return choices;
}

std::vector<QString> glyphFamilies(const QString& prefix, Language language)
{
    std::vector<QString> families{prefix + QLatin1String(rowOf(language).glyphs)};
    for (const LanguageRow& row : languageRows())
        if (const QString family = prefix + QLatin1String(row.glyphs); std::ranges::count(families, family) == 0)
            families.push_back(family);
    return families;
}

QString codeOf(Language language)
{
    return language == Language::System ? QStringLiteral("system") : QString::fromLatin1(rowOf(language).code);
}

std::optional<Language> languageOf(const QString& code)
{
    for (const Language language : languageChoices())
        if (code == codeOf(language))
            return language;
    return std::nullopt;
}

QString nameOf(Language language)
{
    return language == Language::System ? Languages::tr("As the system") : QString::fromUtf8(rowOf(language).name);
}

Language languageOf(const QLocale& locale)
{
    for (const LanguageRow& row : languageRows())
        if (row.locale == locale.language())
            return row.language;
    return languageRows().front().language;
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
    const LanguageRow& row = rowOf(language);
    QLocale::setDefault(language == Language::System ? QLocale::system() : QLocale(row.locale, row.country));
    const std::unique_ptr<Catalogue> before = std::exchange(m_installed->texts, std::make_unique<Catalogue>(shown()));
    if (m_installed->qt)
        QCoreApplication::removeTranslator(m_installed->qt.get());
    m_installed->qt = std::make_unique<QTranslator>();
    if (shown() != Language::English && m_installed->qt->load(QStringLiteral("qtbase_") + QLatin1String(row.texts),
                                                              QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(m_installed->qt.get());
    QCoreApplication::removeTranslator(before.get());
    QCoreApplication::installTranslator(m_installed->texts.get());
    // Qt has only posted LanguageChange. Send it now, so that the widgets receive it before changed().
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

QString messageText(std::span<const engine::Message> messages)
{
    QStringList sentences;
    for (const engine::Message& sentence : messages)
        sentences << messageText(sentence);
    return sentences.join(QLatin1Char(' '));
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
    if (!id.starts_with(engine::trace::kThisComputer))
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

QString frameworkText(const std::string& dialect)
{
    return dialect == "mxnet" ? QStringLiteral("MXNet") : QStringLiteral("PyTorch");
}

}  // namespace ui::look
