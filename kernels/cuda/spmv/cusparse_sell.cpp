#include "kernels/cuda/spmv/cusparse_spmv.h"
#include "kernels/formats/sell.h"

namespace warploom::kernels {

namespace {

/// Sliced ELL in cuSPARSE's layout, with rows in matrix order, because cuSPARSE writes y without a permutation. Padding
/// has column -1.
template <class T> struct SlicedEll {
    std::vector<std::int64_t> slice_pointer{0};
    std::vector<int> column;
    std::vector<T> value;
    std::int64_t nonzeros = 0;

    explicit SlicedEll(const Sell<T>& a) {
        const std::int64_t rows = a.rows, height = a.slice_height;
        std::vector<std::int64_t> from(rows); // first slot of each matrix row in the arrays of `a`
        std::vector<int> length(rows);
        for (std::int64_t i = 0; i < rows; ++i) {
            const std::int64_t first = a.slice_pointer[i / height] + i % height, end = a.slice_pointer[i / height + 1];
            from[a.row[i]] = first;
            for (std::int64_t slot = first; slot < end && a.column[slot] >= 0; slot += height) ++length[a.row[i]];
        }
        for (std::int64_t first = 0; first < rows; first += height) {
            int width = 0;
            for (std::int64_t i = first; i < std::min(first + height, rows); ++i) width = std::max(width, length[i]);
            slice_pointer.push_back(slice_pointer.back() + width * height);
        }
        column.assign(slice_pointer.back(), -1);
        value.assign(slice_pointer.back(), T(0));
        for (std::int64_t i = 0; i < rows; ++i) {
            const std::int64_t to = slice_pointer[i / height] + i % height;
            nonzeros += length[i];
            for (std::int64_t k = 0; k < length[i]; ++k) {
                column[to + k * height] = a.column[from[i] + k * height];
                value[to + k * height] = a.value[from[i] + k * height];
            }
        }
    }
};

template <class T> class CusparseSell final : public CusparseSpmv<T> {
public:
    CusparseSell(std::shared_ptr<cuda::Device> device, cuda::Timer& timer, std::shared_ptr<const HostFormat> format)
        : CusparseSpmv<T>(std::move(device), std::move(format)) {
        const auto& given = *static_cast<const Sell<T>*>(this->format_->object());
        if (given.value.empty()) return;
        const SlicedEll<T> a(given);
        const auto slots = static_cast<std::int64_t>(a.value.size());
        const auto slices = static_cast<std::int64_t>(a.slice_pointer.size());
        column_ = this->upload(a.column.data(), slots, "column");
        value_ = this->upload(a.value.data(), slots, "value");
        const bool is_short = slots <= std::numeric_limits<int>::max();
        if (is_short) {
            const std::vector<int> pointer(a.slice_pointer.begin(), a.slice_pointer.end());
            pointer_ = this->upload(pointer.data(), slices, "slice_pointer");
        } else {
            long_pointer_ = this->upload(a.slice_pointer.data(), slices, "slice_pointer");
        }
        this->offer("SELL_ALG1, slices of " + std::to_string(given.slice_height) + " rows in matrix order",
                    CUSPARSE_SPMV_SELL_ALG1, [&](cusparseSpMatDescr_t* matrix) {
                        void* const pointer =
                            is_short ? static_cast<void*>(pointer_.data()) : static_cast<void*>(long_pointer_.data());
                        return cusparseCreateSlicedEll(matrix, given.rows, given.cols, a.nonzeros, slots,
                                                       given.slice_height, pointer, column_.data(), value_.data(),
                                                       is_short ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I,
                                                       CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, cuda_type<T>);
                    });
        this->keep_fastest(timer);
    }

private:
    cuda::Buffer<int> pointer_, column_;
    cuda::Buffer<std::int64_t> long_pointer_;
    cuda::Buffer<T> value_;
};

} // namespace

CudaEntry::Bind* const bind_cusparse_sell = bind_vendor<CusparseSell>;

} // namespace warploom::kernels
