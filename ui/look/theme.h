#pragma once

#include "engine/trace/record.h"
#include "ui/look/kept.h"
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

/// The colour tokens of one theme; names and values are those of the design's token table.
struct Tokens {
    QColor chrome, panel, plot;
    QColor band, sunken, hover;
    QColor soft, line, strong;
    QColor text, text2, text3;
    QColor ink, onInk;
    QColor accent, accentSoft, onAccent;
    QColor sync, syncFill, syncSoft, syncHatch;
    QColor fail, failFill, failSoft, failLine;
    QColor ok, okSoft, okLine;
    QColor memFill, memEnv, memLine, envLine;
    QColor tip, tipText, tipText2;
    QColor patternStroke;
    QColor accentHover, shadow;
    QColor codeKeyword, codeString, codeNumber, codeComment, codeFunction;
};

enum class Pattern : std::uint8_t { Solid, Dots, Horizontal, Rising, Falling, Cross, ThinRising, DenseLines };

/// How operations of one kind look.
struct KindColours {
    QColor fill, edge, tint, textOnTint, textOnFill;
    Pattern pattern = Pattern::Solid;
};

enum class Mode : std::uint8_t { Light, Dark };
/// High: every text at least 7:1 on its ground, every edge 4.5:1.
enum class Contrast : std::uint8_t { Normal, High };

/// Colours of a figure, and its smallest font size in pixels.
struct Paper {
    Tokens tokens;
    std::array<KindColours, static_cast<std::size_t>(engine::trace::Kind::Host) + 1> kinds;
    double smallestFont = 12;
};

/// Colours, fonts and icons of the program. One object, made by app/desktop and handed to every view; changed() is
/// emitted when the reader switches the theme or the scale. Thread: GUI.
class Theme : public QObject {
    Q_OBJECT

public:
    explicit Theme(Mode mode = Mode::Light, QObject* parent = nullptr);
    /// Of a figure: fonts have whole pixels, since points would follow the resolution of the file.
    explicit Theme(const Paper& paper);

    [[nodiscard]] Mode mode() const { return m_mode; }
    void setMode(Mode mode);

    [[nodiscard]] Contrast contrast() const { return m_contrast; }
    void setContrast(Contrast contrast);

    /// For a lecture hall: in a window of 1920 by 1080 the smallest label of a span measures 14 pt and a lane 40
    /// pixels, in a smaller one as much of them as leaves the same room. The reader's own chosenScale() stays what it
    /// was.
    [[nodiscard]] bool isProjected() const { return m_isProjected; }
    void setProjected(bool isProjected);
    /// The size of the window that is projected, in pixels; an empty one says nothing.
    void setProjectedSize(const QSize& size);

    /// 1.0 = 100 %. Multiplies every size in pixels that a view asks px() for, and every font.
    [[nodiscard]] double chosenScale() const { return m_scale; }
    void setScale(double scale);
    [[nodiscard]] int px(double at100) const { return static_cast<int>(at100 * scale() + 0.5); }
    /// What sizes are multiplied by: the scale, or that of the lecture hall where this is larger.
    [[nodiscard]] double scale() const;

    /// Whose letters come first where Latin ones end: Chinese and Korean draw the same characters differently. Never
    /// System. changed() is emitted for the same language too, for views make their texts anew on it.
    void setLanguage(Language language);

    [[nodiscard]] const Tokens& tokens() const;
    [[nodiscard]] const KindColours& kind(engine::trace::Kind kind) const;

    /// Pattern of `kind` as a texture over its fill, crisp at `devicePixelRatio`; solid kinds give their plain fill.
    [[nodiscard]] QBrush patternBrush(engine::trace::Kind kind, qreal devicePixelRatio) const;
    /// Pale ground with thin rising lines: waits of the program.
    [[nodiscard]] QBrush waitBrush(qreal devicePixelRatio) const;
    [[nodiscard]] QBrush hatchBrush(Pattern pattern, const QColor& ground, const QColor& stroke,
                                    qreal devicePixelRatio) const;

    /// Inter and JetBrains Mono with the CJK fallbacks; sizes are pixels at 100 %.
    [[nodiscard]] QFont sans(double pixels = 12, QFont::Weight weight = QFont::Normal) const;
    [[nodiscard]] QFont mono(double pixels = 12, QFont::Weight weight = QFont::Normal) const;

    /// An icon of the design's set by file name ("play"), drawn in `colour` (token text by default).
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

    // A painter asks for these at every step of a zoom. A font that is kept also keeps what it found in the system.
    using FontKey = std::tuple<Family, Language, double /* pixels */, QFont::Weight, double /* dots per inch */>;
    using HatchKey = std::tuple<Pattern, QRgb /* ground */, QRgb /* stroke */, double /* scale */, double /* ratio */>;
    using IconKey = std::pair<QString, QRgb>;
    mutable Kept<FontKey, QFont, 256> m_fonts;
    mutable Kept<HatchKey, QBrush, 256> m_hatches;
    mutable Kept<IconKey, QIcon, 256> m_icons;
};

[[nodiscard]] const Tokens& tokensOf(Mode mode, Contrast contrast = Contrast::Normal);
[[nodiscard]] const KindColours& coloursOf(Mode mode, engine::trace::Kind kind, Contrast contrast = Contrast::Normal);

}  // namespace ui::look
