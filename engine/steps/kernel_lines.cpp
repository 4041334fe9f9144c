#include "engine/steps/kernel_lines.h"

namespace warploom::steps {

QuotedLine quoted(KernelLine line) {
    constexpr const char* elementary = "kernels/tridiagonal/elementary_step.h";
    constexpr const char* thomas = "kernels/tridiagonal/thomas_gpu.h";
    constexpr const char* tiled = "kernels/ata/tiled.h";
    constexpr const char* coo = "kernels/spmv/coo_segmented.h";
    switch (line) {
    case KernelLine::thomas_eliminate: return {thomas, "last_x = (s.d[i] - s.a[i] * last_x) / pivot;"};
    case KernelLine::thomas_substitute: return {thomas, "last_x = x[i] - upper[i] * last_x;"};
    case KernelLine::cr_reduce:
    case KernelLine::pcr_reduce:
        return {elementary, "return {-k1 * before.a, row.b - k1 * before.c - k2 * after.a, -k2 * after.c,"};
    case KernelLine::cr_solve: return {elementary, "const T x = (second.d - k1 * first.d) / pivot;"};
    case KernelLine::cr_substitute: return {elementary, "return (row.d - row.a * x_before - row.c * x_after) / row.b;"};
    case KernelLine::ata_skip: return {tiled, "if (symmetric != 0 && block_row > block_column) return;"};
    case KernelLine::ata_fetch: return {tiled, "transposed[e] = k < a.m && i < a.n ? a.value[start + i] : T(0);"};
    case KernelLine::ata_prefetch: return {tiled, "fetch(a, s, k0 + side, next_transposed, next_straight);"};
    case KernelLine::ata_store: return {tiled, "s.transposed[(s.x + e * side) * s.stride + s.y] = transposed[e];"};
    case KernelLine::ata_multiply: return {tiled, "sum[r][c] += left[r] * right[c];"};
    case KernelLine::ata_write: return {tiled, "c[static_cast<std::int64_t>(i) * a.n + j] = sum[r][q];"};
    case KernelLine::coo_product:
        return {coo, "product[g] = inside ? a.value.stream(k) * x[a.column.stream(k)] : T(0);"};
    case KernelLine::coo_heads: return {coo, "const unsigned heads = t.ballot(row[g] != previous);"};
    case KernelLine::coo_stride:
        return {"kernels/vocabulary/segmented_sum.h", "const T left = t.shuffle_up(v, distance);"};
    case KernelLine::coo_open: return {coo, "if (segment_start(t, heads) < 0) sum += open_sum;"};
    case KernelLine::coo_write: return {coo, "if (ends_here) write(y, row[g], sum);"};
    case KernelLine::coo_carry: return {coo, "carry_sum[warp] = open_sum;"};
    case KernelLine::coo_serial: return {"kernels/spmv/coo_serial.h", "y[a.row[k]] += a.value[k] * x[a.column[k]];"};
    case KernelLine::coo_update: return {"kernels/vocabulary/carry_update.h", "y[mine] += total;"};
    case KernelLine::count: break;
    }
    return {"", ""};
}

} // namespace warploom::steps
