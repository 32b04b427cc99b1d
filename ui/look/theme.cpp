#include "ui/look/theme.h"

#include "ui/look/language_rows.h"

#include <QFontDatabase>
#include <QGuiApplication>
#include <QScreen>
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace ui::look {

namespace {

constexpr double kSmallestScale = 0.8;
constexpr double kLargestScale = 2.0;
/// Scales a span's text from 10.5 px to 14 pt.
constexpr double kProjectedScale = 1.78;
/// 1920 × 1080 pixels divided by kProjectedScale. The content of the window fits into this size.
constexpr double kProjectedWidth = 1078;
constexpr double kProjectedHeight = 606;
constexpr double kStepsOfScale = 20;

/// Returns the installed families among the preferred ones, then the system's default family. If `latin` is not
/// installed, the system's family comes first.
QStringList familiesOf(const QString& latin, const std::vector<QString>& glyphs, QFontDatabase::SystemFont system)
{
    const QStringList known = QFontDatabase::families();
    QStringList families;
    if (known.contains(latin))
        families << latin;
    for (const QString& family : glyphs)
        if (known.contains(family))
            families << family;
    const QString own = QFontDatabase::systemFont(system).family();
    const bool hasLatin = !families.isEmpty() && !families.front().startsWith(QLatin1String("Noto Sans"));
    families.insert(hasLatin ? families.size() : 0, own);
    return families;
}

/// The font families for one language, in the order of preference. Every list contains the fonts of all languages; the
/// glyph variant of the language itself precedes the others.
struct Families {
    QStringList sans, mono;
};

const Families& familiesOf(Language language)
{
    static const std::map<Language, Families> families = [] {
        std::map<Language, Families> all;
        for (const LanguageRow& row : languageRows())
            all[row.language] = {
                familiesOf(QStringLiteral("Inter"), glyphFamilies(QStringLiteral("Noto Sans CJK "), row.language),
                           QFontDatabase::GeneralFont),
                familiesOf(QStringLiteral("JetBrains Mono"),
                           glyphFamilies(QStringLiteral("Noto Sans Mono CJK "), row.language),
                           QFontDatabase::FixedFont)};
        return all;
    }();
    return families.at(language);
}

double dotsPerInchOfScreen()
{
    const QScreen* screen = QGuiApplication::primaryScreen();
    return screen != nullptr ? screen->logicalDotsPerInchY() : 96.0;
}

/// Sets a fractional size such as 11.5 px in points, because Qt's pixel sizes are integers.
void setPixels(QFont& font, double pixels, double dotsPerInch)
{
    if (std::abs(pixels - std::round(pixels)) < 0.05)
        font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
    else
        font.setPointSizeF(pixels * 72.0 / dotsPerInch);
}

QFont makeFont(const QStringList& families, double pixels, QFont::Weight weight, double dotsPerInch)
{
    QFont font;
    font.setFamilies(families);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    setPixels(font, pixels, dotsPerInch);
    return font;
}

}  // namespace

Theme::Theme(Mode mode, QObject* parent) : QObject(parent), m_mode(mode), m_projectedScale(kProjectedScale) {}

Theme::Theme(const Paper& paper) : Theme(Mode::Light)
{
    m_paper = paper;
}

void Theme::setMode(Mode mode)
{
    if (m_mode == mode)
        return;
    m_mode = mode;
    emit changed();
}

void Theme::setContrast(Contrast contrast)
{
    if (m_contrast == contrast)
        return;
    m_contrast = contrast;
    emit changed();
}

void Theme::setProjected(bool isProjected)
{
    if (m_isProjected == isProjected)
        return;
    m_isProjected = isProjected;
    emit changed();
}

void Theme::setProjectedSize(const QSize& size)
{
    if (size.isEmpty())
        return;
    const double before = scale();
    const double fitting = std::min(size.width() / kProjectedWidth, size.height() / kProjectedHeight);
    // Change the scale in steps: a change lays out every view again, and a window that the user resizes goes through
    // many sizes.
    m_projectedScale = fitting >= kProjectedScale ? kProjectedScale
                                                  : std::max(1.0, std::floor(fitting * kStepsOfScale) / kStepsOfScale);
    if (scale() != before)
        emit changed();
}

double Theme::scale() const
{
    return m_isProjected ? std::max(m_scale, m_projectedScale) : m_scale;
}

void Theme::setScale(double scale)
{
    scale = std::isfinite(scale) ? std::clamp(scale, kSmallestScale, kLargestScale) : 1.0;
    if (std::abs(m_scale - scale) < 1e-9)
        return;
    m_scale = scale;
    emit changed();
}

void Theme::setLanguage(Language language)
{
    m_language = language;
    emit changed();
}

const Tokens& Theme::tokens() const
{
    return m_paper ? m_paper->tokens : tokensOf(m_mode, m_contrast);
}

const KindColours& Theme::kind(engine::trace::Kind kind) const
{
    return m_paper ? m_paper->kinds[static_cast<std::size_t>(kind)] : coloursOf(m_mode, kind, m_contrast);
}

QFont Theme::font(Family family, double pixels, QFont::Weight weight) const
{
    const double wanted = pixels * scale();
    const double size = m_paper ? std::max(m_paper->smallestFont, std::round(wanted)) : wanted;
    const double dotsPerInch = dotsPerInchOfScreen();
    return m_fonts.get({family, m_language, size, weight, dotsPerInch}, [&] {
        const Families& families = familiesOf(m_language);
        if (family == Family::Sans)
            return makeFont(families.sans, size, weight, dotsPerInch);
        QFont font = makeFont(families.mono, size, weight, dotsPerInch);
        font.setStyleHint(QFont::Monospace);
        font.setFixedPitch(true);
        return font;
    });
}

QFont Theme::sans(double pixels, QFont::Weight weight) const
{
    return font(Family::Sans, pixels, weight);
}

QFont Theme::mono(double pixels, QFont::Weight weight) const
{
    return font(Family::Mono, pixels, weight);
}

QPalette Theme::palette() const
{
    const Tokens& t = tokens();
    QPalette palette(t.panel, t.chrome);
    const auto set = [&](QPalette::ColorRole role, const QColor& colour) { palette.setColor(role, colour); };
    set(QPalette::Window, t.chrome), set(QPalette::WindowText, t.text);
    set(QPalette::Base, t.panel), set(QPalette::AlternateBase, t.band), set(QPalette::Text, t.text);
    set(QPalette::Button, t.panel), set(QPalette::ButtonText, t.text);
    set(QPalette::PlaceholderText, t.text3), set(QPalette::BrightText, t.fail);
    set(QPalette::Highlight, t.accent), set(QPalette::HighlightedText, t.onAccent);
    set(QPalette::Link, t.accent), set(QPalette::LinkVisited, t.accent);
    set(QPalette::ToolTipBase, t.tip), set(QPalette::ToolTipText, t.tipText);
    set(QPalette::Light, t.panel), set(QPalette::Midlight, t.soft), set(QPalette::Mid, t.line);
    set(QPalette::Dark, t.strong), set(QPalette::Shadow, t.shadow);
    for (QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, t.text3);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, t.strong);
    return palette;
}

}  // namespace ui::look
