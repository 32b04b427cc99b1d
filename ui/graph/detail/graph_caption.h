#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/diagram.h"
#include "ui/look/theme.h"
#include "ui/model/selection.h"

#include <QLabel>

namespace ui::graph {

class ScopeSelector;

/// The sentence below the graph: the diagram's caption, or the location of the selected operation if it is in another
/// part of the run. Thread: GUI.
class GraphCaption : public QLabel {
    Q_OBJECT

public:
    GraphCaption(look::Theme& theme, const model::Selection& selection, ScopeSelector& scope);

    void describe(const engine::trace::Trace& trace, const Diagram& diagram);

private:
    void restyle();

    look::Theme& m_theme;
    const model::Selection& m_selection;
    ScopeSelector& m_scope;
};

}  // namespace ui::graph
