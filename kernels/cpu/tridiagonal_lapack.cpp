#include "engine/sentence.h"
#include "kernels/cpu/entries.h"
#include "kernels/cpu/host_blas.h"
#include "kernels/cpu/tridiagonal_host.h"
#include "kernels/formats/arrays.h"

#include <type_traits>

namespace warploom::kernels {

namespace {

struct LapackDgtsvMethod {
    static constexpr KernelInfo info{
        "lapack-dgtsv",
        "arrays",
        sentence_pattern("LAPACK dgtsv"),
        sentence_pattern(
            "Gaussian elimination with row interchanges from LAPACK, on one core. In float, sgtsv is used."),
        "library peer",
        RunsOn::host,
        false};
    static constexpr int arrays = 3;

    template <class T> class Solver {
    public:
        Solver(std::int64_t n, int) : lower_(n), diagonal_(n), upper_(n) { checked_int(n, "unknowns"); }
        std::string detail() const {
            return sentence("{function}, 1 thread; it overwrites its input, so the time includes copying it",
                            {{"function", is_double ? "dgtsv" : "sgtsv"}});
        }

        /// Solves the system. If LAPACK reports a singular matrix, it does not compute x, so x is filled with NaN.
        std::int64_t solve(const HostSystem<T>& s, T* x) {
            std::copy(s.a + 1, s.a + s.n, lower_.begin());
            std::copy(s.b, s.b + s.n, diagonal_.begin());
            std::copy(s.c, s.c + (s.n - 1), upper_.begin());
            std::copy(s.d, s.d + s.n, x);
            const int n = static_cast<int>(s.n), right_sides = 1;
            int singular = 0;
            gtsv_(&n, &right_sides, lower_.data(), diagonal_.data(), upper_.data(), x, &n, &singular);
            if (singular == 0) return no_zero_pivot;
            std::fill(x, x + s.n, std::numeric_limits<T>::quiet_NaN());
            return singular - 1; // LAPACK counts rows from 1
        }

    private:
        using Gtsv = void(const int* n, const int* right_sides, T* lower, T* diagonal, T* upper, T* b,
                          const int* leading_dimension, int* info);
        static constexpr bool is_double = std::is_same_v<T, double>;

        Gtsv* gtsv_ = host_blas_function<Gtsv>(is_double ? "dgtsv_" : "sgtsv_");
        std::vector<T> lower_, diagonal_, upper_;
    };
};

} // namespace

HostEntry lapack_dgtsv_entry() { return host_tridiagonal_entry<LapackDgtsvMethod>(); }

} // namespace warploom::kernels
