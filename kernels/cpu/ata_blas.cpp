// AᵀA by the BLAS that this program was linked with, through its Fortran names, which every BLAS has.
#include "kernels/cpu/entries.h"
#include "kernels/cpu/host_ata.h"

#include <dlfcn.h>

extern "C" {
void ssyrk_(const char* triangle, const char* transpose, const int* n, const int* k, const float* alpha, const float* a,
            const int* lda, const float* beta, float* c, const int* ldc);
void dsyrk_(const char* triangle, const char* transpose, const int* n, const int* k, const double* alpha,
            const double* a, const int* lda, const double* beta, double* c, const int* ldc);
}

namespace warploom::kernels {

namespace {

/// OpenBLAS has functions beyond the standard; nothing is known of another library.
template <class Function> Function* word(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

std::string library_name() {
    auto* const name = word<char*()>("openblas_get_config");
    return name != nullptr ? name() : "a BLAS that does not say its name";
}

int wanted_threads(const AtaInput& input) {
#if defined(__SANITIZE_THREAD__)
    static_cast<void>(input);
    return 1; // the library is not instrumented: its own locks would look like races
#else
    return resolve_threads(input.threads);
#endif
}

template <class T> class BlasAta final : public HostAta<T> {
public:
    explicit BlasAta(const AtaInput& input) : HostAta<T>(input), threads_(wanted_threads(input)) {
        this->detail = library_name();
        while (!this->detail.empty() && this->detail.back() == ' ') this->detail.pop_back();
        if (set_threads_ != nullptr) this->detail += ", " + std::to_string(threads_) + " threads";
        this->detail += ", mirror included";
    }

    void enqueue() override {
        if (this->m_ == 0 || this->n_ == 0) { // nothing to add up; libraries differ in what they do then
            std::fill(this->c_.begin(), this->c_.end(), T(0));
            return;
        }
        if (set_threads_ != nullptr) set_threads_(threads_);
        // Row by row, A is what the library sees as Aᵀ, column by column; the lower triangle there is the upper one here.
        const T one = 1, zero = 0;
        if constexpr (std::is_same_v<T, float>)
            ssyrk_("L", "N", &this->n_, &this->m_, &one, this->a(), &this->n_, &zero, this->c_.data(), &this->n_);
        else dsyrk_("L", "N", &this->n_, &this->m_, &one, this->a(), &this->n_, &zero, this->c_.data(), &this->n_);
        this->mirror();
    }

private:
    void (*set_threads_)(int) = word<void(int)>("openblas_set_num_threads");
    int threads_;
};

} // namespace

HostEntry blas_ata_entry() {
    return {Operation::ata,
            {"blas-dsyrk", "dense", "CPU, BLAS dsyrk", "The host's BLAS on one triangle, and the mirror of it.",
             "library peer", RunsOn::host, false},
            bind_host_ata<BlasAta>};
}

} // namespace warploom::kernels
