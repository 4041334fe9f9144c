#include "kernels/cuda/multi_gpu/rank_barrier.h"

#include "kernels/cuda/multi_gpu/traffic_kernels.h"

namespace warploom::kernels {

namespace {

struct Flags {
    int count = 0;
    unsigned* of[most_ranks] = {};
};

__global__ void set_flags(Flags flags, unsigned ticket) {
    if (static_cast<int>(threadIdx.x) >= flags.count) return;
    *static_cast<volatile unsigned*>(flags.of[threadIdx.x]) = ticket;
    __threadfence_system();
}

__device__ long long now_ns() {
    long long ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

/// Polls flags with a timeout. Enqueueing may require an idle GPU, so a kernel without a timeout could wait forever.
__global__ void await_flags(Flags flags, unsigned ticket) {
    constexpr long long longest_ns = 200'000'000;
    if (static_cast<int>(threadIdx.x) >= flags.count) return;
    const volatile unsigned* const flag = flags.of[threadIdx.x];
    for (const long long begun = now_ns(); *flag != ticket && now_ns() - begun < longest_ns;) {}
}

} // namespace

bool RankBarrier::is_possible(const RankGroup& group) {
    return group.world() == nullptr && group.size() > 1 && group.has_gpus_of_their_own() && group.all_reach_all();
}

RankBarrier::RankBarrier(const RankGroup& group) : group_(group) {
    for (const int r : group_.here()) {
        group_[r].use();
        auto& flags = flags_[r] = cuda::Buffer<unsigned>(1 + group_.size(), "flags of ranks");
        flags.fill(0, group_[r].stream());
    }
    group_.finish();
    start(); // launch both kernels once to load their code
    gather();
    group_.finish();
}

void RankBarrier::start() {
    ++ticket_;
    Flags all;
    for (const int r : group_.here()) {
        if (r == group_.first()) continue;
        all.of[all.count++] = flags_.at(r).data();
        group_[r].use();
        const Flags own{1, {flags_.at(r).data()}};
        await_flags<<<1, 32, 0, group_[r].stream()>>>(own, ticket_);
        check_launch();
    }
    group_[group_.first()].use();
    set_flags<<<1, 32, 0, group_[group_.first()].stream()>>>(all, ticket_);
    check_launch();
}

void RankBarrier::gather() {
    Flags all;
    for (const int r : group_.here()) {
        if (r == group_.first()) continue;
        unsigned* const flag = flags_.at(group_.first()).data() + 1 + r;
        all.of[all.count++] = flag;
        group_[r].use();
        const Flags of_first{1, {flag}};
        set_flags<<<1, 32, 0, group_[r].stream()>>>(of_first, ticket_);
        check_launch();
    }
    group_[group_.first()].use();
    await_flags<<<1, 32, 0, group_[group_.first()].stream()>>>(all, ticket_);
    check_launch();
}

} // namespace warploom::kernels
