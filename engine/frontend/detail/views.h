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

/// A part of a tensor of the shape `whole`.
struct Part {
    tensor::Shape whole;
    tensor::Shape extents;
    std::array<std::int64_t, 6> offsets{};

    /// Of a Slice; none: it is another operation.
    [[nodiscard]] static std::optional<Part> readBy(const ops::Operation& operation);
    /// Of a SliceAssign; none: it is another operation.
    [[nodiscard]] static std::optional<Part> writtenBy(const ops::Operation& operation);
    [[nodiscard]] bool isApartFrom(const Part& other) const;
};

/// Tensors that show (a part of) others, as slices and reshapes do in the frameworks. A variable of the engine is a
/// whole tensor, so a view is a copy here; what keeps the two alike is that a write to one of them is carried over to
/// the other, by an operation like any other, as long as both are there.
/// Views and bases form trees. A base that goes leaves its views to its own base, or else to the first of them that
/// shows all of it in its order; a part of a view, and what shows a tensor transposed, keep what they were made from
/// alive. Thread: the program's.
class Views {
public:
    /// `view` was made from `base` by `toView`: a Slice, a Reshape or a Transpose, whose result may have been given
    /// another shape of as many elements. What is transposed twice shows the first base. `known`: strides of the view,
    /// where they do not follow from the base's, since more than one such step is one of the framework's.
    void add(TensorObject& view, TensorObject& base, ops::Operation toView, const std::optional<Strides>& known = {});
    /// `view` is the block of `base` that begins at `offsets` and has `extents`.
    [[nodiscard]] bool shows(const TensorObject& view, const TensorObject& base, ops::Operation toView) const;
    /// Where a framework would find the numbers of `tensor` in the storage that it shows.
    [[nodiscard]] Strides stridesOf(const TensorObject& tensor) const;
    /// `tensor` shows another one, or is shown by one.
    [[nodiscard]] bool has(const TensorObject& tensor) const
    {
        return m_links.contains(&tensor) || m_viewsOf.contains(&tensor);
    }
    /// `tensor` is about to go.
    void forget(TensorObject& tensor);
    /// `tensor` was written, or only `part` of it: issues what makes its views, and what it shows itself, alike. False
    /// with an exception set.
    [[nodiscard]] bool written(Native& native, TensorObject& tensor, const std::optional<Part>& part = {});
    [[nodiscard]] bool isEmpty() const { return m_links.empty(); }
    /// The same of all tensors that hold one of `variables` (sorted): what backward() wrote. Cost: one look at every
    /// view.
    [[nodiscard]] bool written(Native& native, std::span<const VariableId> variables);
    /// The run is over, and its tensors are dead.
    void clear();

private:
    /// Where a view stands among those of its base: the first row that it shows, -1 if it shows rows of another shape,
    /// and a number of its own.
    using Place = std::pair<std::int64_t, std::uint64_t>;
    struct Link {
        TensorObject* base = nullptr;
        Place place;
        bool ownsBase = false;
        ops::Operation toView;
        Strides strides{};  ///< of the view
    };
    struct Shown {
        std::map<Place, TensorObject*> views;
        std::int64_t mostRows = 0;  ///< that one of them shows
    };
    struct Step;

    void insert(TensorObject& view, Link link);
    void leave(TensorObject& tensor, Shown views);
    void release(TensorObject& base);
    [[nodiscard]] bool spread(Native& native, TensorObject& tensor, const std::optional<Part>& part);
    void addSteps(std::vector<Step>& steps, std::size_t at) const;

    std::unordered_map<const TensorObject*, Link> m_links;     ///< by view
    std::unordered_map<const TensorObject*, Shown> m_viewsOf;  ///< by base
    std::uint64_t m_next = 0;
    bool m_isSpreading = false;
    std::vector<TensorObject*> m_released;
    bool m_isReleasing = false;
};

}  // namespace engine::frontend
