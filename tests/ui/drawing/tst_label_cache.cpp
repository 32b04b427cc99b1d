#include "ui/drawing/label_cache.h"
#include "ui/look/theme.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QTest>

using ui::drawing::LabelCache;

namespace {

const QString kTexts[] = {QStringLiteral("epoch 3, batch 118 of 235"),
                          QStringLiteral("L23"),
                          QStringLiteral("2990 ms"),
                          QString::fromUtf8("idle: nothing left to do · 9.97 ms"),
                          QString::fromUtf8("训练 학습"),
                          QStringLiteral("AVAVA To"),
                          QString()};

/// The number of pixels that differ between two images of equal size.
int difference(const QImage& a, const QImage& b)
{
    int count = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    return count;
}

}  // namespace

class TestLabelCache : public QObject {
    Q_OBJECT

private slots:
    void cachedTextWidthsEqualThoseOfQFontMetrics();
    void cachedLabelsAreDrawnLikeUncachedOnes_data();
    void cachedLabelsAreDrawnLikeUncachedOnes();
    void numberOfCachedLabelsIsLimited();

private:
    ui::look::Theme m_theme;
};

void TestLabelCache::cachedTextWidthsEqualThoseOfQFontMetrics()
{
    LabelCache labels;
    for (const QFont& font : {m_theme.sans(10.5), m_theme.mono(11.5, QFont::Bold), m_theme.sans(10.5)}) {
        const QFontMetricsF metrics(font);
        for (const QString& text : kTexts) {
            const double width = metrics.horizontalAdvance(text);
            for (int again = 0; again < 2; ++again) {
                QCOMPARE(labels.width(font, text), width);
                QCOMPARE(labels.laidOut(font, text).width, width);
            }
            for (double room : {-1.0, 0.0, width / 2, width - 0.02, width, width + 0.01, 400.0})
                QCOMPARE(ui::drawing::elided({&labels}, font, text, room),
                         metrics.elidedText(text, Qt::ElideRight, room));
        }
    }
}

void TestLabelCache::cachedLabelsAreDrawnLikeUncachedOnes_data()
{
    QTest::addColumn<double>("ratio");
    for (double ratio : {1.0, 1.25, 2.0})
        QTest::addRow("ratio %.2f", ratio) << ratio;
}

void TestLabelCache::cachedLabelsAreDrawnLikeUncachedOnes()
{
    QFETCH(double, ratio);
    LabelCache cache;
    const auto picture = [&](const LabelCache* labels, double shift) {
        QImage image(QSize(1200, 400) * ratio, QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setBrush(m_theme.waitBrush(ratio));
        painter.drawRoundedRect(QRectF(900, 10, 200, 30), 2, 2);
        double y = 20;
        for (const QFont& font : {m_theme.sans(10.5), m_theme.sans(9.5, QFont::DemiBold), m_theme.mono(12)}) {
            painter.setFont(font);
            double x = 10;
            for (const QString& text : kTexts) {
                const double width = ui::drawing::textWidth(labels, font, text);
                drawText(painter, labels, QPointF(x + shift, y + shift), text);
                const QRectF room(x + shift, y + 10.3 + shift, width + 2, 18);
                drawText(painter, labels, room, Qt::AlignVCenter, text);
                drawText(painter, labels, room.translated(0, 30).adjusted(-3, 0, 3.7, 0.5), Qt::AlignCenter, text);
                // This rectangle is too low and too narrow for the text, so the text is clipped.
                drawText(painter, labels, room.translated(0, 60).adjusted(0, 0, -8, -12), Qt::AlignCenter, text);
                x += width + 14;
            }
            y += 110;
        }
        return image;
    };
    for (double shift : {0.0, 0.3, 0.5, 0.77}) {
        const QImage plain = picture(nullptr, shift);
        QImage blank = plain;
        blank.fill(Qt::white);
        // Qt rounds a scaled position to 1/64 pixel before or after it adds the offset of a glyph, which may shift the
        // glyph by a quarter of a pixel.
        const int allowed = ratio > 1 ? difference(plain, blank) / 10 : 0;
        for (int again = 0; again < 2; ++again) {
            const int differing = difference(picture(&cache, shift), plain);
            QVERIFY2(differing <= allowed, qPrintable(QStringLiteral("%1 of %2").arg(differing).arg(allowed)));
        }
    }
    QVERIFY(picture(&cache, 0.0) != picture(&cache, 0.5));
}

void TestLabelCache::numberOfCachedLabelsIsLimited()
{
    LabelCache labels;
    const QFont font = m_theme.sans(10.5);
    for (int i = 0; i < 20'000; ++i)
        (void)labels.width(font, QString::number(i));
    QVERIFY2(labels.size() > 0 && labels.size() <= 5000, qPrintable(QString::number(labels.size())));
    labels.clear();
    QCOMPARE(labels.size(), qsizetype{0});
}

QTEST_MAIN(TestLabelCache)
#include "tst_label_cache.moc"
