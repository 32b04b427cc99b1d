#include "ui/drawing/ranks/detail/band_mixing.h"
#include "ui/drawing/ranks/detail/wide_vectors.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <random>
#include <span>
#include <vector>

using namespace ui::drawing;
using namespace ui::drawing::detail;

/// Tests how the colours of a band's cells are mixed.
class TestBandMixing : public QObject {
    Q_OBJECT

private slots:
    void mixedBandColoursAreEqualForBothVectorWidths();
};

namespace {

void mixNarrow(const RowParts& row, const BandColours& colours, std::size_t columns, QRgb* line)
{
    mixAll<FourLanes>(row, colours, columns, line);
}

#if OVERLAP_WIDE_VECTORS
[[gnu::target("avx2")]]
#endif
void mixWide(const RowParts& row, const BandColours& colours, std::size_t columns, QRgb* line)
{
    mixAll<EightLanes>(row, colours, columns, line);
}

}  // namespace

/// Mixes rows of up to 70 columns by mixNarrow() and by mixWide() (AVX2), also from fractions below 0 and above 1. The
/// pixel after the row must not change.
void TestBandMixing::mixedBandColoursAreEqualForBothVectorWidths()
{
#if OVERLAP_WIDE_VECTORS
    if (!__builtin_cpu_supports("avx2"))
        QSKIP("This processor has no AVX2.");
#endif
    std::mt19937 random(7);
    std::uniform_real_distribution<float> part(-0.25F, 1.25F);
    std::uniform_real_distribution<float> channel(0, 255);
    constexpr QRgb kUnused = 0x12345678;
    for (std::size_t columns = kLeastColumns; columns <= 70; ++columns)
        for (std::size_t phase = 0; phase < 12; ++phase) {
            BandColours colours{};
            for (Channels* const some : {&colours.ground, &colours.waitLine, &colours.waitGround})
                std::ranges::generate(*some, [&] { return channel(random); });
            for (Channels& some : colours.kinds)
                std::ranges::generate(some, [&] { return channel(random); });
            std::array<std::vector<float>, kBandKinds + 2> parts;
            for (std::vector<float>& some : parts) {
                some.resize(columns + phase);
                std::ranges::generate(some, [&] { return random() % 16 == 0 ? 0.0F : part(random); });
            }
            RowParts row{};
            for (std::size_t kind = 0; kind < kBandKinds; ++kind)
                row.kinds[kind] = parts[kind].data();
            row.waits = parts[kBandKinds].data() + phase % 2;
            if (phase == 0)
                row.waits = row.kinds[0];
            std::vector<float>& lines = parts[kBandKinds + 1];
            std::ranges::generate(lines, [&] { return random() % 2 == 0 ? 1.0F : 0.0F; });
            row.lines = lines.data() + phase;

            std::vector<QRgb> narrow(columns + 1, kUnused);
            std::vector<QRgb> wide = narrow;
            mixNarrow(row, colours, columns, narrow.data());
            mixWide(row, colours, columns, wide.data());

            QVERIFY2(narrow == wide, qPrintable(QStringLiteral("%1 columns, phase %2").arg(columns).arg(phase)));
            QCOMPARE(narrow.back(), kUnused);
            QVERIFY(std::ranges::all_of(std::span(narrow).first(columns), [](QRgb one) { return qAlpha(one) == 255; }));
        }
}

QTEST_APPLESS_MAIN(TestBandMixing)
#include "tst_band_mixing.moc"
