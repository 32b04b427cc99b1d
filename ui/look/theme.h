#pragma once

#include "engine/trace/record.h"
#include "ui/look/bounded_cache.h"
#include "ui/look/languages.h"

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPalette>
#include <QSize>
#include <array>
#include <optional>
#include <tuple>

namespace ui::look {

/// The colours of one theme. Names and values are those in the design's token table.
struct Tokens {
    QColor chrome, panel, plot;
    QColor band, sunken, hover;
    QColor soft, line, strong;
    QColor text, text2, text3;
    QColor ink, onInk;
    QColor accent, accentSoft, onAccent;
    QColor sync, syncFill, syncSoft, syncHatch;
    QColor fail, failFill, failSoft, failLine;
    QColor warn, warnSoft, warnLine;  ///< colours of warnings, for example about a mistimed block
    QColor memFill, memEnv, memLine, envLine;
    QColor tip, tipText, tipText2;
    QColor patternStroke;
    QColor accentHover, shadow;
    QColor codeKeyword, codeString, codeNumber, codeComment, codeFunction;
};

enum class Pattern : std::uint8_t { Solid, Dots, Horizontal, Rising, Falling, Cross, ThinRising, DenseLines };

/// Colours and pattern of operations of one kind.
struct KindColours {
    QColor fill, edge, tint, textOnTint, textOnFill;
    Pattern pattern = Pattern::Solid;
};

enum class Mode : std::uint8_t { Light, Dark };
/// High: contrast with the background is at least 7:1 for text and 4.5:1 for edges.
enum class Contrast : std::uint8_t { Normal, High };

/// The colours of an exported figure, and its smallest font size in pixels.
struct Paper {
    Tokens tokens;
    std::array<KindColours, static_cast<std::size_t>(engine::trace::Kind::Collective) + 1> kinds;
    double smallestFont = 12;
};

/// Colours, fonts and icons of the program. app/desktop creates the theme and passes it to every view; changed() is
/// emitted when theme, scale or language changes. Thread: GUI.
class Theme : public QObject {
    Q_OBJECT

public:
    explicit Theme(Mode mode = Mode::Light, QObject* parent = nullptr);
    /// The theme of an exported figure. Its font sizes are whole pixels, because point sizes would depend on the file's
    /// resolution.
    explicit Theme(const Paper& paper);

    [[nodiscard]] Mode mode() const { return m_mode; }
    void setMode(Mode mode);

    [[nodiscard]] Contrast contrast() const { return m_contrast; }
    void setContrast(Contrast contrast);

    /// Enlarges the interface for a projector. In a window of 1920 × 1080 a span's smallest label is 14 pt, and a lane
    /// is at least 40 pixels high; in a smaller window the scale is reduced so that the same content fits.
    /// chosenScale() does not change.
    [[nodiscard]] bool isProjected() const { return m_isProjected; }
    void setProjected(bool isProjected);
    /// Sets the size, in pixels, of the window that a projector shows; an empty size is ignored.
    void setProjectedSize(const QSize& size);

    /// The scale that the user has chosen; 1.0 = 100 %. See scale() for the scale in effect.
    [[nodiscard]] double chosenScale() const { return m_scale; }
    /// Sets the chosen scale, clamped to the supported scales.
    void setScale(double scale);
    /// Converts a length in pixels at 100 % to pixels at the scale in effect, rounded.
    [[nodiscard]] int px(double at100) const { return static_cast<int>(at100 * scale() + 0.5); }
    /// The scale in effect: chosenScale(), or the projector's scale if the projector mode is on and that scale is
    /// larger.
    [[nodiscard]] double scale() const;

    /// Selects the CJK fallback font to try first, since Chinese and Korean draw the same characters differently.
    /// `language` is never System. Emits changed() even for the current language, because views re-create their texts
    /// on changed().
    void setLanguage(Language language);

    [[nodiscard]] const Tokens& tokens() const;
    [[nodiscard]] const KindColours& kind(engine::trace::Kind kind) const;

    /// The pattern of `kind` as a texture on its fill colour, sharp at `devicePixelRatio`; a plain brush for solid
    /// kinds.
    [[nodiscard]] QBrush patternBrush(engine::trace::Kind kind, qreal devicePixelRatio) const;
    /// Thin rising lines on a pale background, for waits of the program.
    [[nodiscard]] QBrush waitBrush(qreal devicePixelRatio) const;
    [[nodiscard]] QBrush hatchBrush(Pattern pattern, const QColor& ground, const QColor& stroke,
                                    qreal devicePixelRatio) const;

    /// Inter and JetBrains Mono with CJK fallback fonts; sizes in pixels at 100 %.
    [[nodiscard]] QFont sans(double pixels = 12, QFont::Weight weight = QFont::Normal) const;
    [[nodiscard]] QFont mono(double pixels = 12, QFont::Weight weight = QFont::Normal) const;

    /// An icon of resources/icons by file name ("play"), drawn in `colour` (token text by default).
    [[nodiscard]] QIcon icon(const QString& name, const QColor& colour = {}) const;

    [[nodiscard]] QPalette palette() const;
    [[nodiscard]] QString styleSheet() const;

signals:
    void changed();

private:
    enum class Family : std::uint8_t { Sans, Mono };
    [[nodiscard]] QFont font(Family family, double pixels, QFont::Weight weight) const;

    Mode m_mode;
    Contrast m_contrast = Contrast::Normal;
    bool m_isProjected = false;
    double m_projectedScale;
    double m_scale = 1.0;
    std::optional<Paper> m_paper;
    Language m_language = Language::English;

    // These members are caches, because painters request fonts, textures and icons at every step of a zoom. A cached
    // QFont also caches its lookup in the font database.
    using FontKey = std::tuple<Family, Language, double /* pixels */, QFont::Weight, double /* dots per inch */>;
    using HatchKey = std::tuple<Pattern, QRgb /* ground */, QRgb /* stroke */, double /* scale */, double /* ratio */>;
    using IconKey = std::pair<QString, QRgb>;
    mutable BoundedCache<FontKey, QFont, 256> m_fonts;
    mutable BoundedCache<HatchKey, QBrush, 256> m_hatches;
    mutable BoundedCache<IconKey, QIcon, 256> m_icons;
};

[[nodiscard]] const Tokens& tokensOf(Mode mode, Contrast contrast = Contrast::Normal);
[[nodiscard]] const KindColours& coloursOf(Mode mode, engine::trace::Kind kind, Contrast contrast = Contrast::Normal);

}  // namespace ui::look
