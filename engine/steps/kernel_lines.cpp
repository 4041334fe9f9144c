#include "engine/steps/kernel_lines.h"

namespace warploom::steps {

QuotedLine quoted(KernelLine line) {
    constexpr const char* elementary = "kernels/parts/tridiagonal_row.cuh";
    constexpr const char* thomas = "kernels/tridiagonal/thomas_gpu.cu";
    constexpr const char* tiles = "kernels/parts/ata_tiles.cuh";
    constexpr const char* coo = "kernels/parts/coo_intervals.cuh";
    constexpr const char* naive = "kernels/ata/naive.cu";
    constexpr const char* bcsr = "kernels/papers/rossignon2013_bcsr.cu";
    constexpr const char* it168 = "kernels/parts/it168_phases.cuh";
    switch (line) {
    case KernelLine::grid_launch:
        return {"kernels/papers/prata2010_ell.cu", "const int grid = (rows + block - 1) / block;"};
    case KernelLine::grid_row:
        return {"kernels/papers/prata2010_ell.cu", "const int row = blockIdx.x * blockDim.x + threadIdx.x;"};
    case KernelLine::thomas_eliminate: return {thomas, "last_x = (d[i] - from_before) / pivot;"};
    case KernelLine::thomas_substitute: return {thomas, "last_x = x[i] - from_after;"};
    case KernelLine::cr_reduce:
    case KernelLine::pcr_reduce: return {elementary, "reduced.b = row.b - k1 * before.c - k2 * after.a;"};
    case KernelLine::cr_solve: return {elementary, "const T x = (second.d - k1 * first.d) / pivot;"};
    case KernelLine::cr_substitute: return {elementary, "return (row.d - row.a * x_before - row.c * x_after) / row.b;"};
    case KernelLine::ata_skip: return {tiles, "if (symmetric && blockIdx.y > blockIdx.x) return;"};
    case KernelLine::ata_fetch: return {tiles, "transposed[e] = k < m && i < n ? A[start + i * apart] : T(0);"};
    case KernelLine::ata_prefetch: return {tiles, "k0 + tile_side, next_transposed, next_straight);"};
    case KernelLine::ata_store:
        return {tiles, "transposed[(column + e * tile_side) * tile.stride + k] = brought_transposed[e];"};
    case KernelLine::ata_multiply: return {tiles, "sum[r * each + q] += left[r] * right[q];"};
    case KernelLine::ata_write: return {tiles, "C[(long long)i * n + j] = sum[r * each + q];"};
    case KernelLine::coo_product: return {coo, "product[g] = is_inside ? __ldcs(value + k) * x_j : T(0);"};
    case KernelLine::coo_heads:
        return {coo, "const unsigned heads = __ballot_sync(0xffffffff, my_row[g] != previous);"};
    case KernelLine::coo_stride:
        return {"kernels/parts/segmented_sum.cuh", "const T left = __shfl_up_sync(0xffffffff, v, distance);"};
    case KernelLine::coo_open: return {coo, "if (segment_start(heads) < 0) sum += open_sum;"};
    case KernelLine::coo_write: return {coo, "if (ends_here) write_row<onto_y>(y, my_row[g], sum);"};
    case KernelLine::coo_carry: return {coo, "carry_sum[warp] = open_sum;"};
    case KernelLine::coo_serial: return {"kernels/spmv/coo_serial.cu", "y[row[k]] += value[k] * x_j;"};
    case KernelLine::coo_update: return {"kernels/parts/carries.cuh", "y[mine] += total;"};
    case KernelLine::naive_product: return {naive, "sum += A[start + row] * A[start + column];"};
    case KernelLine::naive_write: return {naive, "C[(long long)row * n + column] = sum;"};
    case KernelLine::it168_product: return {it168, "T val = V[n] * x[J[n]];"};
    case KernelLine::it168_stride:
        return {"kernels/parts/it168_reduce.cuh",
                "if (thread_lane >= stride && row == rows[local_id - stride]) left = vals[local_id - stride];"};
    case KernelLine::it168_write: return {it168, "if (tid < 31 && row != rows[local_id + 1]) y[row] += val;"};
    case KernelLine::it168_open: return {it168, "temp_vals[warp_id] = vals[local_id];"};
    case KernelLine::it168_serial:
        return {it168, "for (int n = first; n < nonzeros; n++) y[row[n]] += value[n] * x[column[n]];"};
    case KernelLine::it168_update: return {it168, "spmv_coo_reduce_update<<<1, UPDATE_BLOCK>>>"};
    case KernelLine::rows_in_turn:
        return {"kernels/cpu/tridiagonal_doubling.h", "for (std::int64_t i = thread; i < s.n; i += threads)"};
    case KernelLine::rows_in_blocks:
        return {"kernels/cpu/tridiagonal_doubling.h", "for (std::int64_t i = begin; i < end; ++i)"};
    case KernelLine::build_coo: return {"kernels/formats/coo.h", "f.value = values_of<T>(a);"};
    case KernelLine::build_csr: return {"kernels/formats/csr.h", "f.value = values_of<T>(a);"};
    case KernelLine::build_csc: return {"kernels/formats/csc.h", "const int place = next[a.column[k]]++;"};
    case KernelLine::build_ell:
        return {"kernels/formats/ell.h", "length[i] = static_cast<int>(a.row_length(row_at(i)));"};
    case KernelLine::build_jad: return {"kernels/formats/jad.h", "f.permutation = descending_by_length(a, 0, a.rows);"};
    case KernelLine::build_sell:
        return {"kernels/formats/sell.h",
                "const std::int64_t first_slot = f.slice_pointer[i / f.slice_height] + i % f.slice_height;"};
    case KernelLine::build_hyb:
        return {"kernels/formats/hyb.h",
                "f.ell_value[k * f.leading_dimension + i] = static_cast<T>(a.value[a.row_pointer[i] + k]);"};
    case KernelLine::build_bcsr:
        return {"kernels/formats/bcsr.h",
                "for (std::int64_t i = first; i < last; ++i) f.fill_block_row(a, i, blocks);"};
    case KernelLine::build_dia:
        return {"kernels/formats/dia.h",
                "f.value[place[a.column[k] - i + a.rows - 1] * f.leading_dimension + i] = static_cast<T>(a.value[k]);"};
    case KernelLine::bcsr_works: return {bcsr, "const bool works = lane < columns_per_turn * block_size;"};
    case KernelLine::bcsr_product: return {bcsr, "sum += value[i] * x[column[j]];"};
    case KernelLine::bcsr_reduce: return {bcsr, "sums[warp][lane] += sums[warp][lane + half * block_size];"};
    case KernelLine::bcsr_write: return {bcsr, "if (my_column == 0 && row < rows) y[row] = sums[warp][lane];"};
    case KernelLine::count: break;
    }
    return {"", ""};
}

} // namespace warploom::steps
