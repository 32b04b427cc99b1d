#pragma once

namespace ui::timeline {

/// Makes every TimelineView a list to screen readers: one item a lane, which tells in words what the lane shows
/// ("GPU 0 compute: 42 operations, busy 81 %, longest dot 3.5 ms"), then the playhead and the visible range as
/// sliders. The selected operation is the view's description. Once is enough, more does no harm.
void installTimelineAccessible();

}  // namespace ui::timeline
