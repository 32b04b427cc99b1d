#include "ui/graph/detail/net.h"

#include "engine/analysis/training.h"
#include "engine/trace/layer_path.h"
#include "ui/graph/detail/blocks.h"
#include "ui/graph/detail/grouping.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ui::graph::detail {

using engine::analysis::Part;
using engine::trace::DependencyKind;
using engine::trace::Kind;
using engine::trace::PathLayer;

namespace {

/// "64×64×3×3"
QString textOf(const engine::trace::Extents& shape)
{
    QStringList words;
    for (const std::int64_t extent : shape)
        words << QString::number(extent);
    return words.join(QChar(0x00d7));
}

bool isNumber(const QString& name)
{
    return !name.isEmpty() && std::all_of(name.begin(), name.end(), [](QChar c) { return c.isDigit(); });
}

/// The title of a layer: its type, and the extent of a convolution's kernel, as in "Conv2d 3×3".
QString leafTitle(const PathLayer& layer)
{
    const QString type = QString::fromStdString(layer.type);
    for (const engine::trace::Extents& shape : layer.shapes)
        if (shape.size() == 4)
            return QStringLiteral("%1 %2").arg(type, textOf({shape[2], shape[3]}));
    return type;
}

bool isForward(Part part)
{
    return part == Part::Forward || part == Part::Evaluate;
}

bool isPass(Part part)
{
    return isForward(part) || part == Part::Backward;
}

/// Computes the heights of a layer and of its inner layers, and adds the parameters and arrays of the inner layers to
/// those of the layer.
void measure(std::vector<NetLayer>& layers, NetLayer& of)
{
    for (const int index : of.parts) {
        NetLayer& part = layers[static_cast<std::size_t>(index)];
        measure(layers, part);
        of.parameters += part.parameters;
        of.arrays += part.arrays;
        if (!part.isOperation())
            of.height = std::max(of.height, part.height + 1);
    }
}

class Builder {
public:
    Builder(const Trace& trace, const Scope& scope) : m_trace(trace), m_scope(scope) {}

    Net build()
    {
        add(-1, QString(), QStringLiteral("net"));
        m_net.layerOf.assign(m_scope.operations(), -1);
        for (std::size_t i = 0; i < m_scope.operations(); ++i)
            m_parts.push_back(engine::analysis::partOf(m_trace, m_trace.op(opAt(i))));
        findDevices();
        if (!readPaths())
            guessLayers();
        descend();
        orderParts();
        mergeSmall();
        addOperations();
        collectLoss();
        carry();
        fill();
        measure(m_net.layers, m_net.layers.front());
        return std::move(m_net);
    }

private:
    [[nodiscard]] OpId opAt(std::size_t i) const { return OpId(m_scope.first + i); }
    [[nodiscard]] NetLayer& layer(int index) { return m_net.layers[static_cast<std::size_t>(index)]; }

    int add(int parent, const QString& key, const QString& title)
    {
        const auto index = static_cast<int>(m_net.layers.size());
        NetLayer made;
        made.key = key;
        made.title = title;
        made.parent = parent;
        m_net.layers.push_back(std::move(made));
        if (parent >= 0)
            layer(parent).parts.push_back(index);
        return index;
    }

    void findDevices()
    {
        std::vector<std::uint32_t> devices;
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            if (const Op op = m_trace.op(opAt(i)); isPass(m_parts[i]) && op.device.isValid())
                devices.push_back(op.device.index);
        std::sort(devices.begin(), devices.end());
        devices.erase(std::unique(devices.begin(), devices.end()), devices.end());
        // Leaves out CPUs if GPUs compute, too: CPU work, such as reading a loss, has no column in the net.
        const auto isCpu = [&](std::uint32_t device) {
            return m_trace.devices()[device].kind == engine::trace::DeviceKind::Cpu;
        };
        if (!std::all_of(devices.begin(), devices.end(), isCpu))
            std::erase_if(devices, isCpu);
        for (const std::uint32_t device : devices)
            m_net.devices.emplace_back(device);
    }

    [[nodiscard]] int columnOf(engine::DeviceId device) const
    {
        const auto at = std::find(m_net.devices.begin(), m_net.devices.end(), device);
        return at == m_net.devices.end() ? -1 : static_cast<int>(at - m_net.devices.begin());
    }

    // -- layers that the program names

    bool readPaths()
    {
        // Uses the recorded layers only if at least half of the passes have one: a program may write its net as
        // functions, and use a layer for the loss only.
        std::size_t passes = 0, named = 0;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const Op op = m_trace.op(opAt(i));
            passes += isPass(m_parts[i]) ? 1 : 0;
            named += isPass(m_parts[i]) && op.layer.isValid() ? 1 : 0;
        }
        if (2 * named < passes || named == 0)
            return false;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const Op op = m_trace.op(opAt(i));
            if (!isPass(m_parts[i]) || !op.layer.isValid() || columnOf(op.device) < 0)
                continue;
            const auto [at, isNew] = m_ofName.try_emplace(op.layer.index, -1);
            if (isNew)
                at->second = layerAt(m_trace.text(op.layer));
            m_net.layerOf[i] = at->second;
        }
        return true;
    }

    int layerAt(std::string_view path)
    {
        int at = 0;
        QString key, named;
        for (const PathLayer& part : engine::trace::layersOf(path)) {
            const QString name = QString::fromStdString(part.name);
            const bool isNet = at == 0;
            key += isNet ? QString::fromStdString(part.type) : QLatin1Char('/') + name;
            if (!isNet)
                named += (named.isEmpty() ? QString() : QStringLiteral(".")) + name;
            const auto [known, isNew] = m_ofKey.try_emplace(key, static_cast<int>(m_net.layers.size()));
            if (isNew) {
                const int made = add(at, key, QString());
                layer(made).path = named;
                for (const engine::trace::Extents& shape : part.shapes) {
                    layer(made).weights << textOf(shape);
                    layer(made).parameters += engine::trace::elementsOf(shape);
                }
                layer(made).arrays = static_cast<int>(part.shapes.size());
                m_ofPath[made] = part;
            }
            at = known->second;
        }
        return at;
    }

    /// Hides a net that only contains another net, as DataParallel does. If the root contains a single net, replaces
    /// that net by its parts.
    void descend()
    {
        const auto layersIn = [this](int of) { return layer(of).parts; };
        for (int& part : layer(0).parts)
            while (layersIn(part).size() == 1 && m_ofPath.count(part) > 0 && !layersIn(layersIn(part)[0]).empty()) {
                const int inner = layersIn(part)[0];
                m_hidden[part] = inner;
                layer(inner).parent = 0;
                part = inner;
            }
        std::vector<int> nets;
        for (const int part : layer(0).parts)
            if (!layersIn(part).empty())
                nets.push_back(part);
        if (nets.size() == 1) {
            const int net = nets[0];
            std::vector<int> parts;
            for (const int part : layer(0).parts) {
                if (part != net) {
                    parts.push_back(part);
                    continue;
                }
                for (const int inner : layersIn(net)) {
                    layer(inner).parent = 0;
                    parts.push_back(inner);
                }
            }
            layer(0).parts = std::move(parts);
            layer(net).parts.clear();
            m_hidden[net] = 0;
            m_start = layer(net).path;
        }
        for (int& of : m_net.layerOf)
            while (m_hidden.count(of) > 0)
                of = m_hidden[of];
        for (const auto& [index, part] : m_ofPath)
            layer(index).title = titleOf(index, part);
    }

    [[nodiscard]] QString titleOf(int index, const PathLayer& part)
    {
        const NetLayer& of = layer(index);
        const QString name = QString::fromStdString(part.name);
        if (of.parts.empty() || name.isEmpty())
            return leafTitle(part);
        const QString path = !m_start.isEmpty() && of.path.startsWith(m_start + QLatin1Char('.'))
                                 ? of.path.mid(m_start.size() + 1)
                                 : of.path;
        return isNumber(name) ? QString::fromStdString(part.type) + QLatin1Char(' ') + path : name;
    }

    // -- layers by the names of operators

    void guessLayers()
    {
        const Groups groups = groupsOf(m_trace, m_scope, Grouping::Layer);
        std::map<std::uint32_t, std::vector<OpId>> forward;
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            if (const Op op = m_trace.op(opAt(i)); isForward(m_parts[i]) && columnOf(op.device) >= 0)
                forward[op.device.index].push_back(op.id);
        std::map<std::uint32_t, Blocks> blocks;
        for (const auto& [device, ops] : forward)
            blocks[device] = blocksOf(m_trace, ops);
        std::map<int, int> ofGroup, ofBlock;
        for (const Part wanted :
             {Part::Forward, Part::Backward, Part::Exchange, Part::Update})  // the forward pass determines the order
            for (std::size_t i = 0; i < m_parts.size(); ++i) {
                const Op op = m_trace.op(opAt(i));
                const bool isWanted = wanted == Part::Forward ? isForward(m_parts[i]) : m_parts[i] == wanted;
                if (!isWanted || columnOf(op.device) < 0)
                    continue;
                const int group = groups.areLayers ? groups.of[i] : 1;
                const bool isOfLayer = wanted == Part::Exchange || wanted == Part::Update;
                if (group == 0 || (isOfLayer && (!groups.areLayers || ofGroup.count(group) == 0)))
                    continue;
                const auto [at, isNew] = ofGroup.try_emplace(group, -1);
                if (isNew) {
                    const auto block = blocks[op.device.index].find(op.id.index);
                    const int number = block == blocks[op.device.index].end() ? 0 : block->second;
                    int parent = 0;
                    if (number > 0) {
                        const auto [in, isNewBlock] = ofBlock.try_emplace(number, -1);
                        if (isNewBlock)
                            in->second = add(0, QStringLiteral("block/%1").arg(number), ui::tr("block %1").arg(number));
                        parent = in->second;
                    }
                    at->second = add(parent, QStringLiteral("layer/%1").arg(group),
                                     groups.areLayers ? groups.titles[static_cast<std::size_t>(group)].section(
                                                            QStringLiteral(" · "), -1)
                                                      : ui::tr("net"));
                }
                m_net.layerOf[i] = at->second;
            }
    }

    // -- the tree

    /// Sorts layers by the first operation of their forward pass; layers without a forward pass come last.
    void orderParts()
    {
        std::vector<std::uint32_t> first(m_net.layers.size(), UINT32_MAX);
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            if (isForward(m_parts[i]))
                for (int at = m_net.layerOf[i]; at >= 0; at = layer(at).parent)
                    first[static_cast<std::size_t>(at)] = std::min(first[static_cast<std::size_t>(at)], opAt(i).index);
        for (NetLayer& one : m_net.layers)
            std::stable_sort(one.parts.begin(), one.parts.end(), [&](int a, int b) {
                return first[static_cast<std::size_t>(a)] < first[static_cast<std::size_t>(b)];
            });
        m_first = std::move(first);
    }

    [[nodiscard]] bool isLeaf(int index) { return layer(index).parts.empty(); }

    /// Merges adjacent single layers beside blocks into one box: the stem and the head of a net.
    void mergeSmall()
    {
        for (int index = 0; index < static_cast<int>(m_net.layers.size()); ++index) {
            const std::vector<int> parts = layer(index).parts;
            if (std::count_if(parts.begin(), parts.end(), [this](int part) { return !isLeaf(part); }) < 2)
                continue;
            std::vector<int> merged;
            std::size_t last = parts.size();  // index after the net's last layer
            while (last > 0 && isLoss(parts[last - 1]))
                --last;
            for (std::size_t from = 0; from < parts.size();) {
                std::size_t to = from;
                while (to < parts.size() && isLeaf(parts[to]) && !isLoss(parts[to]))
                    ++to;
                if (to < from + 2) {
                    merged.push_back(parts[from++]);
                    continue;
                }
                merged.push_back(mergedOf(index, {parts.begin() + static_cast<std::ptrdiff_t>(from),
                                                  parts.begin() + static_cast<std::ptrdiff_t>(to)}));
                if (layer(merged.back()).title.contains(QLatin1Char(',')))
                    layer(merged.back()).brief = from == 0 ? ui::tr("stem") : to == last ? ui::tr("head") : QString();
                from = to;
            }
            layer(index).parts = std::move(merged);
        }
    }

    /// Whether a layer was called outside of the net, such as the loss. Recorded paths start with the name "net"; after
    /// descend() has replaced the net by its parts, only layers outside of it have this name.
    [[nodiscard]] bool isLoss(int index)
    {
        const auto named = m_ofPath.find(index);
        return named != m_ofPath.end() && named->second.name == "net";
    }

    int mergedOf(int parent, const std::vector<int>& parts)
    {
        QStringList titles;
        for (const int part : parts)
            if (const QString title = layer(part).title.section(QLatin1Char(' '), 0, 0); !titles.contains(title))
                titles << title;
        const int made = add(-1, layer(parts.front()).key + QStringLiteral("…"), titles.join(QStringLiteral(", ")));
        layer(made).parent = parent;
        layer(made).parts = parts;
        m_first.push_back(m_first[static_cast<std::size_t>(parts.front())]);
        for (const int part : parts)
            layer(part).parent = made;
        return made;
    }

    /// Adds to the parts of each block the operations that the block issues itself, outside of its layers. Operations
    /// of a layer remain in the layer.
    void addOperations()
    {
        std::map<std::pair<int, int>, int> counts;                // forward operations so far, by layer and device
        std::map<std::pair<int, int>, int> made;                  // part for the n-th operation, by layer and n
        std::map<std::pair<int, int>, std::vector<int>> missing;  // parts without a backward pass, by layer and device
        const int layers = static_cast<int>(m_net.layers.size());
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const int of = m_net.layerOf[i];
            if (of < 0 || of >= layers || !isForward(m_parts[i]) || (of != 0 && isLeaf(of)))
                continue;
            const Op op = m_trace.op(opAt(i));
            if (of == 0 && isOutside(op.id)) {
                m_net.layerOf[i] = -1;
                continue;
            }
            const std::pair place{of, columnOf(op.device)};
            const int number = counts[place]++;
            const auto [at, isNew] = made.try_emplace({of, number}, -1);
            if (isNew) {
                const QString name = text(m_trace, op.name);
                at->second = add(of, layer(of).key + QStringLiteral("#%1").arg(number), name);
                layer(at->second).height = -1;
                m_first.push_back(op.id.index);
            }
            m_net.layerOf[i] = at->second;
            missing[place].push_back(at->second);
        }
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const int of = m_net.layerOf[i];
            if (of < 0 || m_parts[i] != Part::Backward || of >= layers || (of != 0 && isLeaf(of)))
                continue;
            const Op op = m_trace.op(opAt(i));
            m_net.layerOf[i] = partOfBackward(missing[{of, columnOf(op.device)}], text(m_trace, op.name));
        }
        for (NetLayer& one : m_net.layers)
            std::stable_sort(one.parts.begin(), one.parts.end(), [&](int a, int b) {
                return m_first[static_cast<std::size_t>(a)] < m_first[static_cast<std::size_t>(b)];
            });
    }

    /// The candidate whose gradient a backward operation of this name computes: the last one with a similar name,
    /// otherwise the last one. -1: there is no candidate.
    [[nodiscard]] int partOfBackward(const std::vector<int>& candidates, const QString& name)
    {
        constexpr qsizetype kSimilar = 3;  // names of backward operations abbreviate those of layers
        for (auto at = candidates.rbegin(); at != candidates.rend(); ++at)
            if (name.startsWith(layer(*at).title.left(kSimilar), Qt::CaseInsensitive))
                return *at;
        return candidates.empty() ? -1 : candidates.back();
    }

    /// Whether an operation of the whole net distributes the batch or collects the results: it precedes or follows all
    /// layers.
    [[nodiscard]] bool isOutside(OpId op)
    {
        const std::vector<int>& parts = layer(0).parts;
        return parts.empty() || op.index < m_first[static_cast<std::size_t>(parts.front())] ||
               std::none_of(parts.begin(), parts.end(), [&](int part) {
                   return !isLoss(part) && m_first[static_cast<std::size_t>(part)] != UINT32_MAX &&
                          m_first[static_cast<std::size_t>(part)] > op.index;
               });
    }

    /// If only one of several devices computes the loss, the loss is not a layer but one of the operations that join
    /// the devices: removes its layer.
    void collectLoss()
    {
        if (m_net.devices.size() < 2)
            return;
        const std::vector<int> parts = layer(0).parts;
        for (const int part : parts) {
            std::vector<std::size_t> ops;
            std::vector<char> runsOn(m_net.devices.size(), 0);
            for (std::size_t i = 0; i < m_parts.size() && isLoss(part) && isLeaf(part); ++i)
                if (m_net.layerOf[i] == part) {
                    ops.push_back(i);
                    runsOn[static_cast<std::size_t>(std::max(columnOf(m_trace.op(opAt(i)).device), 0))] = 1;
                }
            if (ops.empty() || std::count(runsOn.begin(), runsOn.end(), 1) > 1)
                continue;
            for (const std::size_t i : ops)
                m_net.layerOf[i] = -1;
            m_net.loss = layer(part).title;
            std::erase(layer(0).parts, part);
        }
    }

    // -- operations beside the layers

    /// Assigns copies of parameters to the layers that read them, and sums of gradients and updates to the layers whose
    /// gradients they read.
    void carry()
    {
        std::vector<engine::trace::Edge> edges;
        m_scope.forEachEdge(m_trace, [&](const engine::trace::Edge& edge) {
            if (edge.kind == DependencyKind::ReadAfterWrite && m_scope.contains(edge.from))
                edges.push_back(edge);
        });
        std::stable_sort(edges.begin(), edges.end(), [](const auto& a, const auto& b) { return a.to < b.to; });
        const auto at = [this](OpId op) { return static_cast<std::size_t>(op.index - m_scope.first); };
        // Marks operations that depend on a forward pass or on the input of this batch: they do not copy parameters.
        std::vector<char> isFed(m_parts.size(), 0);
        for (const auto& edge : edges) {
            const Part from = m_parts[at(edge.from)];
            if (isForward(from) || from == Part::Read || isFed[at(edge.from)] != 0)
                isFed[at(edge.to)] = 1;
        }
        std::vector<int> found(m_parts.size(), -1);
        std::vector<char> isRead(m_parts.size(),
                                 0);  // a backward pass reads this result: it is no parameter's gradient
        for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
            const std::size_t from = at(edge->from), to = at(edge->to);
            if (m_net.layerOf[from] >= 0)
                continue;
            // On one device the gradients of the loss belong to the layer whose backward pass reads them.
            if (m_net.devices.size() == 1 && m_net.layerOf[to] > 0 && m_parts[from] == Part::Backward &&
                m_parts[to] == Part::Backward) {
                m_net.layerOf[from] = m_net.layerOf[to];
                continue;
            }
            if (isForward(m_parts[to]) && m_parts[from] == Part::Exchange && isFed[from] == 0 &&
                m_net.layerOf[to] > 0 && found[from] < 0)
                found[from] = m_net.layerOf[to];
            const bool isReadByLayer = m_net.layerOf[to] > 0 && m_parts[to] == Part::Backward;
            if (isReadByLayer || (m_net.layerOf[to] < 0 && isRead[to] != 0))
                isRead[from] = 1;
        }
        for (const auto& edge : edges) {
            const std::size_t from = at(edge.from), to = at(edge.to);
            const bool isGradient = !isForward(m_parts[from]) && m_parts[from] != Part::Read;
            const bool isCarried = m_net.layerOf[to] < 0 && !isForward(m_parts[to]) && m_parts[to] != Part::Read;
            if (isCarried && isGradient && isRead[to] == 0 && found[to] < 0)
                found[to] = m_net.layerOf[from] >= 0 ? m_net.layerOf[from] : found[from];
        }
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (m_net.layerOf[i] >= 0 || found[i] <= 0)
                continue;
            m_net.layerOf[i] = found[i];
            if (m_parts[i] == Part::Backward)
                m_parts[i] = Part::Exchange;
        }
    }

    void fill()
    {
        for (NetLayer& one : m_net.layers)
            one.on.resize(std::max<std::size_t>(m_net.devices.size(), 1));
        bool hasForward = false, hasBackward = false;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const OpId id = opAt(i);
            const int of = m_net.layerOf[i];
            hasForward = hasForward || (of >= 0 && isForward(m_parts[i]));
            hasBackward = hasBackward || m_parts[i] == Part::Backward;
            if (of < 0) {
                (hasForward ? m_net.after : m_net.before).push_back(id);
                continue;
            }
            const auto column = static_cast<std::size_t>(std::max(columnOf(m_trace.op(id).device), 0));
            for (int at = of; at >= 0; at = layer(at).parent) {
                NetLayer& in = layer(at);
                if (isForward(m_parts[i]))
                    in.on[column].forward.push_back(id);
                else if (m_parts[i] == Part::Backward)
                    in.on[column].backward.push_back(id);
                else if (m_parts[i] == Part::Update)
                    in.update.push_back(id);
                else
                    (hasBackward ? in.exchange : in.broadcast).push_back(id);
            }
        }
    }

    const Trace& m_trace;
    const Scope& m_scope;
    Net m_net;
    std::vector<Part> m_parts;  ///< part of the batch, for each operation in scope
    std::map<std::uint32_t, int> m_ofName;
    std::map<QString, int> m_ofKey;
    std::map<int, PathLayer> m_ofPath;   ///< layers that the program names, by index
    std::map<int, int> m_hidden;         ///< hidden layer -> the layer that is shown instead
    std::vector<std::uint32_t> m_first;  ///< first operation of each layer's forward pass
    QString m_start;                     ///< path of the net
};

}  // namespace

int Net::find(const QString& key) const
{
    const auto at = std::find_if(layers.begin(), layers.end(), [&](const NetLayer& one) { return one.key == key; });
    return at == layers.end() ? -1 : static_cast<int>(at - layers.begin());
}

Net netOf(const Trace& trace, const Scope& scope)
{
    return Builder(trace, scope).build();
}

}  // namespace ui::graph::detail
