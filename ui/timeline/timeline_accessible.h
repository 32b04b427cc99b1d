#pragma once

namespace ui::timeline {

class TimelineView;

/// Makes every TimelineView a list for screen readers: one item per row, with a text of its content
/// ("GPU 0 compute: 42 operations, busy 81 %, longest dot 3.5 ms"), then the playhead and the visible range as
/// sliders. The selected operation is the view's description. Idempotent.
void installTimelineAccessible();

/// Sets the view's name, the extent of its run, and its description.
void updateAccessibleTexts(TimelineView& view);

}  // namespace ui::timeline
