#pragma once

#include <array>
#include <string_view>

namespace warploom::walkthrough {

/// A kernel line that is quoted in a walkthrough. It is identified by a file in the source tree and a string that
/// occurs in exactly one line of this file. A test checks that the quoted lines exist.
struct KernelLine {
    const char *file = "", *text = "";
    bool operator==(const KernelLine& other) const { return std::string_view(text) == other.text; }
};

/// The quoted lines of kernels. Each constant is named after the role of the line in the algorithm.
namespace quote {

inline constexpr const char* elementary = "kernels/headers/tridiagonal_row.cuh";
inline constexpr const char* thomas = "kernels/tridiagonal/thomas_gpu.cu";
inline constexpr const char* tiles = "kernels/headers/ata_tiles.cuh";
inline constexpr const char* coo = "kernels/headers/coo_intervals.cuh";
inline constexpr const char* naive = "kernels/ata/naive.cu";
inline constexpr const char* bcsr = "kernels/papers/rossignon2013_bcsr.cu";
inline constexpr const char* it168 = "kernels/headers/it168_phases.cuh";

inline constexpr KernelLine grid_launch{"kernels/papers/prata2010_ell.cu",
                                        "const int grid = (rows + block - 1) / block;"};
inline constexpr KernelLine grid_row{"kernels/papers/prata2010_ell.cu",
                                     "const int row = blockIdx.x * blockDim.x + threadIdx.x;"};
inline constexpr KernelLine thomas_eliminate{thomas, "last_x = (d[i] - from_before) / pivot;"};
inline constexpr KernelLine thomas_substitute{thomas, "last_x = x[i] - from_after;"};
inline constexpr KernelLine cr_reduce{elementary, "reduced.b = row.b - k1 * before.c - k2 * after.a;"};
inline constexpr KernelLine pcr_reduce{elementary, "reduced.b = row.b - k1 * before.c - k2 * after.a;"};
inline constexpr KernelLine cr_solve{elementary, "const T x = (second.d - k1 * first.d) / pivot;"};
inline constexpr KernelLine cr_substitute{elementary, "return (row.d - row.a * x_before - row.c * x_after) / row.b;"};
inline constexpr KernelLine ata_skip{tiles, "if (symmetric && blockIdx.y > blockIdx.x) return;"};
inline constexpr KernelLine ata_fetch{tiles, "transposed[e] = k < m && i < n ? A[start + i * apart] : T(0);"};
inline constexpr KernelLine ata_prefetch{tiles, "k0 + tile_side, next_transposed, next_straight);"};
inline constexpr KernelLine ata_store{
    tiles, "transposed[(column + e * tile_side) * tile.stride + k] = brought_transposed[e];"};
inline constexpr KernelLine ata_multiply{tiles, "sum[r * each + q] += left[r] * right[q];"};
inline constexpr KernelLine ata_write{tiles, "C[(long long)i * n + j] = sum[r * each + q];"};
inline constexpr KernelLine coo_product{coo, "product[g] = is_inside ? __ldcs(value + k) * x_j : T(0);"};
inline constexpr KernelLine coo_heads{coo, "const unsigned heads = __ballot_sync(0xffffffff, my_row[g] != previous);"};
inline constexpr KernelLine coo_stride{"kernels/headers/segmented_sum.cuh",
                                       "const T left = __shfl_up_sync(0xffffffff, v, distance);"};
inline constexpr KernelLine coo_open{coo, "if (segment_start(heads) < 0) sum += open_sum;"};
inline constexpr KernelLine coo_write{coo, "if (ends_here) write_row<onto_y>(y, my_row[g], sum);"};
inline constexpr KernelLine coo_carry{coo, "carry_sum[warp] = open_sum;"};
inline constexpr KernelLine coo_serial{"kernels/spmv/coo_serial.cu", "y[row[k]] += value[k] * x_j;"};
inline constexpr KernelLine coo_update{"kernels/headers/carries.cuh", "y[mine] += total;"};
inline constexpr KernelLine naive_product{naive, "sum += A[start + row] * A[start + column];"};
inline constexpr KernelLine naive_write{naive, "C[(long long)row * n + column] = sum;"};
inline constexpr KernelLine it168_product{it168, "T val = is_there ? V[n] * x[J[n]] : T(0);"};
inline constexpr KernelLine it168_stride{
    "kernels/headers/it168_reduce.cuh",
    "if (thread_lane >= stride && row == rows[local_id - stride]) left = vals[local_id - stride];"};
inline constexpr KernelLine it168_write{it168, "if (tid < 31 && row != rows[local_id + 1]) y[row] += val;"};
inline constexpr KernelLine it168_open{it168, "temp_vals[warp_id] = vals[local_id];"};
inline constexpr KernelLine it168_serial{
    it168, "for (int n = first; n < nonzeros; n++) y[row[n]] += value[n] * x[column[n]];"};
inline constexpr KernelLine it168_update{it168, "spmv_coo_reduce_update<<<1, UPDATE_BLOCK>>>"};
inline constexpr KernelLine rows_in_turn{"kernels/cpu/tridiagonal_doubling.h",
                                         "for (std::int64_t i = thread; i < s.n; i += threads)"};
inline constexpr KernelLine rows_in_blocks{"kernels/cpu/tridiagonal_doubling.h",
                                           "for (std::int64_t i = begin; i < end; ++i)"};
inline constexpr KernelLine build_coo{"kernels/formats/coo.h", "f.value = values_of<T>(a);"};
inline constexpr KernelLine build_csr{"kernels/formats/csr.h", "f.value = values_of<T>(a);"};
inline constexpr KernelLine build_csc{"kernels/formats/csc.h", "const int place = next[a.column[k]]++;"};
inline constexpr KernelLine build_ell{"kernels/formats/ell.h",
                                      "length[i] = static_cast<int>(a.row_length(row_at(i)));"};
inline constexpr KernelLine build_jad{"kernels/formats/jad.h", "f.permutation = descending_by_length(a, 0, a.rows);"};
inline constexpr KernelLine build_sell{
    "kernels/formats/sell.h",
    "const std::int64_t first_slot = f.slice_pointer[i / f.slice_height] + i % f.slice_height;"};
inline constexpr KernelLine build_hyb{
    "kernels/formats/hyb.h",
    "f.ell_value[k * f.leading_dimension + i] = static_cast<T>(a.value[a.row_pointer[i] + k]);"};
inline constexpr KernelLine build_bcsr{"kernels/formats/bcsr.h",
                                       "for (std::int64_t i = first; i < last; ++i) f.fill_block_row(a, i, blocks);"};
inline constexpr KernelLine build_dia{
    "kernels/formats/dia.h",
    "f.value[place[a.column[k] - i + a.rows - 1] * f.leading_dimension + i] = static_cast<T>(a.value[k]);"};
inline constexpr KernelLine bcsr_works{bcsr, "const bool works = lane < columns_per_turn * block_size;"};
inline constexpr KernelLine bcsr_product{bcsr, "sum += value[i] * x[column[j]];"};
inline constexpr KernelLine bcsr_reduce{bcsr, "sums[warp][lane] += sums[warp][lane + half * block_size];"};
inline constexpr KernelLine bcsr_write{bcsr, "if (my_column == 0 && row < rows) y[row] = sums[warp][lane];"};

inline constexpr std::array all{
    grid_launch,   grid_row,      thomas_eliminate, thomas_substitute, cr_reduce,    pcr_reduce,   cr_solve,
    cr_substitute, ata_skip,      ata_fetch,        ata_prefetch,      ata_store,    ata_multiply, ata_write,
    coo_product,   coo_heads,     coo_stride,       coo_open,          coo_write,    coo_carry,    coo_serial,
    coo_update,    naive_product, naive_write,      it168_product,     it168_stride, it168_write,  it168_open,
    it168_serial,  it168_update,  rows_in_turn,     rows_in_blocks,    build_coo,    build_csr,    build_csc,
    build_ell,     build_jad,     build_sell,       build_hyb,         build_bcsr,   build_dia,    bcsr_works,
    bcsr_product,  bcsr_reduce,   bcsr_write};

} // namespace quote

} // namespace warploom::walkthrough
