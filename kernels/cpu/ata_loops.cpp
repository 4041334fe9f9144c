#include "engine/sentence.h"
#include "kernels/cpu/entries.h"
#include "kernels/cpu/host_ata.h"

namespace warploom::kernels {

namespace {

/// Computes C = AᵀA from outer products of the rows of A: c_ij += a_ki a_kj for j >= i. Reads and writes are
/// contiguous. C is computed in bands of rows that stay in the cache during a pass over A.
template <class T> class LoopAta final : public HostAta<T> {
public:
    using HostAta<T>::HostAta;

    void enqueue() override {
        constexpr std::int64_t cache_bytes = 512 << 10; // size in bytes of a core's private cache on current CPUs
        const std::int64_t m = this->m_, n = this->n_;
        const T* const a = this->a();
        T* const c = this->c_.data();
        std::fill(this->c_.begin(), this->c_.end(), T(0));
        const auto row_bytes = std::max<std::int64_t>(1, n * static_cast<std::int64_t>(sizeof(T)));
        const std::int64_t band = std::max<std::int64_t>(1, cache_bytes / row_bytes);
        for (std::int64_t first = 0; first < n; first += band)
            for (std::int64_t k = 0; k < m; ++k) {
                const T* const row = a + k * n;
                for (std::int64_t i = first; i < std::min(n, first + band); ++i) {
                    const T factor = row[i];
                    T* const out = c + i * n;
                    for (std::int64_t j = i; j < n; ++j) out[j] += factor * row[j];
                }
            }
        this->mirror();
    }
};

} // namespace

HostEntry loop_ata_entry() {
    return {Operation::ata,
            {"cpu-ata", "dense", sentence_pattern("CPU, plain loops on one thread"),
             sentence_pattern(
                 "Adds up the outer products of the rows of A for one triangle of C, in bands that fit in the cache."),
             "reference", RunsOn::host, false},
            bind_host_ata<LoopAta>};
}

} // namespace warploom::kernels
