#include "ui/graph/detail/grouping.h"

#include "engine/analysis/line_match.h"
#include "engine/analysis/part_names.h"
#include "engine/analysis/training.h"
#include "engine/base/expect.h"
#include "ui/graph/detail/layer_labels.h"
#include "ui/look/languages.h"
#include "ui/model/lane_names.h"
#include "ui/model/operation_labels.h"
#include "ui/model/statement.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace ui::graph::detail {

using engine::analysis::Part;
using engine::trace::DependencyKind;
using engine::trace::Kind;

namespace {

/// Groups the classes of operations (OpClass) by title; groups are numbered in order of first occurrence.
Groups byTitle(const Scope& scope, const auto& titleOf)
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
    const bool trains = !trace.programPart().steps.empty();
    return byTitle(scope, [&](std::size_t c) {
        const Op& op = trace.op(scope.firstOf[c]);
        const QString phase = text(trace, op.phase);
        return trains ? look::messageText(engine::analysis::nameOf(trace, engine::analysis::partOf(trace, op)))
               : phase.isEmpty() ? model::kindName(op.kind, model::KindForm::Group)
                                 : phase + QStringLiteral("()");
    });
}

/// The title of a statement: "12: run(x)".
QString titleOf(const Trace& trace, int line)
{
    const std::string_view text = engine::analysis::lineOf(trace.run().source, line);
    if (text.empty())
        return tr("without a line");
    const QString code = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    return QStringLiteral("%1: %2").arg(line).arg(model::statementOf(code));
}

Groups byStatement(const Trace& trace, const Scope& scope)
{
    std::map<std::int32_t, QString> known;
    return byTitle(scope, [&](std::size_t c) {
        const std::int32_t line = scope.classes[c].line;
        const auto [at, isNew] = known.try_emplace(line);
        if (isNew)
            at->second = titleOf(trace, line);
        return at->second;
    });
}

constexpr std::size_t kMaxLayers = 500;  // more layers than large nets have in one batch; see hasFound()
/// An operator with at least this many floating-point operations for each number of its result combines many inputs: it
/// is a layer, even if its name is unknown. An activation or a normalization needs fewer.
constexpr double kFlopsOfALayer = 16;

[[nodiscard]] bool isMuchWork(const Op& op)
{
    constexpr double kElement = 4;  // bytes
    return op.kind == Kind::Compute && op.outputBytes.value > 0 &&
           op.flops >= kFlopsOfALayer * static_cast<double>(op.outputBytes.value) / kElement;
}

/// Returns the name of an operator in a form that is equal for "log_softmax" and "LogSoftmax backward".
[[nodiscard]] QString plainName(QString name)
{
    return name.toLower().remove(QLatin1Char('_')).remove(QLatin1String("backward")).remove(QLatin1Char(' '));
}

/// Finds the layers of a network in the forward pass and assigns the other operations to them.
///
/// A layer starts with an operator of the table of layer words (a convolution, a pooling, a dense layer, the loss), or
/// with an operator that does much work. Operators up to the next such operator, for example an activation, belong to
/// the same layer. Backward executes the same operators in reverse order, so there an activation precedes its layer. An
/// update belongs to the layer that reads the array that the update overwrites. Operations that only this update needs
/// (the gradient of a bias, the sum over devices) belong to the same layer. Where the trace does not record who reads
/// the array, the sum over devices and the update belong to the layer whose gradient they read.
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
        followParameters();
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

    /// Returns false also for too many layers, because a neural net that is called repeatedly without a backward pass
    /// yields new layers with each call.
    [[nodiscard]] bool hasFound() const { return !m_layers.empty() && m_layers.size() <= kMaxLayers; }

private:
    /// Position of a device within a batch.
    struct Walk {
        int forward = -1;                  ///< current layer; -1: none yet
        int backward = -1;                 ///< current layer; -1: backward has not started
        std::vector<int> returned;         ///< number of backward operators processed so far, for each word in m_words
        std::vector<std::size_t> pending;  ///< backward operations after the last one that has a word in m_words
    };

    /// Properties of an operation, computed once for its class.
    struct ClassPart {
        Part part = Part::Wait;
        int word = -1;  ///< index into m_words; -1: does not start a layer
        std::size_t walk = 0;
    };

    void learnClasses()
    {
        std::map<std::uint32_t, std::size_t> walks;
        for (std::size_t c = 0; c < m_scope.classes.size(); ++c) {
            const Op op = m_trace.op(m_scope.firstOf[c]);
            ClassPart known;
            known.part = engine::analysis::partOf(m_trace, op);
            known.walk = walks.try_emplace(m_scope.classes[c].device.index, walks.size()).first->second;
            known.word = wordOf(op, known.part);
            m_known.push_back(known);
        }
        m_walks.assign(walks.size(), Walk{-1, -1, std::vector<int>(m_words.size(), 0), {}});
    }

    /// The index in m_words of the type of layer that an operation starts; -1: it starts no layer.
    int wordOf(const Op& op, Part part)
    {
        const QString name = text(m_trace, op.name);
        const LayerWord* word = layerWordOf(name);
        if (word != nullptr && *word->shown == '\0')
            return -1;
        const QString key = word != nullptr ? QString::fromLatin1(word->shown) : plainName(name);
        const bool isLayer = word != nullptr || (part == Part::Forward && isMuchWork(op));
        const auto known = m_ofWord.find(key);
        if (known != m_ofWord.end() || !isLayer)
            return known != m_ofWord.end() ? known->second : -1;
        const auto made = static_cast<int>(m_words.size());
        m_ofWord.emplace(key, made);
        m_words.push_back(word != nullptr ? key : name);
        if (key == QLatin1String("loss"))
            m_loss = made;
        return made;
    }

    /// Computes how many backward operators correspond to one forward operator: two if both weights and input need
    /// gradients.
    void countWords()
    {
        std::vector<std::pair<int, int>> counts(m_words.size());
        for (std::size_t c = 0; c < m_known.size(); ++c) {
            const ClassPart& known = m_known[c];
            if (known.word < 0 || (known.part != Part::Forward && known.part != Part::Backward))
                continue;
            auto& [forward, backward] = counts[static_cast<std::size_t>(known.word)];
            (known.part == Part::Forward ? forward : backward) += m_scope.sizeOf[c];
        }
        for (const auto& [forward, backward] : counts)
            m_perLayer.push_back(std::max(1, (backward + forward - 1) / std::max(forward, 1)));
    }

    /// Whether operations of this part are first assigned to the layer whose gradient they read. followParameters() may
    /// move them to another layer.
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

    [[nodiscard]] const ClassPart& knownAt(std::size_t i) const { return m_known[m_scope.classOf[i]]; }

    int layerOf(std::size_t i)
    {
        const ClassPart& known = knownAt(i);
        Walk& walk = m_walks[known.walk];
        switch (known.part) {
            case Part::Forward:
                if (walk.backward >= 0) {  // the next batch starts
                    walk.forward = walk.backward = -1;
                    std::fill(walk.returned.begin(), walk.returned.end(), 0);
                    walk.pending.clear();
                }
                if (known.word >= 0)
                    startLayer(walk, known.word);
                return walk.forward;
            case Part::Backward:
                if (walk.backward < 0)
                    walk.backward = walk.forward;
                if (known.word >= 0)
                    stepBack(walk, known.word);
                else
                    walk.pending.push_back(i);
                return walk.backward;
            case Part::Exchange:
            case Part::Update:
                return m_producer[i].isValid() ? m_layer[m_producer[i].index - m_scope.first] : -1;
            default:
                return -1;
        }
    }

    /// Starts the next layer of a device. All devices run the same layers in the same order.
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
        for (const std::size_t before : walk.pending)
            m_layer[before] = walk.backward;
        walk.pending.clear();
    }

    /// Whether an operation can be on the way from a gradient to an update: an update, a sum over devices, or an
    /// elementwise operation of the backward pass that starts no layer.
    [[nodiscard]] bool canLeadToUpdate(std::size_t i) const
    {
        const ClassPart& known = knownAt(i);
        return isCarried(known.part) || (known.part == Part::Backward && known.word < 0 &&
                                         m_scope.classes[m_scope.classOf[i]].kind == Kind::Elementwise);
    }

    /// Moves updates to the layers whose parameters they overwrite, together with the operations that lead only to
    /// them.
    void followParameters()
    {
        constexpr int kSeveral = -2;
        std::vector<int> of(m_layer.size(), -1);
        const auto join = [&](std::size_t i, int layer) { of[i] = of[i] == -1 || of[i] == layer ? layer : kSeveral; };
        const auto at = [this](OpId op) { return static_cast<std::size_t>(op.index - m_scope.first); };
        std::vector<std::pair<std::size_t, std::size_t>> read, overwritten;  // pairs of operations: from, to
        m_scope.forEachEdge(m_trace, [&](const engine::trace::Edge& edge) {
            if (!m_scope.contains(edge.from))
                return;
            const std::size_t from = at(edge.from), to = at(edge.to);
            // An edge from an update to another operation is the next batch's read of the new parameter. Such an edge
            // does not lead to an update.
            const bool isNew = knownAt(from).part == Part::Update && knownAt(to).part != Part::Update;
            if (edge.kind == DependencyKind::ReadAfterWrite && canLeadToUpdate(from) && !isNew)
                read.emplace_back(from, to);
            if (edge.kind != DependencyKind::WriteAfterRead || knownAt(to).part != Part::Update)
                return;
            if (knownAt(from).part == Part::Forward && m_layer[from] >= 0)
                join(to, m_layer[from]);
            else if (knownAt(from).part == Part::Update)
                overwritten.emplace_back(from, to);
        });
        // Visits the last reader first, so that the group of a reader is known before its inputs are visited. The pairs
        // are usually sorted already.
        const auto isEarlier = [](const auto& a, const auto& b) { return a.second < b.second; };
        if (!std::is_sorted(read.begin(), read.end(), isEarlier))
            std::sort(read.begin(), read.end(), isEarlier);
        for (auto edge = read.rbegin(); edge != read.rend(); ++edge)
            if (knownAt(edge->second).part != Part::Forward)
                join(edge->first, of[edge->second] >= 0 ? of[edge->second] : kSeveral);
        // An update that clears a gradient belongs to the layer of the update that read the gradient.
        for (const auto& [from, to] : overwritten)
            if (of[to] == -1)
                of[to] = of[from];
        for (std::size_t i = 0; i < of.size(); ++i)
            if (of[i] >= 0 && canLeadToUpdate(i))
                m_layer[i] = of[i];
    }

    const Trace& m_trace;
    const Scope& m_scope;
    std::vector<ClassPart> m_known;   ///< one for each class
    std::map<QString, int> m_ofWord;  ///< index into m_words
    std::vector<QString> m_words;     ///< names of the layer types
    int m_loss = -1;                  ///< index into m_words
    std::vector<int> m_perLayer;      ///< backward operators per layer, for each word
    std::vector<int> m_layer;
    std::vector<OpId> m_producer;  ///< the gradient, or the sum of gradients, that each operation reads
    std::vector<int> m_layers;     ///< for each layer: its index in m_words
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
