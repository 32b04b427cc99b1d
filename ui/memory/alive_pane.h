#pragma once

#include "ui/look/theme.h"
#include "ui/memory/alive_model.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"
#include "ui/model/visible_range.h"

#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QTimer>
#include <QWidget>

namespace ui::memory {

/// "Memory in use, and why": a table of the blocks of a device, at the peak or at the playhead, and the pool's unused
/// memory. Selecting the row of a block selects the operation that wrote the block in all views, and vice versa.
/// Thread: GUI.
class AlivePane : public QWidget {
    Q_OBJECT

public:
    AlivePane(const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range, model::Selection& selection,
              model::Playhead& playhead, QWidget* parent = nullptr);

    [[nodiscard]] AliveModel& model() { return *m_model; }
    [[nodiscard]] QString summary() const { return m_summary->text(); }
    void setDevice(engine::DeviceId device);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void connectAll();
    void fillDevices();
    void refresh();
    void showSummary(engine::DeviceId device, engine::Nanoseconds time);
    void selectRowOf(engine::OpId op);
    void restyle();
    [[nodiscard]] bool isAtPeak() const { return m_timeChoice->currentIndex() == 0; }

    const look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::VisibleRange& m_range;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    AliveModel* m_model = nullptr;
    QLabel* m_title = nullptr;
    QComboBox* m_device = nullptr;
    QComboBox* m_timeChoice = nullptr;
    QLabel* m_summary = nullptr;
    QTableView* m_table = nullptr;
    QTimer m_pause;  ///< delays refresh() until playhead and run have not changed for a while
};

}  // namespace ui::memory
