#pragma once

#include "engine/frontend/detail/strides.h"
#include "engine/ops/operation.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine::frontend {

struct Native;
struct TensorObject;

/// A rectangular part of a tensor. `whole`: shape of the tensor.
struct Part {
    ops::Shape whole;
    ops::Shape extents;
    std::array<std::int64_t, 6> offsets{};

    /// Returns the part that a Slice reads; nullopt for other operations.
    [[nodiscard]] static std::optional<Part> readBy(const ops::Operation& operation);
    /// Returns the part that a SliceAssign writes; nullopt for other operations, and if part and whole differ in rank.
    [[nodiscard]] static std::optional<Part> writtenBy(const ops::Operation& operation);
    [[nodiscard]] bool isDisjointFrom(const Part& other) const;
};

/// Tracks tensors that are views of (parts of) others, like slices and reshapes in the frameworks. On this computer a
/// variable of the engine is a whole tensor, so a view is a copy: while view and base exist, a write to one of them
/// issues an operation that updates the other. On a virtual machine a view shares its base's memory (devices/sim).
/// Views and bases form trees. When a base is destroyed, its views move to its own base, or else to the first view that
/// shows all of it in the same order. A part of a view and a transposed view keep their base alive.
/// Threads: the program's.
class Views {
public:
    /// Registers that `view` was made from `base` by `toView`: a Slice, a Reshape or a Transpose, whose result may have
    /// been reshaped. A view that is transposed twice becomes a view of the first base, unless
    /// it was reshaped in between. `known`: strides of the view;
    /// needed if they do not follow from those of the base, because several operations here make up one operation of
    /// the framework.
    void add(TensorObject& view, TensorObject& base, ops::Operation toView, const std::optional<Strides>& known = {});
    /// Whether `view` is a view of `base` by the operation `toView`.
    [[nodiscard]] bool shows(const TensorObject& view, const TensorObject& base, ops::Operation toView) const;
    /// Returns the strides that a framework would give `tensor` in the storage that it shows.
    [[nodiscard]] Strides stridesOf(const TensorObject& tensor) const;
    /// Whether `tensor` is a view or has views.
    [[nodiscard]] bool has(const TensorObject& tensor) const
    {
        return m_links.contains(&tensor) || m_viewsOf.contains(&tensor);
    }
    /// Call when `tensor` is being destroyed.
    void forget(TensorObject& tensor);
    /// Call when `tensor`, or only `part` of it, was written: issues the operations that update its views and its base.
    /// Returns false with an exception set.
    [[nodiscard]] bool written(Native& native, TensorObject& tensor, const std::optional<Part>& part = {});
    [[nodiscard]] bool isEmpty() const { return m_links.empty(); }
    /// Calls written() for each view or base whose variable is among `variables` (sorted), which backward() or the
    /// replay of a LaunchGraph has written. Cost: visits every view.
    [[nodiscard]] bool written(Native& native, std::span<const VariableId> variables);
    /// Call when the program run is over and its tensors are invalid.
    void clear();

private:
    /// Sort key of a view among the views of its base: the first row that the view shows (-1 if the view does not show
    /// consecutive rows of the base), and a unique number.
    using Place = std::pair<std::int64_t, std::uint64_t>;
    struct Link {
        TensorObject* base = nullptr;
        Place place;
        bool ownsBase = false;
        ops::Operation toView;
        Strides strides{};  ///< strides of the view
    };
    struct ViewsOfBase {
        std::map<Place, TensorObject*> views;
        std::int64_t mostRows = 0;  ///< largest number of rows that one of the views shows
    };
    struct Step;

    void insert(TensorObject& view, Link link);
    void leave(TensorObject& tensor, ViewsOfBase views);
    void release(TensorObject& base);
    [[nodiscard]] bool propagateWrite(Native& native, TensorObject& tensor, const std::optional<Part>& part);
    void addSteps(std::vector<Step>& steps, std::size_t at) const;

    std::unordered_map<const TensorObject*, Link> m_links;           ///< by view
    std::unordered_map<const TensorObject*, ViewsOfBase> m_viewsOf;  ///< by base
    std::uint64_t m_next = 0;
    bool m_isPropagating = false;
    std::vector<TensorObject*> m_released;
    bool m_isReleasing = false;
};

}  // namespace engine::frontend
