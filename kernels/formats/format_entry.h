#pragma once

#include "kernels/formats/arrays.h"
#include "kernels/machine/registry.h"

namespace warploom::kernels {

/// Type-erased access to the struct of a storage format.
template <class Format> class OwnedFormat final : public HostFormat {
public:
    explicit OwnedFormat(Format format) : format_(std::move(format)) {}

    std::vector<FormatArray> arrays() const override {
        std::vector<FormatArray> list;
        format_.arrays([&]<class T>(const char* name, const std::vector<T>& array) {
            list.push_back({name, simt::element_of<T>(), array.data(), static_cast<std::int64_t>(array.size())});
        });
        return list;
    }
    Numbers numbers() const override {
        Numbers list{{"rows", rows}, {"cols", cols}};
        const Format& f = format_;
        if constexpr (requires { f.nonzeros; }) list.emplace_back("nonzeros", f.nonzeros);
        if constexpr (requires { f.width; }) list.emplace_back("width", f.width);
        if constexpr (requires { f.leading_dimension; }) list.emplace_back("leading_dimension", f.leading_dimension);
        if constexpr (requires { f.diagonals; }) list.emplace_back("diagonals", f.diagonals);
        if constexpr (requires { f.coo_nonzeros; }) list.emplace_back("coo_nonzeros", f.coo_nonzeros);
        if constexpr (requires { f.block_size; }) list.emplace_back("block_size", f.block_size);
        if constexpr (requires { f.block_rows; }) list.emplace_back("block_rows", f.block_rows);
        if constexpr (requires { f.blocks; }) list.emplace_back("blocks", f.blocks);
        if constexpr (requires { f.stored_columns; }) list.emplace_back("stored_columns", f.stored_columns);
        if constexpr (requires { f.slice_height; }) list.emplace_back("slice_height", f.slice_height);
        if constexpr (requires { f.slices; }) list.emplace_back("slices", f.slices);
        return list;
    }
    const void* object() const override { return &format_; }

private:
    Format format_;
};

template <template <class> class Format> FormatEntry format_entry() {
    return {Format<double>::info,
            [](const CsrMatrix& a, Precision p, const FormatOptions& options) {
                return p == Precision::float32 ? Format<float>::bytes_needed(a, options)
                                               : Format<double>::bytes_needed(a, options);
            },
            [](const CsrMatrix& a, Precision p, const FormatOptions& options) -> std::shared_ptr<HostFormat> {
                if (p == Precision::float32)
                    return std::make_shared<OwnedFormat<Format<float>>>(Format<float>::from_csr(a, options));
                return std::make_shared<OwnedFormat<Format<double>>>(Format<double>::from_csr(a, options));
            }};
}

} // namespace warploom::kernels
