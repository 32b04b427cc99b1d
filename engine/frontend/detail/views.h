#pragma once

#include "engine/ops/operation.h"

#include <cstdint>
#include <map>
#include <unordered_map>

namespace engine::frontend {

struct Native;
struct TensorObject;

/// Tensors that show (a part of) others, as slices and reshapes do in the frameworks. A variable of the engine is a
/// whole tensor, so a view is a copy here; what keeps the two alike is that a write to one of them is carried over to
/// the other, by an operation like any other, as long as both are there.
/// A view does not keep its base alive, unless that is a view itself. Thread: the program's.
class Views {
public:
    /// `view` was made from `base` by `toView`: a Slice or a Reshape, whose result may have been given another shape of
    /// as many elements.
    void add(TensorObject& view, TensorObject& base, ops::Operation toView);
    /// `view` is the block of `base` that begins at `offsets` and has `extents`.
    [[nodiscard]] bool shows(const TensorObject& view, const TensorObject& base, const ops::Operation& toView) const;
    /// `tensor` is about to go.
    void forget(TensorObject& tensor);
    /// `tensor` was written: issues what makes its views, and what it shows itself, alike. False with an exception set.
    [[nodiscard]] bool written(Native& native, TensorObject& tensor);

private:
    struct Link {
        TensorObject* base = nullptr;
        std::uint64_t number = 0;
        bool ownsBase = false;
        ops::Operation toView;
    };

    [[nodiscard]] bool spread(Native& native, TensorObject& tensor, const TensorObject* from);

    std::unordered_map<const TensorObject*, Link> m_links;  ///< by view
    std::unordered_map<const TensorObject*, std::map<std::uint64_t, TensorObject*>>
        m_viewsOf;  ///< by base, oldest first
    std::uint64_t m_next = 0;
    bool m_isSpreading = false;
};

}  // namespace engine::frontend
