#include "ui/graph/detail/grouping.h"

#include "engine/analysis/part_names.h"
#include "engine/analysis/training.h"
#include "engine/base/expect.h"
#include "ui/graph/detail/layer_words.h"
#include "ui/look/languages.h"
#include "ui/model/lane_names.h"
#include "ui/model/operations_model.h"
#include "ui/model/statement.h"

#include <algorithm>
#include <map>

namespace ui::graph::detail {

using engine::OpId;
using engine::analysis::Part;
using engine::trace::DependencyKind;
using engine::trace::Op;
using engine::trace::Trace;

namespace {

/// Groups the classes by title; groups are numbered in order of first occurrence.
template <typename TitleOf>
Groups byTitle(const Scope& scope, const TitleOf& titleOf)
{
    Groups groups;
    groups.areOfClasses = true;
    std::map<QString, int> known;
    std::vector<int> ofClass;
    for (std::size_t c = 0; c < scope.classes.size(); ++c) {
        const QString title = titleOf(c);
        const auto [at, isNew] = known.try_emplace(title, static_cast<int>(groups.titles.size()));
        if (isNew)
            groups.titles.push_back(title);
        ofClass.push_back(at->second);
    }
    groups.of.reserve(scope.operations());
    for (const std::uint32_t c : scope.classOf)
        groups.of.push_back(ofClass[c]);
    return groups;
}

Groups byPhase(const Trace& trace, const Scope& scope)
{
    const bool trains = !trace.steps().empty();
    return byTitle(scope, [&](std::size_t c) {
        const Op& op = trace.op(scope.firstOf[c]);
        const QString phase = text(trace, op.phase);
        return trains ? look::messageText(engine::analysis::nameOf(trace, engine::analysis::partOf(trace, op)))
               : phase.isEmpty() ? model::kindName(op.kind, model::KindForm::Group)
                                 : phase + QStringLiteral("()");
    });
}

/// As "12: run(x)".
QString titleOf(const QStringList& source, int line)
{
    if (line < 1 || line > source.size())
        return tr("without a line");
    return QStringLiteral("%1: %2").arg(line).arg(model::statementOf(source[line - 1]));
}

Groups byStatement(const Trace& trace, const Scope& scope)
{
    const QStringList source = QString::fromStdString(trace.run().source).split(QLatin1Char('\n'));
    std::map<std::int32_t, QString> known;
    return byTitle(scope, [&](std::size_t c) {
        const std::int32_t line = scope.classes[c].line;
        const auto [at, isNew] = known.try_emplace(line);
        if (isNew)
            at->second = titleOf(source, line);
        return at->second;
    });
}

constexpr std::size_t kMaxLayers = 500;

/// Finds the layers of a network in the forward pass and assigns the other operations to them.
///
/// A layer starts with an operator of the table of layer words (a convolution, a pooling, a dense layer, the loss).
/// Operators up to the next such operator, for example an activation, belong to the same layer. Backward executes the
/// same operators in reverse order. The sum over devices and the update belong to the layer whose gradient they read.
class Layers {
public:
    Layers(const Trace& trace, const Scope& scope) : m_trace(trace), m_scope(scope) {}

    Groups find()
    {
        Groups groups;
        m_layer.assign(m_scope.operations(), -1);
        learnClasses();
        countWords();
        findProducers();
        for (std::size_t i = 0; i < m_layer.size(); ++i)
            m_layer[i] = layerOf(i);
        groups.areLayers = true;
        groups.titles.push_back(tr("no layer"));
        for (std::size_t layer = 0; layer < m_layers.size() && hasFound(); ++layer)
            groups.titles.push_back(
                tr("layer %1 · %2")
                    .arg(layer + 1)
                    .arg(tr(m_words[static_cast<std::size_t>(m_layers[layer])].toUtf8().constData())));
        groups.of.resize(m_layer.size());
        for (std::size_t i = 0; i < m_layer.size(); ++i)
            groups.of[i] = m_layer[i] + 1;
        return groups;
    }

    /// A model that is called repeatedly without a backward pass would yield an endless sequence of layers; reject it.
    [[nodiscard]] bool hasFound() const { return !m_layers.empty() && m_layers.size() <= kMaxLayers; }

private:
    /// Position of a device within a batch.
    struct Walk {
        int forward = -1;           ///< current layer; -1: none yet
        int backward = -1;          ///< current layer; -1: backward has not started
        std::vector<int> returned;  ///< for each word: the backward operators passed so far
    };

    /// Properties of an operation, computed once for its class.
    struct Known {
        Part part = Part::Wait;
        int word = -1;  ///< index into m_words; -1: does not start a layer
        std::size_t walk = 0;
    };

    void learnClasses()
    {
        std::map<QString, int> words;
        std::map<std::uint32_t, std::size_t> walks;
        for (std::size_t c = 0; c < m_scope.classes.size(); ++c) {
            Known known;
            known.part = engine::analysis::partOf(m_trace, m_trace.op(m_scope.firstOf[c]));
            known.walk = walks.try_emplace(m_scope.classes[c].device.index, walks.size()).first->second;
            const LayerWord* word = layerWordOf(text(m_trace, m_scope.classes[c].name));
            if (word != nullptr && *word->shown != '\0') {
                const QString shown = QString::fromLatin1(word->shown);
                known.word = words.try_emplace(shown, static_cast<int>(m_words.size())).first->second;
                if (static_cast<std::size_t>(known.word) == m_words.size())
                    m_words.push_back(shown);
                if (shown == QLatin1String("loss"))
                    m_loss = known.word;
            }
            m_known.push_back(known);
        }
        m_walks.assign(walks.size(), Walk{-1, -1, std::vector<int>(m_words.size(), 0)});
    }

    /// Computes how many backward operators correspond to one forward operator: two if both weights and input need
    /// gradients.
    void countWords()
    {
        std::vector<std::pair<int, int>> counts(m_words.size());
        for (std::size_t c = 0; c < m_known.size(); ++c) {
            const Known& known = m_known[c];
            if (known.word < 0 || (known.part != Part::Forward && known.part != Part::Backward))
                continue;
            auto& [forward, backward] = counts[static_cast<std::size_t>(known.word)];
            (known.part == Part::Forward ? forward : backward) += m_scope.sizeOf[c];
        }
        for (const auto& [forward, backward] : counts)
            m_perLayer.push_back(std::max(1, (backward + forward - 1) / std::max(forward, 1)));
    }

    /// An exchange or an update belongs to the layer whose gradient it reads.
    [[nodiscard]] static bool isCarried(Part part) { return part == Part::Exchange || part == Part::Update; }

    void findProducers()
    {
        m_producer.assign(m_scope.operations(), OpId{});
        m_scope.forEachEdge(m_trace, [&](const engine::trace::Edge& edge) {
            if (edge.kind != DependencyKind::ReadAfterWrite || !m_scope.contains(edge.from))
                return;
            const std::size_t to = edge.to.index - m_scope.first;
            if (!isCarried(knownAt(to).part))
                return;
            const Part part = knownAt(edge.from.index - m_scope.first).part;
            if (part == Part::Exchange || (part == Part::Backward && !m_producer[to].isValid()))
                m_producer[to] = edge.from;
        });
    }

    [[nodiscard]] const Known& knownAt(std::size_t i) const { return m_known[m_scope.classOf[i]]; }

    int layerOf(std::size_t i)
    {
        const Known& known = knownAt(i);
        Walk& walk = m_walks[known.walk];
        switch (known.part) {
            case Part::Forward:
                if (walk.backward >= 0) {  // the next batch starts
                    walk.forward = walk.backward = -1;
                    std::fill(walk.returned.begin(), walk.returned.end(), 0);
                }
                if (known.word >= 0)
                    startLayer(walk, known.word);
                return walk.forward;
            case Part::Backward:
                if (walk.backward < 0)
                    walk.backward = walk.forward;
                if (known.word >= 0)
                    stepBack(walk, known.word);
                return walk.backward;
            case Part::Exchange:
            case Part::Update:
                return m_producer[i].isValid() ? m_layer[m_producer[i].index - m_scope.first] : -1;
            default:
                return -1;
        }
    }

    /// Starts the next layer of a device; all devices run the same layers in the same order.
    void startLayer(Walk& walk, int word)
    {
        // The loss consists of several operators, which form one layer.
        const bool isContinuation =
            walk.forward >= 0 && word == m_loss && m_layers[static_cast<std::size_t>(walk.forward)] == word;
        walk.forward += isContinuation ? 0 : 1;
        if (static_cast<std::size_t>(walk.forward) >= m_layers.size())
            m_layers.push_back(word);
    }

    /// Moves back to the layer that this backward operator belongs to.
    void stepBack(Walk& walk, int word)
    {
        const auto at = static_cast<std::size_t>(word);
        int toPass = walk.returned[at]++ / m_perLayer[at];
        int last = -1;
        for (int layer = walk.forward; layer >= 0; --layer) {
            if (m_layers[static_cast<std::size_t>(layer)] != word)
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
    std::vector<Known> m_known;    ///< one for each class
    std::vector<QString> m_words;  ///< names of the layer types
    int m_loss = -1;               ///< index into m_words
    std::vector<int> m_perLayer;   ///< backward operators per layer, for each word
    std::vector<int> m_layer;
    std::vector<OpId> m_producer;  ///< for each operation: the gradient, or the sum of gradients, that it reads
    std::vector<int> m_layers;     ///< index into m_words of each layer
    std::vector<Walk> m_walks;     ///< one for each device
};

Groups byDevice(const Trace& trace, const Scope& scope)
{
    return byTitle(scope, [&](std::size_t c) { return model::deviceName(trace, scope.classes[c].device); });
}

}  // namespace

Groups groupsOf(const Trace& trace, const Scope& scope, Grouping grouping)
{
    ENGINE_EXPECT(grouping != Grouping::Alike && grouping != Grouping::None);
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
