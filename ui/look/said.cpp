#include "ui/look/said.h"

#include <QMutexLocker>
#include <algorithm>

// A static library must register its resources explicitly, outside of any namespace.
static void registerTranslations()
{
    Q_INIT_RESOURCE(translations);
}

namespace ui::look {

namespace {

constexpr const char* kContext = "Overlap";

/// If several sources have the same text, the one of the nearest class.
const Source& nearest(const QList<Source>& sources, const QStringList& classes)
{
    const auto rank = [&](const Source& source) {
        const qsizetype at = classes.indexOf(QString::fromLatin1(source.context));
        return at < 0 ? classes.size() : at;
    };
    return *std::min_element(sources.begin(), sources.end(),
                             [&](const Source& a, const Source& b) { return rank(a) < rank(b); });
}

bool isKnown(const QList<Source>& sources, const Source& source)
{
    return std::any_of(sources.begin(), sources.end(), [&](const Source& known) {
        return known.context == source.context && known.text == source.text && known.comment == source.comment;
    });
}

}  // namespace

/// Called for every painted text; a recorded text costs one lookup.
void Said::add(const QString& text, const Source& source)
{
    QList<Source>& sources = m_texts[text];
    if (isKnown(sources, source))
        return;
    sources.push_back(source);
    if (const QString plain = withoutMarks(text); plain.size() < text.size() && !isKnown(m_plain[plain], source))
        m_plain[plain].push_back(source);
    if (!(text.contains(QLatin1Char('%')) || text.contains(QLatin1Char('{'))) || m_patterns.contains(text))
        return;
    if (const Placeholders pattern(text); pattern.letters() > 0)
        m_patterns.insert(text, pattern);
}

std::optional<Said::Found> Said::findPlain(const QString& text, const QStringList& classes) const
{
    const auto found = m_plain.constFind(text);
    return found == m_plain.constEnd() ? std::nullopt : std::optional(Found{nearest(*found, classes), {}, -1});
}

std::optional<Said::Found> Said::find(const QString& text, const QStringList& classes) const
{
    if (const auto exact = m_texts.constFind(text); exact != m_texts.constEnd())
        return Found{nearest(*exact, classes), {}, -1};
    return findPattern(text, classes);
}

std::optional<Said::Found> Said::findPattern(const QString& text, const QStringList& classes) const
{
    std::optional<Found> best;
    qsizetype longest = 0;
    for (auto it = m_patterns.cbegin(); it != m_patterns.cend(); ++it) {
        if (it->letters() <= longest)
            continue;
        const std::optional<QStringList> values = it->valuesIn(text);
        if (!values)
            continue;
        longest = it->letters();
        best = Found{nearest(*m_texts.constFind(it.key()), classes), *values, it->numberIn(text)};
    }
    return best;
}

Catalogue::Catalogue(Language language, QObject* parent) : QTranslator(parent)
{
    registerTranslations();
    const QString name = language == Language::Chinese  ? QStringLiteral("zh_CN")
                         : language == Language::Korean ? QStringLiteral("ko")
                                                        : QStringLiteral("en");
    [[maybe_unused]] const bool isThere = load(QStringLiteral(":/translations/overlap_%1.qm").arg(name));
}

QString Catalogue::translate(const char* context, const char* source, const char* comment, int number) const
{
    // The engine's messages, each program and each machine have a context: a reader's own title is in none of them.
    const QByteArray name(context);
    const bool isData = name == "messages" || name.startsWith("program") || name.startsWith("machine");
    const QString text = QTranslator::translate(isData ? context : kContext, source, comment, number);
    // Qt translates its own texts again by itself. Recording its names of keys would confuse them with our commands.
    if (context != nullptr && context[0] == 'Q' && qstrcmp(context, "QObject") != 0)
        return text;
    const QMutexLocker lock(&m_mutex);
    m_said.add(text.isEmpty() ? QString::fromUtf8(source) : text, {context, source, comment});
    return text;
}

std::optional<Said::Found> Catalogue::find(const QString& text, const QStringList& classes) const
{
    const QMutexLocker lock(&m_mutex);
    return m_said.find(text, classes);
}

std::optional<Said::Found> Catalogue::findPlain(const QString& text, const QStringList& classes) const
{
    const QMutexLocker lock(&m_mutex);
    return m_said.findPlain(text, classes);
}

}  // namespace ui::look
