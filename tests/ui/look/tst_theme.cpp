#include "ui/look/segmented.h"
#include "ui/look/theme.h"

#include <QAbstractButton>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

using namespace ui::look;
using engine::trace::Kind;

namespace {

constexpr Kind kKinds[] = {Kind::Compute, Kind::Backward, Kind::Elementwise, Kind::CopyIn,
                           Kind::CopyOut, Kind::CopyPeer, Kind::Host};

/// Returns the relative luminance of a colour as defined by WCAG 2.
double luminance(const QColor& colour)
{
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace

class TestTheme : public QObject {
    Q_OBJECT

private slots:
    void textAndEdgesHaveReadableContrast_data();
    void textAndEdgesHaveReadableContrast();
    void settingTheSameModeTwiceNotifiesOnce();
    void scaleStaysWithinItsLimits();
    void scaleForTheProjectorFitsTheWindow_data();
    void scaleForTheProjectorFitsTheWindow();
    void fontsKeepHalfPixelSizes();
    void cachesAreUpdatedWhenScaleColoursOrLanguageChange();
    void iconsAreDrawnInTheGivenColour();
    void everyIconOfTheSetExists();
    void tilesOfAPatternJoinWithoutASeam();
    void styleSheetHasNoUnfilledPlaceholder();
    void segmentsOfAControlAreChosenByKeyAndMouse();
};

void TestTheme::textAndEdgesHaveReadableContrast_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestTheme::textAndEdgesHaveReadableContrast()
{
    QFETCH(bool, isDark);
    const Mode mode = isDark ? Mode::Dark : Mode::Light;
    const Tokens& t = tokensOf(mode);

    QVERIFY(contrast(t.text, t.panel) >= 4.5);
    QVERIFY(contrast(t.text2, t.panel) >= 4.5);
    QVERIFY(contrast(t.text3, t.panel) >= 4.5);
    QVERIFY(contrast(t.onAccent, t.accent) >= 4.5);
    QVERIFY(contrast(t.sync, t.syncSoft) >= 4.5);
    QVERIFY(contrast(t.fail, t.failSoft) >= 4.5);
    QVERIFY(contrast(t.warn, t.warnSoft) >= 4.5);
    QVERIFY(contrast(t.warn, t.panel) >= 4.5);
    QVERIFY(contrast(t.tipText, t.tip) >= 4.5);
    for (const Kind kind : kKinds) {
        const KindColours& c = coloursOf(mode, kind);
        QVERIFY2(contrast(c.textOnFill, c.fill) >= 4.5, qPrintable(c.fill.name()));
        QVERIFY2(contrast(c.textOnTint, c.tint) >= 4.5, qPrintable(c.tint.name()));
        QVERIFY2(contrast(c.edge, t.plot) >= 3.0, qPrintable(c.edge.name()));
    }
}

void TestTheme::settingTheSameModeTwiceNotifiesOnce()
{
    Theme theme;
    QSignalSpy changed(&theme, &Theme::changed);

    theme.setMode(Mode::Dark);
    theme.setMode(Mode::Dark);

    QCOMPARE(changed.count(), 1);
    QCOMPARE(theme.tokens().panel, QColor("#14171C"));
}

void TestTheme::scaleForTheProjectorFitsTheWindow_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("scale");
    QTest::newRow("unknown size") << QSize() << 1.78;
    QTest::newRow("HD") << QSize(1280, 720) << 1.15;
    QTest::newRow("notebook") << QSize(1366, 768) << 1.25;
    QTest::newRow("size of the design") << QSize(1440, 900) << 1.3;
    QTest::newRow("Full HD") << QSize(1920, 1080) << 1.78;
    QTest::newRow("WQHD") << QSize(2560, 1440) << 1.78;
    QTest::newRow("low and wide") << QSize(1920, 700) << 1.15;
    QTest::newRow("tiny") << QSize(200, 100) << 1.0;
}

void TestTheme::scaleForTheProjectorFitsTheWindow()
{
    QFETCH(QSize, size);
    QFETCH(double, scale);
    ui::look::Theme theme;
    QSignalSpy changed(&theme, &ui::look::Theme::changed);
    theme.setProjectedSize(size);
    QCOMPARE(changed.count(), 0);
    QCOMPARE(theme.scale(), 1.0);
    theme.setProjected(true);
    QCOMPARE(theme.scale(), scale);
    changed.clear();
    theme.setProjectedSize(size + QSize(1, 1));
    QCOMPARE(changed.count(), 0);
    theme.setScale(1.9);  // a scale set by the user takes precedence over a smaller projected one
    QCOMPARE(theme.scale(), 1.9);
}

void TestTheme::scaleStaysWithinItsLimits()
{
    Theme theme;

    theme.setScale(9);
    QCOMPARE(theme.scale(), 2.0);
    theme.setScale(0.01);
    QCOMPARE(theme.scale(), 0.8);
    theme.setScale(std::nan(""));
    QCOMPARE(theme.scale(), 1.0);
    theme.setScale(1.5);
    QCOMPARE(theme.px(17), 26);
}

void TestTheme::fontsKeepHalfPixelSizes()
{
    const Theme theme;

    const double small = QFontMetricsF(theme.sans(11)).height();
    const double middle = QFontMetricsF(theme.sans(11.5)).height();
    const double large = QFontMetricsF(theme.sans(12)).height();

    QVERIFY(small <= middle && middle <= large);
    QVERIFY(QFontMetricsF(theme.mono(11.5)).horizontalAdvance("0000") >
            QFontMetricsF(theme.mono(11)).horizontalAdvance("0000"));
}

void TestTheme::cachesAreUpdatedWhenScaleColoursOrLanguageChange()
{
    Theme theme;
    const QFont font = theme.sans(10.5);
    QVERIFY(theme.sans(10.5) == font);
    QVERIFY(theme.sans(10.5, QFont::Bold) != font);
    QVERIFY(theme.mono(10.5) != font);
    const QImage tile = theme.waitBrush(1.0).textureImage();
    QCOMPARE(theme.waitBrush(1.0).textureImage(), tile);
    QVERIFY(theme.waitBrush(2.0).textureImage().size() != tile.size());
    const QImage play = theme.icon(QStringLiteral("play")).pixmap(16).toImage();
    QCOMPARE(theme.icon(QStringLiteral("play")).pixmap(16).toImage(), play);
    theme.setScale(1.5);
    QVERIFY(theme.sans(10.5) != font);
    QVERIFY(theme.waitBrush(1.0).textureImage().size() != tile.size());
    theme.setScale(1.0);
    QVERIFY(theme.sans(10.5) == font);
    theme.setMode(Mode::Dark);
    QVERIFY(theme.waitBrush(1.0).textureImage() != tile);
    QVERIFY(theme.icon(QStringLiteral("play")).pixmap(16).toImage() != play);
    theme.setLanguage(Language::Korean);
    Theme korean;
    korean.setLanguage(Language::Korean);
    QCOMPARE(theme.sans(10.5).families(), korean.sans(10.5).families());
}

void TestTheme::iconsAreDrawnInTheGivenColour()
{
    const Theme theme;

    const QImage image = theme.icon("stop", Qt::red).pixmap(32, 32).toImage();

    QCOMPARE(image.pixelColor(16, 16), QColor(Qt::red));
    QCOMPARE(image.pixelColor(0, 0).alpha(), 0);
    QVERIFY(theme.icon("there is none").isNull());
}

void TestTheme::everyIconOfTheSetExists()
{
    const Theme theme;
    const QStringList set = QStringLiteral(
                                "play pause step reset stop menu chip python link mem clock book layers chart graph "
                                "flag compare export save copy swap undo search zoomin zoomout fit ruler arrows path "
                                "expand down right info help warn check close xmark sun moon overlap mark")
                                .split(' ');
    for (const QString& name : set) {
        const QImage image = theme.icon(name).pixmap(16, 16).toImage();
        bool isDrawn = false;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                isDrawn = isDrawn || image.pixelColor(x, y).alpha() > 0;
        QVERIFY2(isDrawn, qPrintable(name));
    }
}

void TestTheme::tilesOfAPatternJoinWithoutASeam()
{
    Theme theme;
    theme.setScale(1.25);

    for (const Kind kind : kKinds) {
        const QBrush brush = theme.patternBrush(kind, 1.5);
        const QPixmap tile = brush.texture();
        if (theme.kind(kind).pattern == Pattern::Solid) {
            QCOMPARE(brush.color(), theme.kind(kind).fill);
            continue;
        }
        // If the tiles had a seam, pixels of opposite edges would differ more than neighbours within a tile.
        const QImage image = tile.toImage().convertToFormat(QImage::Format_RGB32);
        QCOMPARE(image.width(), image.height());
        int within = 0, across = 0;
        for (int y = 0; y < image.height(); ++y) {
            across = std::max(across, std::abs(qGreen(image.pixel(0, y)) - qGreen(image.pixel(image.width() - 1, y))));
            for (int x = 1; x < image.width(); ++x)
                within = std::max(within, std::abs(qGreen(image.pixel(x, y)) - qGreen(image.pixel(x - 1, y))));
        }
        QVERIFY(across <= within);
    }
}

void TestTheme::styleSheetHasNoUnfilledPlaceholder()
{
    Theme theme(Mode::Dark);
    theme.setScale(2);

    const QString sheet = theme.styleSheet();

    QVERIFY(!sheet.contains('%'));
    QVERIFY(sheet.contains("border: 1px solid"));
    QVERIFY(sheet.contains("border-radius: 12px"));
}

void TestTheme::segmentsOfAControlAreChosenByKeyAndMouse()
{
    const Theme theme;
    Segmented pace(theme, Segmented::Size::Normal);
    for (const char* name : {"1×", "Slow motion", "Instant"})
        pace.addSegment(QString::fromUtf8(name));
    QSignalSpy chosen(&pace, &Segmented::chosen);
    pace.show();
    pace.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&pace));

    auto* first = pace.findChildren<QAbstractButton*>().at(0);
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Right);
    QCOMPARE(pace.current(), 1);
    pace.setCurrent(2);

    QCOMPARE(pace.current(), 2);
    QTest::mouseClick(first, Qt::LeftButton);
    QCOMPARE(pace.current(), 0);
    QCOMPARE(chosen.last().at(0).toInt(), 0);
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
