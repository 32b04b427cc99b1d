#include "engine/devices/sim/detail/views.h"

#include "engine/ops/shape_rules.h"

#include <algorithm>
#include <array>
#include <vector>

namespace engine::devices::sim::detail {

namespace {

std::vector<std::int64_t> stridesInOrder(const ops::Shape& shape)
{
    std::vector<std::int64_t> strides(shape.rank(), 1);
    for (std::size_t axis = shape.rank(); axis-- > 1;)
        strides[axis - 1] = strides[axis] * shape[axis];
    return strides;
}

}  // namespace

Views::Range Views::rangeOf(VariableId id) const
{
    const auto found = m_shown.find(id.index);
    return found != m_shown.end() ? found->second.range : Range{0, m_state.storage[id].shape.elements()};
}

Views::ShownPart Views::shownBy(VariableId base, const ops::Operation& toView) const
{
    const ops::Shape& from = toView.inputs[0];
    const auto found = m_shown.find(base.index);
    const bool isRoot = found == m_shown.end();
    ShownPart shown{rangeOf(base), isRoot ? stridesInOrder(from) : found->second.strides,
                    toView.op == ops::Operator::Reshape};
    if (shown.isReshape) {
        const bool isInOrder = isRoot || found->second.strides == stridesInOrder(from);
        shown.strides = isInOrder ? stridesInOrder(toView.output) : std::vector<std::int64_t>{};
    }
    if (shown.strides.empty())
        return shown;
    if (toView.op == ops::Operator::Transpose)
        std::ranges::reverse(shown.strides);
    if (toView.op != ops::Operator::Slice || shown.strides.size() != from.rank())
        return shown;
    const ops::Shape& to = toView.output;
    const std::size_t dropped = from.rank() - to.rank();
    for (std::size_t axis = 0; axis < from.rank(); ++axis)
        shown.range.begin += toView.offsets[axis] * shown.strides[axis];
    shown.range.end = shown.range.begin + (to.elements() > 0 ? 1 : 0);
    for (std::size_t axis = 0; axis < to.rank(); ++axis)
        shown.range.end += std::max<std::int64_t>(to[axis] - 1, 0) * shown.strides[axis + dropped];
    shown.strides.erase(shown.strides.begin(), shown.strides.begin() + static_cast<std::ptrdiff_t>(dropped));
    return shown;
}

void Views::add(VariableId view, VariableId base, const ops::Operation& request)
{
    ops::Operation toView = request;
    if (toView.op == ops::Operator::Slice && toView.output == toView.inputs[0])
        toView.op = ops::Operator::Reshape;  // this slice is the whole tensor
    // Merges a Reshape of a Reshape into one Reshape, so that chains of views stay short.
    if (const auto above = m_shown.find(base.index);
        toView.op == ops::Operator::Reshape && above != m_shown.end() && above->second.isReshape) {
        base = m_state.storage[base].base;
        toView.inputs[0] = m_state.storage[base].shape;
    }
    m_shown.insert_or_assign(view.index, shownBy(base, toView));
    Variable& added = m_state.storage[view];
    Variable& root = m_state.storage.rootOf(base);
    added.tracked = root.tracked;
    added.root = m_state.storage[base].root;
    added.base = base;
    ++m_state.storage[base].views;
    ++root.holders;
    if (m_values == nullptr)
        return;
    ops::Operation& kept = m_links[view.index].toView;
    kept = toView;
    // A Slice may drop leading axes of size 1. They are added to the stored output again, because ops::undo() needs
    // them.
    if (const std::size_t rank = toView.inputs[0].rank();
        toView.op == ops::Operator::Slice && toView.output.rank() < rank) {
        std::vector<std::int64_t> extents(rank - toView.output.rank(), 1);
        extents.insert(extents.end(), toView.output.extents().begin(), toView.output.extents().end());
        kept.output = ops::Shape(std::span<const std::int64_t>(extents));
    }
}

void Views::refresh(VariableId id)
{
    if (m_values == nullptr)
        return;
    const std::uint32_t version = m_state.storage.rootOf(id).version;
    m_outdated.clear();
    for (; m_state.storage[id].base.isValid() && m_links.at(id.index).seen != version; id = m_state.storage[id].base)
        m_outdated.push_back(id);
    for (; !m_outdated.empty(); m_outdated.pop_back()) {
        const VariableId view = m_outdated.back();
        Link& link = m_links.at(view.index);
        submit(link.toView, {m_state.storage[view].base}, view);
        link.seen = version;
    }
}

void Views::written(VariableId id)
{
    std::uint32_t& version = m_state.storage.rootOf(id).version;
    const std::uint32_t next = version + 1;
    for (VariableId base = m_state.storage[id].base; m_values != nullptr && base.isValid();
         id = base, base = m_state.storage[id].base) {
        Link& link = m_links.at(id.index);
        if (link.toView.op == ops::Operator::Slice) {
            refresh(base);  // updates the base first, because its elements outside of the view must be up to date
            submit(ops::undo(link.toView), {base, id}, base);
        } else {
            submit(ops::undo(link.toView), {id}, base);
        }
        link.seen = next;
    }
    version = next;
}

VariableId Views::forget(VariableId id)
{
    m_links.erase(id.index);
    m_shown.erase(id.index);
    const VariableId base = m_state.storage[id].base;
    if (base.isValid())
        --m_state.storage[base].views;
    return base;
}

void Views::submit(const ops::Operation& operation, std::initializer_list<VariableId> reads, VariableId write)
{
    std::vector<device::ValueId> from;
    for (const VariableId read : reads)
        from.push_back(m_state.storage[read].value);
    // The view's request was validated, so errors can only occur when the values are computed; read() returns them.
    static_cast<void>(m_values->submit(operation, from, std::array{m_state.storage[write].value}));
}

}  // namespace engine::devices::sim::detail
