#include "engine/devices/cpu/kernels/product.h"

#include "engine/devices/cpu/kernels/single_thread.h"
#include "engine/messages/messages.h"

#include <dnnl.h>

#include <algorithm>

namespace engine::devices::cpu {

namespace {

/// Number of multiply-adds up to which our own loop is faster than a call of oneDNN.
constexpr std::int64_t kSmallWork = 16 * 16 * 16;

void multiplySmall(const Tile& tile)
{
    const std::int64_t aRow = tile.isATransposed ? 1 : tile.aStride;
    const std::int64_t aInner = tile.isATransposed ? tile.aStride : 1;
    const std::int64_t bInner = tile.isBTransposed ? 1 : tile.bStride;
    const std::int64_t bColumn = tile.isBTransposed ? tile.bStride : 1;
    for (std::int64_t row = 0; row < tile.rows; ++row) {
        float* out = tile.out + row * tile.outStride;
        std::fill_n(out, tile.columns, 0.0F);
        for (std::int64_t k = 0; k < tile.inner; ++k) {
            const float factor = tile.a[row * aRow + k * aInner];
            const float* b = tile.b + k * bInner;
            for (std::int64_t column = 0; column < tile.columns; ++column)
                out[column] += factor * b[column * bColumn];
        }
    }
}

}  // namespace

Status multiply(const Tile& tile)
{
    if (tile.rows == 0 || tile.columns == 0)
        return {};
    if (tile.rows * tile.columns * tile.inner <= kSmallWork) {
        multiplySmall(tile);
        return {};
    }
    const SingleThread single;
    const dnnl_status_t status =
        dnnl_sgemm(tile.isATransposed ? 'T' : 'N', tile.isBTransposed ? 'T' : 'N', tile.rows, tile.columns, tile.inner,
                   1.0F, tile.a, tile.aStride, tile.b, tile.bStride, 0.0F, tile.out, tile.outStride);
    if (status == dnnl_success)
        return {};
    if (status == dnnl_out_of_memory)
        return makeError(ErrorCode::OutOfMemory, message("run.onednn-memory"));
    return makeError(ErrorCode::DeviceFailure, message("run.onednn-failed", "sgemm", static_cast<int>(status)));
}

}  // namespace engine::devices::cpu
