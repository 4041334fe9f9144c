#include "engine/wire/words.h"

namespace warploom::wire {

namespace {

template <class E, std::size_t N> const char* word(E value, const std::array<const char*, N>& words) {
    static_assert(N == Names<E>::all.size());
    return words.at(static_cast<std::size_t>(value));
}

} // namespace

const char* to_string(Operation o) {
    return word<Operation, 6>(o, {"spmv", "cg", "tridiagonal", "ata", "trsv", "ilu"});
}
const char* to_string(Precision p) { return word<Precision, 2>(p, {"float", "double"}); }
const char* to_string(CacheState s) { return word<CacheState, 2>(s, {"cold", "warm"}); }
const char* to_string(MachineKind k) { return word<MachineKind, 3>(k, {"cpu", "cuda", "simulated"}); }
const char* to_string(RunsOn where) { return word<RunsOn, 4>(where, {"host", "gpu", "cuda", "anywhere"}); }
const char* to_string(RowStatus s) {
    return word<RowStatus, 6>(s, {"waiting", "running", "ok", "skipped", "wrong", "error"});
}
const char* to_string(Preconditioner p) { return word<Preconditioner, 4>(p, {"none", "jacobi", "ic0", "ilu0"}); }
const char* to_string(RightSide s) { return word<RightSide, 2>(s, {"drawn", "given"}); }

} // namespace warploom::wire
