#include "kernels/cuda/spmv/cusparse_spmv.h"
#include "kernels/formats/bcsr.h"

namespace warploom::kernels {

namespace {

/// The blocks of a BCSR matrix in cuSPARSE's BSR layout: one index per block, and b * b values in column-major or
/// row-major order. Blocks beyond the matrix are padded with zeros.
template <class T> struct Bsr {
    int block_rows = 0, block_cols = 0, b = 1;
    std::vector<int> pointer, column;
    std::vector<T> by_column, by_row;

    explicit Bsr(const Bcsr<T>& a)
        : block_rows(a.block_rows), block_cols((a.cols + a.block_size - 1) / a.block_size), b(a.block_size) {
        pointer.push_back(0);
        for (int i = 0; i < a.block_rows; ++i) {
            for (int j = a.pointer[i]; j < a.pointer[i + 1]; ++j)
                if (a.column[j] % b == 0) column.push_back(a.column[j] / b);
            pointer.push_back(static_cast<int>(column.size()));
        }
        const std::int64_t values = static_cast<std::int64_t>(column.size()) * b * b;
        by_column.assign(values, T(0));
        by_row.assign(values, T(0));
        std::int64_t block = -1;
        for (std::int64_t j = 0; j < a.stored_columns; ++j) {
            const std::int64_t inside = a.column[j] % b;
            if (inside == 0) ++block; // only the last block can be incomplete
            for (std::int64_t r = 0; r < b; ++r) {
                by_column[(block * b + inside) * b + r] = a.value[j * b + r];
                by_row[(block * b + r) * b + inside] = a.value[j * b + r];
            }
        }
    }
};

template <class T> class CusparseBsr final : public CusparseSpmv<T> {
    using Host = Bcsr<T>;

public:
    CusparseBsr(std::shared_ptr<cuda::Device> device, cuda::Timer& timer, std::shared_ptr<const HostFormat> format)
        : CusparseSpmv<T>(std::move(device), format, static_cast<const Host*>(format->object())->block_size) {
        const auto& given = *static_cast<const Host*>(this->format_->object());
        if (given.stored_columns == 0) return;
        if (given.block_size == 1) offer_csr(given); // cuSPARSE does not support 1 x 1 blocks, so use CSR
        else offer_bsr(Bsr<T>(given));
        this->keep_fastest(timer);
    }

private:
    void offer_csr(const Host& a) {
        pointer_ = this->upload(a.pointer.data(), a.block_rows + 1, "pointer");
        column_ = this->upload(a.column.data(), a.stored_columns, "column");
        by_column_ = this->upload(a.value.data(), a.stored_columns, "value");
        const auto make = [&](cusparseSpMatDescr_t* matrix) {
            return cusparseCreateCsr(matrix, a.rows, a.cols, a.stored_columns, pointer_.data(), column_.data(),
                                     by_column_.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_BASE_ZERO, cuda_type<T>);
        };
        this->offer("CSR_ALG1, because blocks are single values", CUSPARSE_SPMV_CSR_ALG1, make);
        this->offer("CSR_ALG2, because blocks are single values", CUSPARSE_SPMV_CSR_ALG2, make);
    }

    void offer_bsr(const Bsr<T>& a) {
        pointer_ = this->upload(a.pointer.data(), static_cast<std::int64_t>(a.pointer.size()), "pointer");
        column_ = this->upload(a.column.data(), static_cast<std::int64_t>(a.column.size()), "column");
        by_column_ = this->upload(a.by_column.data(), static_cast<std::int64_t>(a.by_column.size()), "value");
        by_row_ = this->upload(a.by_row.data(), static_cast<std::int64_t>(a.by_row.size()), "value");
        offer_generic(a, "BSR_ALG1, blocks by columns", by_column_, CUSPARSE_ORDER_COL);
        offer_generic(a, "BSR_ALG1, blocks by rows", by_row_, CUSPARSE_ORDER_ROW);
        offer_legacy(a, "bsrmv, blocks by columns", by_column_, CUSPARSE_DIRECTION_COLUMN);
        offer_legacy(a, "bsrmv, blocks by rows", by_row_, CUSPARSE_DIRECTION_ROW);
    }

    void offer_generic(const Bsr<T>& a, const char* name, const cuda::Buffer<T>& value, cusparseOrder_t order) {
        this->offer(name, CUSPARSE_SPMV_BSR_ALG1, [&, order](cusparseSpMatDescr_t* matrix) {
            return cusparseCreateBsr(matrix, a.block_rows, a.block_cols, column_.size(), a.b, a.b, pointer_.data(),
                                     column_.data(), value.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_BASE_ZERO, cuda_type<T>, order);
        });
    }

    void offer_legacy(const Bsr<T>& a, const char* name, const cuda::Buffer<T>& value, cusparseDirection_t direction) {
        cusparseMatDescr_t descriptor = nullptr;
        WARPLOOM_CUSPARSE_CHECK(cusparseCreateMatDescr(&descriptor));
        const std::shared_ptr<void> owned(descriptor,
                                          [](void* d) { cusparseDestroyMatDescr(static_cast<cusparseMatDescr_t>(d)); });
        CusparseWay way;
        way.name = name;
        way.owned = owned;
        way.run = [this, rows = a.block_rows, cols = a.block_cols, b = a.b, values = value.data(), direction,
                   descriptor] {
            const T one = 1, zero = 0;
            WARPLOOM_CUSPARSE_CHECK(in_precision<T>(cusparseSbsrmv, cusparseDbsrmv)(
                this->handle(), direction, CUSPARSE_OPERATION_NON_TRANSPOSE, rows, cols,
                static_cast<int>(column_.size()), &one, descriptor, values, pointer_.data(), column_.data(), b,
                this->x_.data(), &zero, this->y_.data()));
        };
        this->CusparseSpmv<T>::offer(std::move(way));
    }

    cuda::Buffer<int> pointer_, column_;
    cuda::Buffer<T> by_column_, by_row_;
};

} // namespace

CudaEntry::Bind* const bind_cusparse_bsr = bind_vendor<CusparseBsr>;

} // namespace warploom::kernels
