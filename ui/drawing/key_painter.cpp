#include "ui/drawing/key_painter.h"

#include "ui/drawing/ghost_painter.h"
#include "ui/drawing/key_entries.h"
#include "ui/drawing/lane_geometry.h"
#include "ui/drawing/veil.h"
#include "ui/drawing/waiting.h"
#include "ui/look/translate.h"
#include "ui/look/warning_sign.h"

#include <QPainter>
#include <algorithm>
#include <functional>
#include <iterator>
#include <vector>

namespace ui::drawing {

using engine::trace::Kind;

namespace {

int columnsOf(const Scene& scene)
{
    const bool isScreen = scene.style.path == PaintPath::Screen;
    return static_cast<int>(scene.plotWidth() * (isScreen ? scene.devicePixelRatio : 1.0));
}

/// Returns the content of the lanes in the visible range.
KeySubject keySubjectOf(const Scene& scene)
{
    KeySubject subject{*scene.trace, scene.range, columnsOf(scene)};
    for (const Row& row : scene.layout.rows) {
        if (row.kind == RowKind::Band)
            subject.kinds = {Kind::Compute, Kind::Backward, Kind::Elementwise, Kind::CopyIn, Kind::Collective};
        if (row.kind == RowKind::Overlap && scene.digest != nullptr)
            subject.concurrency = &scene.digest->concurrency();
        const bool isWork = row.kind == RowKind::Work || row.kind == RowKind::Compute || row.kind == RowKind::Copy ||
                            row.kind == RowKind::Communication;
        if (row.lane.isValid() && row.kind != RowKind::Frontend)
            (isWork ? subject.lanes : subject.moreLanes).push_back(row.lane);
        subject.lanes.insert(subject.lanes.end(), row.folded.begin(), row.folded.end());
    }
    subject.hasGhost = scene.before.ghost != nullptr;
    subject.isMistimed = scene.digest != nullptr &&
                         std::ranges::any_of(scene.digest->blocks(), &engine::analysis::TimedBlock::isMistimed);
    return subject;
}

/// Paints the sample of an entry.
void paintSwatch(const Surface& painter, const Scene& scene, const KeyEntry& entry, const QRectF& swatch)
{
    switch (entry.item) {
        case KeyItem::Ghost:
            painter->setPen(ghostPen(scene));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(swatch, 2, 2);
            return;
        case KeyItem::Mistimed:
            return look::paintWarningSign(painter, swatch.adjusted(scene.px(3), 0, -scene.px(3), 0),
                                          scene.theme->tokens());
        case KeyItem::Merged:
            return paintMergedSwatch(painter, *scene.theme, scene.theme->tokens().band, swatch);
        case KeyItem::Wait:
        case KeyItem::RankWait:
            return paintWaitBox(painter, scene, swatch, 2);
        case KeyItem::Kind:
            break;
    }
    painter->setBrushOrigin(swatch.topLeft());
    painter->fillRect(swatch, scene.theme->patternBrush(entry.kind, scene.devicePixelRatio));
    painter->setBrushOrigin(0, 0);
}

/// Whether an entry is left out first if there is too little room.
enum class Need : std::uint8_t { Always, IfThereIsRoom };

class KeyPainter {
public:
    KeyPainter(const Surface& painter, const Scene& scene, const QRectF& rect)
        : m_painter(painter), m_scene(scene), m_rect(rect.adjusted(scene.px(12), 0, 0, 0))
    {
    }

    void add(const QString& text, std::function<void(const QRectF&)> paintSwatch, Need need = Need::Always)
    {
        m_entries.push_back({text, std::move(paintSwatch), need});
    }

    /// Paints the entries on one line; if they do not fit, on one line in a smaller font; otherwise on two lines. If
    /// they do not fit on two lines either, omits entries, optional ones first.
    void paint()
    {
        const auto isOptional = [](const Entry& entry) { return entry.need == Need::IfThereIsRoom; };
        const auto fits = [&](const Form& form) { return arrange(form).size() == m_entries.size(); };
        const Form& form = fits(kOneLine) ? kOneLine : fits(kSmall) ? kSmall : kTwoLines;
        std::vector<QPointF> places = arrange(form);
        for (; places.size() < m_entries.size(); places = arrange(form)) {
            const auto last = std::find_if(m_entries.rbegin(), m_entries.rend(), isOptional);
            if (last == m_entries.rend())
                break;
            m_entries.erase(std::next(last).base());
        }
        for (std::size_t i = 0; i < places.size(); ++i)
            paint(m_entries[i], form, places[i]);
    }

private:
    struct Entry {
        QString text;
        std::function<void(const QRectF&)> paintSwatch;
        Need need;
    };
    struct Form {
        int lines;
        double font, swatch, height, afterSwatch, between;
    };
    static constexpr Form kOneLine{1, 10.5, 18, 11, 6, 16}, kSmall{1, 9, 14, 8, 4, 12}, kTwoLines{2, 9, 14, 8, 4, 12};

    [[nodiscard]] double widthOf(const Entry& entry, const Form& form) const
    {
        return m_scene.px(form.swatch) + m_scene.px(form.afterSwatch) +
               textWidth(m_scene.labels, m_scene.theme->sans(form.font), entry.text);
    }

    /// Returns a point at the left end and half height of each entry, up to the first entry that does not fit.
    [[nodiscard]] std::vector<QPointF> arrange(const Form& form) const
    {
        std::vector<QPointF> places;
        int line = 0;
        double x = m_rect.left();
        for (const Entry& entry : m_entries) {
            const double width = widthOf(entry, form);
            if (x + width > m_rect.right() && x > m_rect.left()) {
                ++line;
                x = m_rect.left();
            }
            if (line == form.lines || x + width > m_rect.right())
                break;
            places.emplace_back(x, m_rect.top() + m_rect.height() * (line + 0.5) / form.lines);
            x += width + m_scene.px(form.between);
        }
        return places;
    }

    void paint(const Entry& entry, const Form& form, QPointF place)
    {
        const QRectF swatch(place.x(), m_scene.style.crisp(place.y() - m_scene.px(form.height / 2 + 0.5)),
                            m_scene.px(form.swatch), m_scene.px(form.height));
        entry.paintSwatch(swatch);
        const double left = swatch.right() + m_scene.px(form.afterSwatch), height = m_rect.height() / form.lines;
        m_painter->setFont(m_scene.theme->sans(form.font));
        m_painter->setPen(m_scene.theme->tokens().text2);
        drawText(m_painter, m_scene.labels, QRectF(left, place.y() - height / 2, m_rect.right() - left, height),
                 Qt::AlignLeft | Qt::AlignVCenter, entry.text);
    }

    Surface m_painter;
    const Scene& m_scene;
    QRectF m_rect;
    std::vector<Entry> m_entries;
};

}  // namespace

void paintKey(const Surface& painter, const Scene& scene, const QRectF& rect)
{
    const look::Tokens& tokens = scene.theme->tokens();
    painter->fillRect(rect.adjusted(-scene.plotLeft(), 0, 0, 0), tokens.chrome);
    painter->setPen(QPen(tokens.line, 1));
    painter->drawLine(QPointF(0, rect.top() + 0.5), QPointF(rect.right(), rect.top() + 0.5));
    painter->drawLine(QPointF(rect.left() - 0.5, rect.top()), QPointF(rect.left() - 0.5, rect.bottom()));
    KeyPainter key(painter, scene, rect);
    const KeySubject subject = keySubjectOf(scene);
    const std::vector<KeyEntry> entries = keyEntries({&subject, 1}, model::KindForm::Label);
    const auto firstLater = std::ranges::find_if(entries, [](const KeyEntry& e) { return e.item >= KeyItem::Merged; });
    const auto add = [&](const KeyEntry& entry) {
        key.add(entry.text, [&](const QRectF& swatch) { paintSwatch(painter, scene, entry, swatch); });
    };
    std::for_each(entries.begin(), firstLater, add);
    if (hasVeil(scene))
        key.add(
            tr("outside the scope"),
            [&](const QRectF& swatch) {
                painter->fillRect(swatch, veilColour(scene, scene.theme->kind(Kind::Compute).fill));
            },
            Need::IfThereIsRoom);
    if (scene.context != nullptr && scene.context->isStale)
        key.add(tr("no colours: an older program"),
                [&](const QRectF& swatch) { painter->fillRect(swatch, scene.theme->kind(Kind::Compute).fill); });
    std::for_each(firstLater, entries.end(), add);
    key.paint();
}

void paintMergedSwatch(const Surface& painter, const look::Theme& theme, const QColor& ground, const QRectF& rect)
{
    constexpr double kSamples[] = {1.0, 0.6, 0.3};
    QRectF part(rect.topLeft(), QSizeF(rect.width() / std::size(kSamples), rect.height()));
    for (const double strength : kSamples) {
        painter->fillRect(part, StripColours{ground, &theme, strength}.of(Kind::Compute, engine::trace::OpState::Done));
        part.translate(part.width(), 0);
    }
}

}  // namespace ui::drawing
