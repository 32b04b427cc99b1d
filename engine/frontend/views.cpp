#include "engine/frontend/detail/views.h"

#include "engine/frontend/detail/native.h"
#include "engine/messages/messages.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace engine::frontend {

namespace {

using ops::Operator;

bool carryOver(Native& native, ops::Operation operation, const TensorObject& from, TensorObject& to)
{
    Execution& run = *native.execution;
    const bool isPart = operation.op == Operator::SliceAssign;
    static const char kRepeat = 0;
    const NameId text = to.text.isValid() ? to.text : run.texts().intern(expressionText(run, to));
    Issue what{&operation, run.sink().intern(isPart ? "slice_assign" : "view"), text, &kRepeat};
    what.dispatch = device::DispatchClass::Free;
    what.isView = true;
    const VariableId reads[2] = {isPart ? to.variable : from.variable, from.variable};
    return issue(native, what, std::span(reads, isPart ? 2U : 1U), &to);
}

/// If `toView` is a Slice that reads the whole tensor, replaces it by a Reshape.
void simplify(ops::Operation& toView)
{
    if (toView.op == Operator::Slice && toView.output == toView.inputs[0])
        toView.op = Operator::Reshape;
}

/// Returns the strides of a view of the shape `shape` that `toView` made from a base with the strides `base`.
Strides stridesOfView(const ops::Operation& toView, const Strides& base, const ops::Shape& shape)
{
    const ops::Shape& from = toView.inputs[0];
    const Strides strides = toView.op == Operator::Transpose ? transposed(from, base) : base;
    const ops::Shape& made = toView.op == Operator::Reshape ? from : toView.output;
    return stridesAs(made, strides, shape).value_or(inOrder(shape));
}

/// Owns a reference to a tensor.
class TensorRef {
public:
    explicit TensorRef(TensorObject& tensor) : m_tensor(&tensor) { Py_INCREF(reinterpret_cast<PyObject*>(m_tensor)); }
    TensorRef(TensorRef&& other) noexcept : m_tensor(std::exchange(other.m_tensor, nullptr)) {}
    ~TensorRef() { Py_XDECREF(reinterpret_cast<PyObject*>(m_tensor)); }
    TensorRef(const TensorRef&) = delete;
    TensorRef& operator=(const TensorRef&) = delete;
    TensorRef& operator=(TensorRef&&) = delete;
    [[nodiscard]] TensorObject* get() const { return m_tensor; }

private:
    TensorObject* m_tensor;
};

}  // namespace

std::optional<Part> Part::readBy(const ops::Operation& operation)
{
    if (operation.op != Operator::Slice || operation.output.rank() != operation.inputs[0].rank())
        return {};
    return Part{operation.inputs[0], operation.output, operation.offsets};
}

std::optional<Part> Part::writtenBy(const ops::Operation& operation)
{
    if (operation.op != Operator::SliceAssign || operation.inputs[1].rank() != operation.inputs[0].rank())
        return {};
    return Part{operation.inputs[0], operation.inputs[1], operation.offsets};
}

bool Part::isDisjointFrom(const Part& other) const
{
    if (whole != other.whole)
        return false;
    for (std::size_t axis = 0; axis < whole.rank(); ++axis)
        if (offsets[axis] + extents[axis] <= other.offsets[axis] ||
            other.offsets[axis] + other.extents[axis] <= offsets[axis])
            return true;
    return false;
}

void Views::add(TensorObject& view, TensorObject& base, ops::Operation toView, const std::optional<Strides>& known)
{
    simplify(toView);
    // A tensor that is transposed twice has the original order, so it becomes a view of the first base. Thus a loop of
    // x = x.t() keeps only the first base alive. This is not possible if `base` shows the transposed tensor in another
    // shape.
    if (const auto above = m_links.find(&base); toView.op == Operator::Transpose && above != m_links.end() &&
                                                above->second.toView.op == Operator::Transpose &&
                                                above->second.toView.output == base.shape) {
        TensorObject& first = *above->second.base;
        toView.op = Operator::Reshape;
        toView.inputs[0] = first.shape;
        add(view, first, std::move(toView), known);
        return;
    }
    // A transposed view and a part of a view cannot replace their base, so they own it.
    const bool ownsBase = toView.op == Operator::Transpose || (toView.op == Operator::Slice && m_links.contains(&base));
    const Strides strides = known ? *known : stridesOfView(toView, stridesOf(base), view.shape);
    Link link{&base, {-1, m_next++}, ownsBase, std::move(toView), strides};
    if (link.ownsBase)
        Py_INCREF(reinterpret_cast<PyObject*>(&base));
    insert(view, std::move(link));
    view.isLinked = base.isLinked = true;
}

Strides Views::stridesOf(const TensorObject& tensor) const
{
    const auto link = m_links.find(&tensor);
    return link == m_links.end() ? inOrder(tensor.shape) : link->second.strides;
}

void Views::insert(TensorObject& view, Link link)
{
    ViewsOfBase& shown = m_viewsOf[link.base];
    const std::optional<Part> part = Part::readBy(link.toView);
    link.place.first = -1;
    if (part && part->whole == link.base->shape && part->whole.rank() > 0) {
        link.place.first = part->offsets[0];
        shown.mostRows = std::max(shown.mostRows, part->extents[0]);
    }
    shown.views.emplace(link.place, &view);
    m_links.insert_or_assign(&view, std::move(link));
}

bool Views::shows(const TensorObject& view, const TensorObject& base, ops::Operation toView) const
{
    simplify(toView);
    const auto link = m_links.find(&view);
    return link != m_links.end() && link->second.base == &base && link->second.toView.op == toView.op &&
           link->second.toView.output == toView.output && link->second.toView.offsets == toView.offsets;
}

void Views::forget(TensorObject& tensor)
{
    if (const auto views = m_viewsOf.find(&tensor); views != m_viewsOf.end()) {
        ViewsOfBase shown = std::move(views->second);
        m_viewsOf.erase(views);
        leave(tensor, std::move(shown));
    }
    const auto found = m_links.find(&tensor);
    if (found == m_links.end())
        return;
    const Link link = std::move(found->second);
    m_links.erase(found);
    const auto siblings = m_viewsOf.find(link.base);
    siblings->second.views.erase(link.place);
    if (siblings->second.views.empty())
        m_viewsOf.erase(siblings);
    if (link.ownsBase)
        release(*link.base);
}

/// Moves the views of a tensor that is being destroyed to another base: the tensor's own base, or one of the views.
void Views::leave(TensorObject& tensor, ViewsOfBase views)
{
    const auto above = m_links.find(&tensor);
    const bool isView = above != m_links.end();
    // If the tensor has no base, its first view that shows all of it becomes the base.
    TensorObject* heir = nullptr;
    if (!isView)
        for (const auto& [place, view] : views.views)
            if (m_links.at(view).toView.op == Operator::Reshape) {
                heir = view;
                break;
            }
    const Link upwards = isView ? above->second : Link{};
    for (const auto& [place, view] : views.views) {
        const auto found = m_links.find(view);
        Link link = std::move(found->second);
        m_links.erase(found);
        if (isView && link.toView.op == Operator::Reshape) {
            link.base = upwards.base;
            link.ownsBase = upwards.ownsBase;
            const ops::Shape shape = link.toView.output;
            link.toView = upwards.toView;
            if (link.toView.op == Operator::Reshape)
                link.toView.output = shape;
            if (link.ownsBase)
                Py_INCREF(reinterpret_cast<PyObject*>(link.base));
            insert(*view, std::move(link));
        } else if (heir != nullptr && view != heir) {
            link.base = heir;
            insert(*view, std::move(link));
        }
    }
}

/// Releases a base, then its own base, and so on; in a loop instead of recursion, since chains may be long.
void Views::release(TensorObject& base)
{
    m_released.push_back(&base);
    if (m_isReleasing)
        return;
    m_isReleasing = true;
    while (!m_released.empty()) {
        TensorObject* const next = m_released.back();
        m_released.pop_back();
        Py_DECREF(reinterpret_cast<PyObject*>(next));
    }
    m_isReleasing = false;
}

bool Views::written(Native& native, TensorObject& tensor, const std::optional<Part>& part)
{
    if (m_isPropagating)
        return true;
    m_isPropagating = true;
    const bool isDone = propagateWrite(native, tensor, part);
    m_isPropagating = false;
    return isDone;
}

bool Views::written(Native& native, std::span<const VariableId> variables)
{
    const auto isAmong = [&](const TensorObject& tensor) {
        return std::binary_search(variables.begin(), variables.end(), tensor.variable);
    };
    std::vector<std::pair<std::uint64_t, TensorObject*>> found;
    for (const auto& [base, shown] : m_viewsOf)
        for (const auto& [place, view] : shown.views) {
            if (isAmong(*m_links.at(view).base))
                found.emplace_back(place.second, m_links.at(view).base);
            if (isAmong(*view))
                found.emplace_back(place.second, view);
        }
    std::vector<TensorRef> held;  // owned, because issuing releases the GIL
    held.reserve(found.size());
    for (const auto& [number, tensor] : found)
        held.emplace_back(*tensor);
    // Updates the views in the order of their creation, not of their addresses, so that repeated program runs issue the
    // same operations.
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<const TensorObject*> done;
    for (const auto& [number, tensor] : found) {
        if (std::find(done.begin(), done.end(), tensor) != done.end())
            continue;
        done.push_back(tensor);
        if (!written(native, *tensor, std::nullopt))
            return false;
    }
    return true;
}

/// A tensor to which a write is propagated.
struct Views::Step {
    TensorRef to;
    TensorObject* from = nullptr;  ///< owned by an earlier Step; null: the program wrote `to`
    ops::Operation operation;
    std::optional<Part> part;  ///< the part of `to` that changes; none: all of `to`
};

/// Issuing an operation releases the GIL, and another thread may then destroy any tensor. So all tensors involved are
/// owned until the end, and no iterator is used after an operation was issued.
bool Views::propagateWrite(Native& native, TensorObject& tensor, const std::optional<Part>& part)
{
    std::vector<Step> steps;
    steps.push_back({TensorRef(tensor), nullptr, {}, part});
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (TensorObject* const from = steps[i].from;
            from != nullptr && !carryOver(native, std::move(steps[i].operation), *from, *steps[i].to.get()))
            return false;
        addSteps(steps, i);
    }
    if (Execution& run = *native.execution; steps.size() > 1 && run.platform().kind() == trace::PlatformKind::Real)
        run.note(message("run.note.views"));
    return true;
}

/// Adds a Step for the base and the views of the tensor of `steps[at]`, except the tensor from which the write came,
/// and views whose rows the write does not change.
void Views::addSteps(std::vector<Step>& steps, std::size_t at) const
{
    TensorObject* const tensor = steps[at].to.get();
    const TensorObject* const from = steps[at].from;
    const std::optional<Part> part = steps[at].part;
    if (const auto link = m_links.find(tensor); link != m_links.end() && link->second.base != from) {
        const ops::Operation& toView = link->second.toView;
        steps.push_back({TensorRef(*link->second.base), tensor, ops::undo(toView), Part::readBy(toView)});
    }
    const auto found = m_viewsOf.find(tensor);
    if (found == m_viewsOf.end())
        return;
    const auto& [views, mostRows] = found->second;
    const bool hasRows = part && part->whole == tensor->shape && part->whole.rank() > 0;
    for (auto next = views.begin(); next != views.end();) {
        const std::int64_t first = next->first.first;
        if (hasRows && first >= 0 && first + mostRows <= part->offsets[0]) {
            next = views.lower_bound({part->offsets[0] - mostRows + 1, 0});  // the skipped views end before the part
            continue;
        }
        if (hasRows && first >= part->offsets[0] + part->extents[0])
            break;
        TensorObject* const view = next->second;
        ++next;
        if (view == from)
            continue;
        const ops::Operation& toView = m_links.at(view).toView;
        if (const auto shown = Part::readBy(toView); !part || !shown || !shown->isDisjointFrom(*part))
            steps.push_back({TensorRef(*view), tensor, toView, {}});
    }
}

void Views::clear()
{
    m_viewsOf.clear();
    for (const auto& [view, link] : std::exchange(m_links, {}))
        if (link.ownsBase)
            release(*link.base);
    m_isPropagating = false;
}

}  // namespace engine::frontend
