// Computes AᵀA with the host's BLAS library through its Fortran symbol names, which every BLAS library provides.
#include "engine/sentence.h"
#include "kernels/cpu/entries.h"
#include "kernels/cpu/host_ata.h"
#include "kernels/cpu/host_blas.h"

namespace warploom::kernels {

namespace {

/// Returns the name of the BLAS library. Only OpenBLAS reports one, through nonstandard functions.
std::string library_name() {
    auto* const name = host_blas_function<char*()>("openblas_get_config");
    return name != nullptr ? name() : sentence("an unidentified BLAS");
}

template <class T> class BlasAta final : public HostAta<T> {
public:
    explicit BlasAta(const AtaInput& input) : HostAta<T>(input), threads_(blas_threads(input.threads)) {
        this->detail = library_name();
        while (!this->detail.empty() && this->detail.back() == ' ') this->detail.pop_back();
        if (set_threads_ != nullptr) this->detail += ", " + std::to_string(threads_) + " threads";
        this->detail += ", mirror included";
    }

    void enqueue() override {
        if (this->m_ == 0 || this->n_ == 0) { // handle empty sums here, because BLAS libraries differ
            std::fill(this->c_.begin(), this->c_.end(), T(0));
            return;
        }
        // Set the number of BLAS threads again, because another kernel in this run may have changed it.
        if (set_threads_ != nullptr) set_threads_(threads_);
        // BLAS sees the row-major A as a column-major Aᵀ, so its lower triangle is the upper triangle of the row-major
        // C.
        const T one = 1, zero = 0;
        syrk_("L", "N", &this->n_, &this->m_, &one, this->a(), &this->n_, &zero, this->c_.data(), &this->n_);
        this->mirror();
    }

private:
    using Syrk = void(const char* triangle, const char* transpose, const int* n, const int* k, const T* alpha,
                      const T* a, const int* lda, const T* beta, T* c, const int* ldc);

    Syrk* syrk_ = host_blas_function<Syrk>(std::is_same_v<T, float> ? "ssyrk_" : "dsyrk_");
    void (*set_threads_)(int) = host_blas_function<void(int)>("openblas_set_num_threads");
    int threads_;
};

} // namespace

HostEntry blas_ata_entry() {
    return {Operation::ata,
            {"blas-dsyrk", "dense", sentence_pattern("CPU, BLAS dsyrk"),
             sentence_pattern("The host BLAS computes one triangle, which is then mirrored."), "library peer",
             RunsOn::host, false},
            bind_host_ata<BlasAta>};
}

} // namespace warploom::kernels
