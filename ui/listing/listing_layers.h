#pragma once

#include "ui/listing/line_states.h"
#include "ui/listing/listing_layout.h"
#include "ui/look/changed_text.h"

namespace ui::listing {

/// The code font. Font sizes are whole pixels; if that makes characters slightly wider, negative letter spacing
/// compensates, so that lines keep the width that the pane is designed for. Ligatures are off.
[[nodiscard]] QFont codeFont(const look::Theme& theme, QFont::Weight weight = QFont::Normal);

/// The layers that the listing paints behind and over the text of the visible rows: tints, struck-out waits and labels.
/// Thread: GUI.
class ListingLayers {
public:
    ListingLayers(const look::Theme& theme, const ProgramDocument& document, const LineStates& states)
        : m_theme(theme), m_document(document), m_states(states)
    {
    }

    void paintTints(QPainter& painter, const std::vector<ListingRow>& rows) const;
    void paintStrikes(QPainter& painter, const std::vector<ListingRow>& rows) const;
    /// Paints a dashed line below `line`, where a wait would be inserted.
    void paintInsertion(QPainter& painter, const std::vector<ListingRow>& rows, int line) const;
    /// Paints the labels at the ends of lines.
    void paintEnds(QPainter& painter, const std::vector<ListingRow>& rows) const;
    enum class Margins : std::uint8_t { Wide, Narrow };
    /// Width of a label including its margins.
    [[nodiscard]] double labelWidth(const LineStates::Label& label, Margins margins) const;

    /// The old and the new result that the label at `position` shows; empty if there is no label or it shows no change.
    [[nodiscard]] QString toolTipAt(const std::vector<ListingRow>& rows, const QPointF& position) const;

private:
    [[nodiscard]] look::ChangeText textThatFits(const LineStates::Label& label, double room) const;
    [[nodiscard]] QFont labelFont() const { return m_theme.mono(10, QFont::DemiBold); }
    void paintLabel(QPainter& painter, const ListingRow& row, const LineStates::Label& label) const;
    /// Paints how long the work of a mistimed block took, at the end of the line after the labelled one, if there is
    /// room.
    void paintWork(QPainter& painter, const ListingRow& row, const QString& text) const;
    void paintWave(QPainter& painter, const ListingRow& row) const;

    const look::Theme& m_theme;
    const ProgramDocument& m_document;
    const LineStates& m_states;
};

}  // namespace ui::listing
