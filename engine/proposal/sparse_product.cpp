#include "engine/proposal/sparse_product.h"

#include "engine/proposal/words.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::proposal {

namespace {

bool is_index_array(const ParameterUse& p) { return p.is_pointer && !p.is_real() && p.is_read && !p.is_written; }

class ProductReader {
public:
    explicit ProductReader(const FunctionUse& function) : function_(function) {}

    std::optional<SparseProduct> read() {
        for (const ParameterUse& each : function_.parameters) {
            if (!each.is_pointer) continue;
            if (each.is_row_pointer && is_index_array(each)) set(row_pointer_, each);
            if (each.is_written) set(y_, each);
        }
        if (y_ == nullptr || !y_->is_real()) return std::nullopt;
        for (const ParameterUse& each : function_.parameters) {
            if (!is_index_array(each) || &each == row_pointer_) continue;
            for (const std::string& of : each.indexes) {
                const ParameterUse* const array = function_.find(of);
                if (array == nullptr) continue;
                if (array == y_) set(row_, each);
                else if (array->is_real() && !array->is_written) {
                    set(column_, each);
                    set(x_, *array);
                }
            }
        }
        if (column_ == nullptr || x_ == nullptr) return std::nullopt;
        for (const ParameterUse& each : function_.parameters)
            if (each.is_pointer && each.is_real() && !each.is_written && each.is_read && &each != x_) set(value_, each);
        const bool is_csr = row_pointer_ != nullptr;
        if (value_ == nullptr || is_ambiguous_ || (!is_csr && row_ == nullptr)) return std::nullopt;
        product_.format = is_csr ? "csr" : "coo";
        if (is_csr)
            give(*row_pointer_, "row_pointer",
                 sentence("`{name}` is row_pointer, because its elements i and i + 1 are read.",
                          {{"name", row_pointer_->name}}));
        else
            give(*row_, "row",
                 sentence("`{name}` is row, because its elements are indices of `{array}`, which is written.",
                          {{"name", row_->name}, {"array", y_->name}}));
        give(*column_, "column",
             sentence("`{name}` is column, because its elements are indices of `{array}`.",
                      {{"name", column_->name}, {"array", x_->name}}));
        give(*value_, "value",
             sentence("`{name}` is value, because it is the other input array of real numbers.",
                      {{"name", value_->name}}));
        give(*x_, "x", sentence("`{name}` is x, because it is indexed by the columns.", {{"name", x_->name}}));
        give(*y_, "y", sentence("`{name}` is y, because it is written.", {{"name", y_->name}}));
        if (!finds_numbers(is_csr)) return std::nullopt;
        return std::move(product_);
    }

private:
    void set(const ParameterUse*& to, const ParameterUse& from) {
        if (to != nullptr && to != &from) is_ambiguous_ = true;
        to = &from;
    }
    void give(const ParameterUse& from, const char* name, const std::string& guess) {
        product_.names[from.name] = name;
        product_.guesses.push_back(guess);
    }
    bool finds_numbers(bool is_csr) {
        const std::string& items = function_.items[0];
        for (const ParameterUse& each : function_.parameters) {
            if (!each.is_number()) continue;
            const std::string name = lower_case(each.name);
            const bool is_bound = each.name == items && function_.threads_per_item >= 1;
            const auto says = [&](const char* word) { return name.find(word) != std::string::npos; };
            if (is_bound)
                give(each, is_csr ? "rows" : "nonzeros",
                     is_csr ? sentence("`{name}` is rows, because it is the limit of the row index.",
                                       {{"name", each.name}})
                            : sentence("`{name}` is nonzeros, because it is the limit of the thread index.",
                                       {{"name", each.name}}));
            else if (says("nnz") || says("nonz"))
                give(each, "nonzeros", sentence("`{name}` is nonzeros, from its name.", {{"name", each.name}}));
            else if (says("row") || name == "m" || name == "nr")
                give(each, "rows", sentence("`{name}` is rows, from its name.", {{"name", each.name}}));
            else if (says("col") || name == "n" || name == "nc")
                give(each, "cols", sentence("`{name}` is cols, from its name.", {{"name", each.name}}));
            else return false;
        }
        return true;
    }

    const FunctionUse& function_;
    const ParameterUse *row_pointer_ = nullptr, *row_ = nullptr, *column_ = nullptr, *value_ = nullptr, *x_ = nullptr,
                       *y_ = nullptr;
    bool is_ambiguous_ = false;
    SparseProduct product_;
};

} // namespace

std::optional<SparseProduct> find_sparse_product(const FunctionUse& function) { return ProductReader(function).read(); }

} // namespace warploom::proposal
