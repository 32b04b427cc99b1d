#include "engine/devices/cpu/kernels/product.h"

#include <dnnl.h>
#include <omp.h>

#include <algorithm>

namespace engine::devices::cpu {

namespace {

/// oneDNN asks OpenMP how many threads the calling one may use; the parallelism is our team's.
class SingleThread {
public:
    SingleThread() { omp_set_num_threads(1); }
    ~SingleThread() { omp_set_num_threads(m_before); }
    SingleThread(const SingleThread&) = delete;
    SingleThread& operator=(const SingleThread&) = delete;

private:
    int m_before = omp_get_max_threads();
};

/// Below it the call costs more than the work.
constexpr std::int64_t kSmallWork = 16 * 16 * 16;

void multiplySmall(const Tile& tile)
{
    for (std::int64_t row = 0; row < tile.rows; ++row) {
        float* out = tile.out + row * tile.outStride;
        std::fill_n(out, tile.columns, 0.0F);
        for (std::int64_t k = 0; k < tile.inner; ++k) {
            const float factor = tile.a[row * tile.aStride + k];
            const float* b = tile.b + k * tile.bStride;
            for (std::int64_t column = 0; column < tile.columns; ++column)
                out[column] += factor * b[column];
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
    const dnnl_status_t status = dnnl_sgemm('N', 'N', tile.rows, tile.columns, tile.inner, 1.0F, tile.a, tile.aStride,
                                            tile.b, tile.bStride, 0.0F, tile.out, tile.outStride);
    if (status == dnnl_success)
        return {};
    if (status == dnnl_out_of_memory)
        return makeError(ErrorCode::OutOfMemory, "oneDNN found no memory for its packed copy of a product's input.");
    return makeError(ErrorCode::DeviceFailure,
                     "oneDNN refused a product (status " + std::to_string(static_cast<int>(status)) + ").");
}

}  // namespace engine::devices::cpu
