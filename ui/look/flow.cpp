#include "ui/look/flow.h"

#include <QRegularExpression>
#include <utility>

namespace ui::look {

namespace {

/// The final sound of a spoken word, which decides the form of the Korean particle after it.
enum class Ending { Vowel, Rieul, Consonant };

Ending endingOf(QChar last, QChar before)
{
    const char16_t code = last.unicode();
    if (code >= 0xAC00 && code <= 0xD7A3) {
        constexpr int kFinals = 28;
        constexpr int kRieul = 8;
        const int final = (code - 0xAC00) % kFinals;
        return final == 0 ? Ending::Vowel : final == kRieul ? Ending::Rieul : Ending::Consonant;
    }
    if (QStringLiteral("178lLR").contains(last))
        return Ending::Rieul;
    const bool isNg = last == QLatin1Char('g') && before == QLatin1Char('n');
    return isNg || QStringLiteral("036mnMN").contains(last) ? Ending::Consonant : Ending::Vowel;
}

/// Index of the last letter, digit or % sign of the word before `at`, skipping brackets, quotes and tags; -1: none.
qsizetype lastSpoken(const QString& text, qsizetype at)
{
    for (qsizetype i = at - 1; i >= 0; --i) {
        if (text[i] == QLatin1Char('>')) {
            i = text.lastIndexOf(QLatin1Char('<'), i);
            continue;
        }
        if (text[i].isLetterOrNumber() || text[i] == QLatin1Char('%'))
            return i;
        if (text[i].isSpace())
            return -1;
    }
    return -1;
}

QString particle(const QString& both, Ending ending)
{
    if (both.startsWith(QLatin1Char('(')))  // the particle (으)로
        return ending == Ending::Consonant ? both[1] + both.mid(3) : both.mid(3);
    return ending == Ending::Vowel ? both.mid(2, both.size() - 3) : both.left(1);
}

}  // namespace

QString chooseParticles(QString text)
{
    static const QRegularExpression kParticle(QStringLiteral("(?:[은을]\\([는를]\\)|이\\(가\\)|\\(으\\)로)"));
    for (auto match = kParticle.match(text); match.hasMatch();) {
        qsizetype next = match.capturedEnd();
        if (const qsizetype last = lastSpoken(text, match.capturedStart()); last >= 0) {
            const QString word = particle(match.captured(), endingOf(text[last], last > 0 ? text[last - 1] : QChar()));
            text.replace(match.capturedStart(), match.capturedLength(), word);
            next = match.capturedStart() + word.size();
        }
        match = kParticle.match(text, next);
    }
    return text;
}

QString formatForWrapping(QString text)
{
    static const QRegularExpression kUnit(
        QStringLiteral("(?<=[0-9]) (?=(?:%|[mnu\u00B5]?s|[kMGT]?i?B(?:/s)?|[kMGTP]?FLOP(?:/s)?)(?![A-Za-z0-9]))"));
    text.replace(kUnit, QString(QChar(QChar::Nbsp)));
    static const QRegularExpression kBlank(
        QStringLiteral("(?<=[\\x{3002}\\x{FF0C}\\x{FF1A}\\x{FF1B}\\x{FF1F}]) +|"
                       "(?<=[\\x{4E00}-\\x{9FFF}]) +(?=[\\x{4E00}-\\x{9FFF}])"));
    text.remove(kBlank);
    return chooseParticles(std::move(text));
}

}  // namespace ui::look
