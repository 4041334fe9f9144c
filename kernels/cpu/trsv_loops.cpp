#include "engine/sentence.h"
#include "kernels/cpu/entries.h"
#include "kernels/formats/csr.h"

#include <algorithm>
#include <limits>

namespace warploom::kernels {

namespace {

/// Forward substitution, one row at a time: the textbook algorithm and the reference for all other kernels.
template <class T> class CpuTrsv final : public BoundTrsv {
public:
    explicit CpuTrsv(const TrsvInput& input)
        : format_(input.format), l_(*static_cast<const Csr<T>*>(format_->object())), b_(l_.rows), x_(l_.rows) {}

    void set_right_side(const std::vector<double>& b) override {
        std::transform(b.begin(), b.end(), b_.begin(), [](double v) { return static_cast<T>(v); });
    }
    void poison() override { std::fill(x_.begin(), x_.end(), std::numeric_limits<T>::quiet_NaN()); }
    void enqueue() override {
        for (int row = 0; row < l_.rows; ++row) {
            const int diagonal = l_.row_pointer[row + 1] - 1; // the diagonal entry is last in its row
            T sum = b_[row];
            for (int k = l_.row_pointer[row]; k < diagonal; ++k) sum -= l_.value[k] * x_[l_.column[k]];
            x_[row] = sum / l_.value[diagonal];
        }
    }
    std::vector<double> x() const override { return {x_.begin(), x_.end()}; }

private:
    std::shared_ptr<const HostFormat> format_;
    const Csr<T>& l_;
    std::vector<T> b_, x_;
};

} // namespace

HostEntry trsv_entry() {
    return {Operation::trsv,
            {"cpu-trsv", "csr", sentence_pattern("CPU, forward substitution"),
             sentence_pattern("One core solves the rows one after another."), "reference", RunsOn::host, false},
            [](const BindRequest& request, Machine&) -> std::unique_ptr<Bound> {
                const auto& input = request.as<TrsvInput>();
                return made_in<Bound, CpuTrsv>(precision_of(input), input);
            }};
}

} // namespace warploom::kernels
