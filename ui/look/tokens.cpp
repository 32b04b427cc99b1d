#include "ui/look/theme.h"

#include "ui/look/contrast.h"

namespace ui::look {

namespace {

/// A colour from "RRGGBB".
QColor hex(const char* digits)
{
    return QColor(QLatin1Char('#') + QLatin1String(digits));
}

Tokens makeLight()
{
    Tokens t;
    t.chrome = hex("F5F6F8"), t.panel = hex("FFFFFF"), t.plot = hex("FFFFFF");
    t.band = hex("FAFBFC"), t.sunken = hex("EEF0F4"), t.hover = hex("F1F3F6");
    t.soft = hex("ECEEF2"), t.line = hex("DEE2E8"), t.strong = hex("BFC5D0");
    t.text = hex("14171D"), t.text2 = hex("4A5160"), t.text3 = hex("656D7C");
    t.ink = hex("14171D"), t.onInk = hex("FFFFFF");
    t.accent = hex("4547C9"), t.accentSoft = hex("ECECFB"), t.onAccent = hex("FFFFFF");
    t.sync = hex("A03C78"), t.syncFill = hex("CC79A7"), t.syncSoft = hex("FCF4F8"), t.syncHatch = hex("E6C3D6");
    t.fail = hex("B34700"), t.failFill = hex("D55E00"), t.failSoft = hex("FDF0E7"), t.failLine = hex("F0C3A2");
    t.warn = hex("7A5300"), t.warnSoft = hex("FFF6DC"), t.warnLine = hex("E3A008");
    t.memFill = hex("7FA8C6"), t.memEnv = hex("DDE8F0"), t.memLine = hex("2F6D9A"), t.envLine = hex("8FB4CD");
    t.tip = hex("1B1F27"), t.tipText = hex("F3F5F8"), t.tipText2 = hex("B4BCCA");
    t.patternStroke = QColor(90, 50, 0, 54);
    t.accentHover = hex("5557D6"), t.shadow = QColor(20, 23, 29, 41);
    t.codeKeyword = hex("8A3FA0"), t.codeString = hex("2F6B1F"), t.codeNumber = hex("9A4A00");
    t.codeComment = hex("697182"), t.codeFunction = hex("0B5F94");
    return t;
}

Tokens makeDark()
{
    Tokens t;
    t.chrome = hex("0F1115"), t.panel = hex("14171C"), t.plot = hex("111419");
    t.band = hex("161A20"), t.sunken = hex("1D2128"), t.hover = hex("1B1F26");
    t.soft = hex("1E222A"), t.line = hex("292E38"), t.strong = hex("434B59");
    t.text = hex("ECEEF2"), t.text2 = hex("AEB5C2"), t.text3 = hex("8D95A5");
    t.ink = hex("ECEEF2"), t.onInk = hex("0F1115");
    t.accent = hex("9A9DFF"), t.accentSoft = hex("24264A"), t.onAccent = hex("0D0E22");
    t.sync = hex("E6A6CB"), t.syncFill = hex("CC79A7"), t.syncSoft = hex("281B23"), t.syncHatch = hex("62405A");
    t.fail = hex("FF9158"), t.failFill = hex("F0762C"), t.failSoft = hex("33201A"), t.failLine = hex("6B3A22");
    t.warn = hex("F2C14E"), t.warnSoft = hex("2B2410"), t.warnLine = hex("C58F12");
    t.memFill = hex("336E97"), t.memEnv = hex("1B2A35"), t.memLine = hex("7DB9E2"), t.envLine = hex("3F6A87");
    t.tip = hex("F1F3F7"), t.tipText = hex("14171D"), t.tipText2 = hex("4A5160");
    t.patternStroke = QColor(60, 30, 0, 87);
    t.accentHover = hex("B1B3FF"), t.shadow = QColor(0, 0, 0, 140);
    t.codeKeyword = hex("D79BE8"), t.codeString = hex("9BCF8A"), t.codeNumber = hex("F0A972");
    t.codeComment = hex("8D95A5"), t.codeFunction = hex("7FBFEF");
    return t;
}

constexpr double kText = 7.0;  ///< lowest contrast ratio of text in high contrast
constexpr double kEdge = 4.5;  ///< lowest contrast ratio of edges and of most lines in high contrast

/// Keeps the hues, and raises the contrast of texts, edges and lines with their backgrounds.
Tokens raised(Tokens t, const QColor& strongest)
{
    t.text = t.ink = strongest;
    for (QColor* text :
         {&t.text2, &t.text3, &t.codeKeyword, &t.codeString, &t.codeNumber, &t.codeComment, &t.codeFunction})
        *text = withContrast(*text, {t.chrome, t.panel, t.band, t.sunken, t.hover, t.accentSoft}, kText);
    t.accent = withContrast(t.accent, {t.chrome, t.panel, t.sunken, t.accentSoft, t.onAccent}, kText);
    t.accentHover = withContrast(t.accentHover, {t.panel, t.onAccent}, kText);
    t.sync = withContrast(t.sync, {t.chrome, t.panel, t.syncSoft}, kText);
    t.fail = withContrast(t.fail, {t.chrome, t.panel, t.failSoft}, kText);
    t.warn = withContrast(t.warn, {t.chrome, t.panel, t.plot, t.warnSoft}, kText);
    for (QColor* line : {&t.strong, &t.syncFill, &t.failFill, &t.failLine, &t.warnLine, &t.memLine, &t.envLine})
        *line = withContrast(*line, {t.plot, t.panel, t.chrome}, kEdge);
    t.line = withContrast(t.line, {t.plot, t.panel, t.chrome}, 3.0);
    t.tipText2 = withContrast(t.tipText2, {t.tip}, kText);
    return t;
}

KindColours raised(KindColours colours, const Tokens& t)
{
    const QColor black(Qt::black), white(Qt::white);
    colours.textOnFill = contrastOf(black, colours.fill) > contrastOf(white, colours.fill) ? black : white;
    colours.fill = withContrast(colours.fill, {colours.textOnFill}, kText);
    colours.textOnTint = withContrast(colours.textOnTint, {colours.tint}, kText);
    colours.edge = withContrast(colours.edge, {t.plot, t.band}, kEdge);
    return colours;
}

KindColours make(const char* fill, const char* edge, const char* tint, const char* onTint, const char* onFill,
                 Pattern pattern)
{
    return {hex(fill), hex(edge), hex(tint), hex(onTint), hex(onFill), pattern};
}

struct KindTable {
    KindColours compute, backward, elementwise, copyIn, copyOut, copyPeer, host;

    [[nodiscard]] const KindColours& operator[](engine::trace::Kind kind) const
    {
        switch (kind) {
            case engine::trace::Kind::Compute:
                return compute;
            case engine::trace::Kind::Backward:
                return backward;
            case engine::trace::Kind::Elementwise:
                return elementwise;
            case engine::trace::Kind::CopyIn:
                return copyIn;
            case engine::trace::Kind::CopyOut:
                return copyOut;
            case engine::trace::Kind::CopyPeer:
            case engine::trace::Kind::Collective:
                return copyPeer;
            case engine::trace::Kind::Host:
                break;
        }
        return host;
    }
};

KindTable raised(KindTable table, const Tokens& tokens)
{
    for (KindColours* colours : {&table.compute, &table.backward, &table.elementwise, &table.copyIn, &table.copyOut,
                                 &table.copyPeer, &table.host})
        *colours = raised(*colours, tokens);
    return table;
}

}  // namespace

const Tokens& tokensOf(Mode mode, Contrast contrast)
{
    static const Tokens light = makeLight();
    static const Tokens dark = makeDark();
    static const Tokens highLight = raised(makeLight(), QColor(Qt::black));
    static const Tokens highDark = raised(makeDark(), QColor(Qt::white));
    if (contrast == Contrast::High)
        return mode == Mode::Dark ? highDark : highLight;
    return mode == Mode::Dark ? dark : light;
}

const KindColours& coloursOf(Mode mode, engine::trace::Kind kind, Contrast contrast)
{
    static const KindTable light{
        make("0072B2", "005A8C", "DCECF6", "00507E", "FFFFFF", Pattern::Solid),
        make("56B4E9", "2484BA", "E3F2FB", "155E88", "06202F", Pattern::Dots),
        make("009E73", "007A59", "DCF2EB", "00614A", "03140E", Pattern::Horizontal),
        make("F0E442", "9C9100", "FBF8D3", "5E5700", "2B2800", Pattern::Rising),
        make("E69F00", "A87400", "FBEFD6", "704D00", "2A1D00", Pattern::Falling),
        make("BF7A12", "855200", "F5E7D0", "6A4200", "180D00", Pattern::Cross),
        make("566072", "3E4757", "E9ECF1", "3E4757", "FFFFFF", Pattern::Solid),
    };
    static const KindTable dark{
        make("4AA3DF", "7CC0EC", "16303F", "9ED2F5", "04121D", Pattern::Solid),
        make("9AD3F5", "C4E6FA", "1D3440", "BCE2F8", "06202F", Pattern::Dots),
        make("2DBE94", "6ADBB9", "12332A", "7FE0C2", "03140E", Pattern::Horizontal),
        make("F2E75C", "FBF5A8", "35331A", "F5EE9A", "2B2800", Pattern::Rising),
        make("F0AE2B", "F8CE7C", "3A2C12", "F7CB75", "2A1D00", Pattern::Falling),
        make("CE8E33", "E6B673", "33260F", "E8BC7E", "180D00", Pattern::Cross),
        make("8590A3", "AEB8C8", "232831", "B7C0CF", "0B0E13", Pattern::Solid),
    };
    static const KindTable highLight = raised(light, tokensOf(Mode::Light, Contrast::High));
    static const KindTable highDark = raised(dark, tokensOf(Mode::Dark, Contrast::High));
    if (contrast == Contrast::High)
        return mode == Mode::Dark ? highDark[kind] : highLight[kind];
    return mode == Mode::Dark ? dark[kind] : light[kind];
}

}  // namespace ui::look
