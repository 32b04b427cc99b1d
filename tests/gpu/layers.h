#pragma once

#include "engine/ops/shape_rules.h"

#include <array>
#include <cstdint>

namespace gpu {

/// A convolution of ResNet-18.
struct Layer {
    std::int64_t inputs;
    std::int64_t outputs;
    std::int64_t size;
    std::int32_t kernel;
    std::int32_t stride;

    [[nodiscard]] engine::ops::Operation on(std::int64_t images) const
    {
        const std::int32_t padding = kernel / 2;
        engine::ops::Operation layer;
        layer.op = engine::ops::Operator::Convolution;
        layer.inputs = {{images, inputs, size, size}, {outputs, inputs, kernel, kernel}};
        layer.window = {{kernel, kernel}, {stride, stride}, {padding, padding}};
        static_cast<void>(engine::ops::inferOutputs(layer));
        return layer;
    }
    [[nodiscard]] engine::ops::Operation gradientsOn(std::int64_t images) const
    {
        engine::ops::Operation layer = on(images);
        layer.inputs.insert(layer.inputs.begin(), layer.output);
        layer.op = engine::ops::Operator::ConvolutionBackward;
        layer.wanted = engine::ops::kData | engine::ops::kWeight;
        static_cast<void>(engine::ops::inferOutputs(layer));
        return layer;
    }
};

constexpr std::array<Layer, 6> kLayers{{{64, 64, 56, 3, 1},
                                        {64, 128, 56, 3, 2},
                                        {64, 128, 56, 1, 2},
                                        {128, 128, 28, 3, 1},
                                        {256, 256, 14, 3, 1},
                                        {512, 512, 7, 3, 1}}};

}  // namespace gpu
