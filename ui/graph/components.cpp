#include "ui/graph/detail/quotient.h"

#include <algorithm>

namespace ui::graph::detail {

namespace {

/// Tarjan's algorithm with an explicit stack: recursion over a chain of thousands of operations would overflow the call
/// stack.
class Search {
public:
    Search(int count, const std::vector<std::pair<int, int>>& edges)
        : m_out(static_cast<std::size_t>(count)),
          m_index(static_cast<std::size_t>(count), -1),
          m_low(static_cast<std::size_t>(count), 0),
          m_component(static_cast<std::size_t>(count), -1)
    {
        for (const auto& [from, to] : edges)
            m_out[static_cast<std::size_t>(from)].push_back(to);
    }

    std::vector<int> run()
    {
        for (int v = 0; v < static_cast<int>(m_out.size()); ++v)
            if (m_index[static_cast<std::size_t>(v)] < 0)
                visit(v);
        for (int& number : m_component)  // Tarjan's algorithm finds sinks first; reverse the numbers
            number = m_found - 1 - number;
        return m_component;
    }

private:
    struct Frame {
        int node;
        std::size_t next = 0;
    };

    void enter(int v)
    {
        m_index[static_cast<std::size_t>(v)] = m_low[static_cast<std::size_t>(v)] = m_counter++;
        m_open.push_back(v);
        m_frames.push_back({v});
    }

    void visit(int root)
    {
        enter(root);
        while (!m_frames.empty()) {
            Frame& frame = m_frames.back();
            const auto v = static_cast<std::size_t>(frame.node);
            if (frame.next < m_out[v].size()) {
                const int w = m_out[v][frame.next++];
                if (m_index[static_cast<std::size_t>(w)] < 0)
                    enter(w);
                else if (m_component[static_cast<std::size_t>(w)] < 0)
                    m_low[v] = std::min(m_low[v], m_index[static_cast<std::size_t>(w)]);
                continue;
            }
            leave();
        }
    }

    void leave()
    {
        const int v = m_frames.back().node;
        m_frames.pop_back();
        const int low = m_low[static_cast<std::size_t>(v)];
        if (low == m_index[static_cast<std::size_t>(v)]) {
            int w = -1;
            do {
                w = m_open.back();
                m_open.pop_back();
                m_component[static_cast<std::size_t>(w)] = m_found;
            } while (w != v);
            ++m_found;
        }
        if (!m_frames.empty()) {
            int& parent = m_low[static_cast<std::size_t>(m_frames.back().node)];
            parent = std::min(parent, low);
        }
    }

    std::vector<std::vector<int>> m_out;
    std::vector<int> m_index, m_low, m_component, m_open;
    std::vector<Frame> m_frames;
    int m_counter = 0;
    int m_found = 0;
};

}  // namespace

std::vector<int> components(int count, const std::vector<std::pair<int, int>>& edges)
{
    return Search(count, edges).run();
}

}  // namespace ui::graph::detail
