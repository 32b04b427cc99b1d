#include "engine/frontend/detail/views.h"

#include "engine/frontend/detail/native.h"

#include <utility>
#include <vector>

namespace engine::frontend {

namespace {

using ops::Operator;

/// What carries the numbers of a view back into its base.
ops::Operation backFrom(const ops::Operation& toView)
{
    ops::Operation back;
    const bool isPart = toView.op == Operator::Slice;
    back.op = isPart ? Operator::SliceAssign : Operator::Reshape;
    back.inputs = isPart ? std::vector{toView.inputs[0], toView.output} : std::vector{toView.output};
    back.output = toView.inputs[0];
    back.offsets = toView.offsets;
    return back;
}

bool carryOver(Native& native, ops::Operation operation, const TensorObject& from, TensorObject& to)
{
    Execution& run = *native.execution;
    const bool isPart = operation.op == Operator::SliceAssign;
    static const char kRepeat = 0;
    const NameId text = to.text.isValid() ? to.text : run.statements().spell(spelled(run, to));
    Issue what{&operation, run.sink().intern(isPart ? "slice_assign" : "view"), text, &kRepeat};
    what.dispatch = device::DispatchClass::Free;
    const VariableId reads[2] = {isPart ? to.variable : from.variable, from.variable};
    return issue(native, what, std::span(reads, isPart ? 2U : 1U), &to);
}

}  // namespace

void Views::add(TensorObject& view, TensorObject& base, ops::Operation toView)
{
    Link link{&base, m_next++, m_links.contains(&base), std::move(toView)};
    if (link.ownsBase)
        Py_INCREF(reinterpret_cast<PyObject*>(&base));
    m_viewsOf[&base].emplace(link.number, &view);
    m_links.insert_or_assign(&view, std::move(link));
    view.isLinked = base.isLinked = true;
}

bool Views::shows(const TensorObject& view, const TensorObject& base, const ops::Operation& toView) const
{
    const auto link = m_links.find(&view);
    return link != m_links.end() && link->second.base == &base && link->second.toView.op == toView.op &&
           link->second.toView.output == toView.output && link->second.toView.offsets == toView.offsets;
}

void Views::forget(TensorObject& tensor)
{
    if (const auto views = m_viewsOf.find(&tensor); views != m_viewsOf.end()) {
        for (const auto& [number, view] : views->second)
            m_links.erase(view);
        m_viewsOf.erase(views);
    }
    const auto found = m_links.find(&tensor);
    if (found == m_links.end())
        return;
    const Link link = std::move(found->second);
    m_links.erase(found);
    const auto siblings = m_viewsOf.find(link.base);
    siblings->second.erase(link.number);
    if (siblings->second.empty())
        m_viewsOf.erase(siblings);
    if (link.ownsBase)
        Py_DECREF(reinterpret_cast<PyObject*>(link.base));
}

bool Views::written(Native& native, TensorObject& tensor)
{
    if (m_isSpreading)
        return true;
    m_isSpreading = true;
    const bool isDone = spread(native, tensor, nullptr);
    m_isSpreading = false;
    return isDone;
}

/// Views and bases form a tree: `from` is where the numbers came from.
bool Views::spread(Native& native, TensorObject& tensor, const TensorObject* from)
{
    if (const auto link = m_links.find(&tensor); link != m_links.end() && link->second.base != from) {
        TensorObject& base = *link->second.base;
        if (!carryOver(native, backFrom(link->second.toView), tensor, base) || !spread(native, base, &tensor))
            return false;
    }
    const auto views = m_viewsOf.find(&tensor);
    if (views == m_viewsOf.end())
        return true;
    for (const auto& [number, view] : views->second)
        if (view != from &&
            (!carryOver(native, m_links.at(view).toView, tensor, *view) || !spread(native, *view, &tensor)))
            return false;
    return true;
}

}  // namespace engine::frontend
