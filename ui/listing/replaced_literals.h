#pragma once

#include "engine/frontend/runner.h"
#include "engine/trace/trace.h"
#include "ui/listing/listing_layout.h"
#include "ui/look/python_tokens.h"
#include "ui/look/theme.h"

#include <QString>
#include <string>
#include <vector>

namespace ui::listing {

/// A number in a line of the listing. A run replaces this number by a parameter's value.
struct ReplacedLiteral {
    qsizetype start = 0;
    qsizetype length = 0;
    QString runs;       ///< the value that the run uses, for example "10"
    QString parameter;  ///< the parameter's name, for example "products"
};

/// Returns the replaced numbers of one line from left to right. `numbers`: the replacements for this line. `open`: the
/// string literal that is open before the line. Pure function.
[[nodiscard]] std::vector<ReplacedLiteral> replacedLiterals(
    const QString& line, look::OpenString open, const std::vector<engine::frontend::ReplacedNumber>& numbers);

/// Returns the listing of a run with the values of its parameters in place of the numbers that they replaced. Empty if
/// the run is of another program.
[[nodiscard]] std::string listingThatRan(const engine::frontend::Program& program, const engine::trace::Trace& trace);

/// Paints values of parameters over the numbers of the listing that a run replaces by these values. Thread: GUI.
class ReplacedLiterals {
public:
    explicit ReplacedLiterals(const look::Theme& theme) : m_theme(theme) {}

    void read(const engine::frontend::RunRequest& request);
    [[nodiscard]] bool isEmpty() const { return m_numbers.empty(); }
    /// Paints the values that the run uses, each clipped to the place of the written number. A longer value is
    /// compressed to no less than half its width, and elided if it is still too long. A number that `cursor` touches
    /// stays unpainted, because the user may be about to edit it.
    void paint(QPainter& painter, const std::vector<ListingRow>& rows, const QTextCursor& cursor) const;
    /// The tooltip of the replaced number at `cursor`; empty if there is none.
    [[nodiscard]] QString toolTipAt(const QTextCursor& cursor) const;

private:
    [[nodiscard]] std::vector<ReplacedLiteral> literalsOf(const QTextBlock& block) const;

    const look::Theme& m_theme;
    std::vector<engine::frontend::ReplacedNumber> m_numbers;
};

}  // namespace ui::listing
