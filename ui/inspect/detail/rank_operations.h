#pragma once

#include "engine/analysis/lateness.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QObject>
#include <cstdint>
#include <optional>

namespace ui::inspect::detail {

/// Selects the operations that explain why a rank is late, and their source line. If the rank's operations are not
/// loaded, opens the rank first, and selects the operations when they are loaded. Thread: GUI.
class RankOperations : public QObject {
    Q_OBJECT

public:
    RankOperations(model::TraceFeed& feed, model::Selection& selection, QObject* parent);

    void select(std::uint32_t member, const engine::analysis::LateReason& reason);

signals:
    void selected();

private:
    void selectLoaded();

    /// The operations that are to be selected when their rank is loaded.
    struct Wanted {
        std::uint32_t member = 0;
        engine::analysis::LateReason reason{};
    };

    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    std::optional<Wanted> m_wanted;
};

}  // namespace ui::inspect::detail
