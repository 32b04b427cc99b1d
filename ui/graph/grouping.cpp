#include "ui/graph/detail/grouping.h"

#include "engine/analysis/part_names.h"
#include "engine/analysis/training.h"
#include "ui/graph/detail/layer_words.h"
#include "ui/look/languages.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ui::graph::detail {

using engine::OpId;
using engine::analysis::Part;
using engine::trace::DependencyKind;
using engine::trace::Kind;
using engine::trace::Op;
using engine::trace::Trace;

namespace {

QString kindText(Kind kind)
{
    switch (kind) {
        case Kind::Compute:
            return tr("computes");
        case Kind::Backward:
            return look::inWords(QStringLiteral("backward"));
        case Kind::Elementwise:
            return tr("elementwise");
        case Kind::CopyIn:
            return tr("copies in");
        case Kind::CopyOut:
            return tr("copies out");
        case Kind::CopyPeer:
            return tr("copies to a peer");
        case Kind::Host:
            break;
    }
    return tr("program");
}

/// Groups by keys, numbered as they come.
class Numbering {
public:
    explicit Numbering(Groups& groups) : m_groups(groups) {}

    void add(const QString& title)
    {
        const auto [at, isNew] = m_known.try_emplace(title, static_cast<int>(m_groups.titles.size()));
        if (isNew)
            m_groups.titles.push_back(title);
        m_groups.of.push_back(at->second);
    }

private:
    Groups& m_groups;
    std::map<QString, int> m_known;
};

Groups byPhase(const Trace& trace, const Scope& scope)
{
    const bool trains = !trace.steps().empty();
    Groups groups;
    Numbering numbers(groups);
    std::map<std::tuple<std::uint32_t, std::uint32_t, Kind>, QString> known;
    for (std::size_t i = scope.first; i < scope.last; ++i) {
        const Op& op = trace.op(OpId(i));
        const auto [at, isNew] = known.try_emplace({op.phase.index, trains ? op.name.index : 0, op.kind});
        if (isNew) {
            const QString phase = text(trace, op.phase);
            at->second = trains            ? look::inWords(QString::fromLatin1(
                                                 engine::analysis::nameOf(trace, engine::analysis::partOf(trace, op))))
                         : phase.isEmpty() ? kindText(op.kind)
                                           : phase + QStringLiteral("()");
        }
        numbers.add(at->second);
    }
    return groups;
}

/// A line of the listing without its indentation and comment.
QString statementOf(const QStringList& source, int line)
{
    if (line < 1 || line > source.size())
        return tr("without a line");
    QString statement = source[line - 1].trimmed();
    if (const qsizetype comment = statement.indexOf(QLatin1String("  #")); comment > 0)
        statement.truncate(comment);
    return QStringLiteral("%1: %2").arg(line).arg(statement);
}

Groups byStatement(const Trace& trace, const Scope& scope)
{
    const QStringList source = QString::fromStdString(trace.run().source).split(QLatin1Char('\n'));
    Groups groups;
    std::map<std::int32_t, int> known;
    for (std::size_t i = scope.first; i < scope.last; ++i) {
        const std::int32_t line = trace.op(OpId(i)).line;
        const auto [at, isNew] = known.try_emplace(line, static_cast<int>(groups.titles.size()));
        if (isNew)
            groups.titles.push_back(statementOf(source, line));
        groups.of.push_back(at->second);
    }
    return groups;
}

constexpr std::size_t kMostLayers = 500;

/// A network's layers, found in forward and carried to what belongs to them.
///
/// A layer begins with an operator that layers are made of (a convolution, a pooling, a dense layer, the loss); what
/// follows it up to the next, such as an activation, is part of it. Backward goes through the same operators in the
/// opposite order. The sum over devices and the update belong to the layer whose gradient they read.
class Layers {
public:
    Layers(const Trace& trace, const Scope& scope) : m_trace(trace), m_scope(scope) {}

    Groups find()
    {
        Groups groups;
        groups.of.assign(m_scope.operations(), 0);
        m_layer.assign(m_scope.operations(), -1);
        findProducers();
        countWords();
        for (std::size_t i = m_scope.first; i < m_scope.last; ++i)
            m_layer[i - m_scope.first] = layerOf(m_trace.op(OpId(i)));
        groups.titles.push_back(tr("no layer"));
        std::map<QString, QString> shown;
        for (std::size_t layer = 0; layer < m_words.size() && hasFound(); ++layer) {
            const auto [known, isNew] = shown.try_emplace(m_words[layer]);
            if (isNew)
                known->second = look::inWords(m_words[layer]);
            groups.titles.push_back(tr("layer %1 · %2").arg(layer + 1).arg(known->second));
        }
        for (std::size_t i = 0; i < m_layer.size(); ++i)
            groups.of[i] = m_layer[i] + 1;
        return groups;
    }

    /// A net that is called again and again without a backward pass would be one layer after the other without end.
    [[nodiscard]] bool hasFound() const { return !m_words.empty() && m_words.size() <= kMostLayers; }

private:
    /// How far a device has come within a batch.
    struct Walk {
        int forward = -1;                 ///< layer
        int backward = -1;                ///< layer; -1: not begun
        std::map<QString, int> returned;  ///< backward's operators of a word so far
    };

    /// Found once for each operator: a training has hundreds of thousands of operations and some dozen operators.
    const QString& wordOf(engine::NameId name)
    {
        const auto [known, isNew] = m_wordOf.try_emplace(name.index);
        if (isNew) {
            const LayerWord* word = layerWordOf(text(m_trace, name));
            known->second = word == nullptr ? QString() : QString::fromLatin1(word->shown);
        }
        return known->second;
    }

    /// How many operators of backward belong to one of forward: two where weights and input have gradients.
    void countWords()
    {
        std::map<QString, std::pair<int, int>> counts;
        for (std::size_t i = m_scope.first; i < m_scope.last; ++i) {
            const Op& op = m_trace.op(OpId(i));
            const Part part = partOf(op);
            if (part != Part::Forward && part != Part::Backward)
                continue;
            auto& [forward, backward] = counts[wordOf(op.name)];
            ++(part == Part::Forward ? forward : backward);
        }
        for (const auto& [word, count] : counts)
            m_perLayer[word] = std::max(1, (count.second + count.first - 1) / std::max(count.first, 1));
    }

    void findProducers()
    {
        m_producer.assign(m_scope.operations(), OpId{});
        for (const engine::trace::Edge& edge : m_scope.edges)
            if (edge.kind == DependencyKind::ReadAfterWrite && m_scope.contains(edge.from)) {
                const Part part = partOf(m_trace.op(edge.from));
                OpId& producer = m_producer[edge.to.index - m_scope.first];
                if (part == Part::Exchange || (part == Part::Backward && !producer.isValid()))
                    producer = edge.from;
            }
    }

    Part partOf(const Op& op)
    {
        const auto [known, isNew] = m_partOf.try_emplace({op.phase.index, op.name.index, op.kind});
        if (isNew)
            known->second = engine::analysis::partOf(m_trace, op);
        return known->second;
    }

    int layerOf(const Op& op)
    {
        Walk& walk = m_walks[op.device.index];
        const QString& word = wordOf(op.name);
        switch (partOf(op)) {
            case Part::Forward:
                if (walk.backward >= 0)
                    walk = Walk{};  // the next batch
                if (!word.isEmpty())
                    startLayer(walk, word);
                return walk.forward;
            case Part::Backward:
                if (walk.backward < 0)
                    walk.backward = walk.forward;
                if (!word.isEmpty())
                    stepBack(walk, word);
                return walk.backward;
            case Part::Exchange:
            case Part::Update: {
                const OpId producer = m_producer[op.id.index - m_scope.first];
                return producer.isValid() ? m_layer[producer.index - m_scope.first] : -1;
            }
            default:
                return -1;
        }
    }

    /// Every device goes through the same layers.
    void startLayer(Walk& walk, const QString& word)
    {
        // A loss is several operators, and one layer.
        const bool goesOn = walk.forward >= 0 && word == QLatin1String("loss") &&
                            m_words[static_cast<std::size_t>(walk.forward)] == word;
        walk.forward += goesOn ? 0 : 1;
        if (static_cast<std::size_t>(walk.forward) >= m_words.size())
            m_words.push_back(word);
    }

    /// Backward passes forward's operators in the opposite order.
    void stepBack(Walk& walk, const QString& word)
    {
        int toPass = walk.returned[word]++ / m_perLayer[word];
        int last = -1;
        for (int layer = walk.forward; layer >= 0; --layer) {
            if (m_words[static_cast<std::size_t>(layer)] != word)
                continue;
            last = layer;
            if (toPass-- == 0)
                break;
        }
        if (last >= 0)
            walk.backward = last;
    }

    const Trace& m_trace;
    const Scope& m_scope;
    std::map<std::uint32_t, QString> m_wordOf;
    std::map<std::tuple<std::uint32_t, std::uint32_t, Kind>, Part> m_partOf;
    std::map<QString, int> m_perLayer;
    std::vector<int> m_layer;
    std::vector<OpId> m_producer;  ///< of each operation: the gradient, or the sum of gradients, that it reads
    std::vector<QString> m_words;
    std::map<std::uint32_t, Walk> m_walks;
};

Groups byDevice(const Trace& trace, const Scope& scope)
{
    Groups groups;
    Numbering numbers(groups);
    for (std::size_t i = scope.first; i < scope.last; ++i)
        numbers.add(deviceOf(trace, trace.op(OpId(i)).device));
    return groups;
}

}  // namespace

Groups groupsOf(const Trace& trace, const Scope& scope, Grouping grouping)
{
    switch (grouping) {
        case Grouping::Layer: {
            Layers layers(trace, scope);
            Groups groups = layers.find();
            return layers.hasFound() ? groups : byStatement(trace, scope);
        }
        case Grouping::Phase:
            return byPhase(trace, scope);
        case Grouping::Device:
            return byDevice(trace, scope);
        case Grouping::Alike:
        case Grouping::None:
            break;
    }
    return byStatement(trace, scope);
}

}  // namespace ui::graph::detail
