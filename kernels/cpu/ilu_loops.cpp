#include "engine/sentence.h"
#include "kernels/cpu/entries.h"
#include "kernels/formats/csr.h"
#include "kernels/preconditioners/incomplete_lu.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warploom::kernels {

namespace {

/// Computes ILU(0) row by row with the textbook algorithm (Saad 2003, algorithm 10.4).
template <class T> class CpuIlu final : public BoundIlu {
public:
    explicit CpuIlu(const IluInput& input)
        : input_(input), a_(*static_cast<const Csr<T>*>(input.format->object())), lu_(a_.value.size()),
          place_(static_cast<std::size_t>(a_.rows), -1) {}

    void poison() override { std::fill(lu_.begin(), lu_.end(), std::numeric_limits<T>::quiet_NaN()); }
    void enqueue() override {
        zero_pivot_.reset();
        for (int row = 0; row < a_.rows; ++row) {
            factorize(row);
            const T pivot = lu_[diagonal(row)];
            if (!zero_pivot_ && (pivot == T(0) || !std::isfinite(pivot))) zero_pivot_ = row;
        }
    }
    std::vector<double> factors() const override { return {lu_.begin(), lu_.end()}; }
    std::optional<std::int64_t> zero_pivot() const override { return zero_pivot_; }

private:
    int diagonal(int row) const { return input_.pattern->diagonal[row]; }
    void factorize(int row) {
        const int begin = a_.row_pointer[row], end = a_.row_pointer[row + 1];
        for (int k = begin; k < end; ++k) {
            place_[a_.column[k]] = k;
            lu_[k] = a_.value[k];
        }
        for (int k = begin; k < diagonal(row); ++k) {
            const int above = a_.column[k];
            const T factor = lu_[k] / lu_[diagonal(above)];
            lu_[k] = factor;
            for (int j = diagonal(above) + 1; j < a_.row_pointer[above + 1]; ++j)
                if (const int here = place_[a_.column[j]]; here >= 0) lu_[here] -= factor * lu_[j];
        }
        for (int k = begin; k < end; ++k) place_[a_.column[k]] = -1;
    }

    IluInput input_;
    const Csr<T>& a_;
    std::vector<T> lu_;
    std::vector<int> place_; ///< index of each column's entry in the current row; -1 if there is none
    std::optional<std::int64_t> zero_pivot_;
};

} // namespace

HostEntry ilu_entry() {
    return {Operation::ilu,
            {"cpu-ilu", "csr", sentence_pattern("CPU, sequential"),
             sentence_pattern("One core factorizes the rows one after another."), "reference", RunsOn::host, false},
            [](const BindRequest& request, Machine&) -> std::unique_ptr<Bound> {
                const auto& input = request.as<IluInput>();
                return made_in<Bound, CpuIlu>(precision_of(input), input);
            }};
}

} // namespace warploom::kernels
