#pragma once

#include "engine/analysis/forecast.h"
#include "engine/base/result.h"
#include "ui/look/theme.h"
#include "ui/model/trace_feed.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWidget>
#include <functional>
#include <vector>

namespace ui::inspect {

/// A suggested fix for an error. `predict` runs the program with the fix and calls back once, on any thread; if it is
/// empty, no memory bar is shown.
struct Remedy {
    using Done = std::function<void(engine::Result<engine::analysis::MemoryForecast>)>;

    QString title;   ///< for example "Smaller matrices"
    QString text;    ///< for example "products = 44, just under the line."; text between backquotes is code
    QString button;  ///< for example "Apply"
    std::function<void(Done)> predict;
    std::function<void()> apply;
};

/// The right pane after a run that ended with an exception. Explains the error in one sentence. If memory ran out,
/// shows which parts add up to the device's memory. Suggests fixes with the memory each would need. The explanation is
/// computed from the trace. Thread: GUI.
class WhatHappenedView : public QWidget {
    Q_OBJECT

public:
    WhatHappenedView(look::Theme& theme, model::TraceFeed& feed, QWidget* parent = nullptr);

    /// Sets the fixes for the error that the feed shows now; the first is the recommended one.
    void setRemedies(std::vector<Remedy> remedies);

    /// All text shown in the view, line by line.
    [[nodiscard]] QString text() const;

signals:
    /// Emitted to request the memory view of `device`, which refused an allocation.
    void aliveWanted(engine::DeviceId device);

private:
    void update();
    void showRemedies();
    [[nodiscard]] QWidget* makeRemediesHeader();
    [[nodiscard]] QWidget* makeRemedy(std::size_t i);
    [[nodiscard]] QLayout* makeRemedyTop(std::size_t i);
    void addPeakBar(QVBoxLayout& column, const Remedy& remedy);
    [[nodiscard]] QPushButton* aliveButton(engine::DeviceId device);
    void restyle();

    look::Theme& m_theme;
    model::TraceFeed& m_feed;
    std::vector<Remedy> m_remedies;
    QWidget* m_story = nullptr;
    QVBoxLayout* m_storyLayout = nullptr;
    QWidget* m_list = nullptr;
    QVBoxLayout* m_listLayout = nullptr;
    std::uint64_t m_request = 0;
};

}  // namespace ui::inspect
