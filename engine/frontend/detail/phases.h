#pragma once

#include "engine/base/id.h"

#include <vector>

namespace engine::frontend {

/// Tracks the phase of the operations that a program issues: the name of the innermost function of the listing, or a
/// name that the framework's code sets, such as "forward", "backward" or "update". Also tracks the layer of the neural
/// net whose call is running. Thread: the program's.
class Phases {
public:
    [[nodiscard]] NameId current() const { return m_current; }
    void setCurrent(NameId name) { m_current = name; }

    /// Called when a function of the listing is entered or left.
    void enter(NameId name)
    {
        m_outer.push_back(m_current);
        m_current = name;
    }
    void leave()
    {
        if (m_outer.empty())
            return;
        m_current = m_outer.back();
        m_outer.pop_back();
    }

    [[nodiscard]] NameId layer() const { return m_layers.empty() ? NameId{} : m_layers.back(); }
    /// Called when the program calls a layer of a neural net, and when that call returns.
    void enterLayer(NameId path) { m_layers.push_back(path); }
    void leaveLayer()
    {
        if (!m_layers.empty())
            m_layers.pop_back();
    }

    /// Call when the recording of gradients starts or pauses. During the recording the phase is `forward`. Inside a
    /// function of the listing that is called during the recording, the phase is that function, even if the recording
    /// pauses in it.
    void startRecording(NameId forward)
    {
        if (m_pausesInFunctions > 0)
            --m_pausesInFunctions;
        else
            enter(forward);
    }
    void pauseRecording(NameId forward)
    {
        if (m_current != forward)
            ++m_pausesInFunctions;
        else
            leave();
    }

private:
    NameId m_current;
    std::vector<NameId> m_outer;
    std::vector<NameId> m_layers;
    int m_pausesInFunctions = 0;
};

}  // namespace engine::frontend
