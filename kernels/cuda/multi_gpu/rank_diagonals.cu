#include "kernels/cuda/multi_gpu/traffic_kernels.h"

#include "kernels/cuda/cg/cuda_cg_graph.h"
#include "kernels/cuda/multi_gpu/rank_diagonals.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/formats/dia.h"
#include "kernels/headers/cg_rank_diagonals.cuh"
#include "kernels/multi_gpu/diagonal_plan.h"

#include <algorithm>
#include <utility>

// Runs the kernels in kernels/headers/cg_rank_diagonals.cuh on several GPUs.

namespace warploom::kernels {

namespace {

constexpr int residual_threads = 512; ///< four such blocks fill a multiprocessor; large blocks give few block sums

template <class T> class RankDiagonalsWay final : public RankDiagonals {
public:
    RankDiagonalsWay(std::shared_ptr<RankGroupState> crew, std::shared_ptr<const SplitMatrix> matrix,
                     MultiGpuSpmv<T>& product, const std::vector<CgVectors<T>>& places)
        : crew_(std::move(crew)), matrix_(std::move(matrix)), plans_(plan_diagonals(*matrix_, most_diagonals)),
          product_(product), giving_(traffic().giving()), memory_(plans_.size()), views_(plans_.size()) {
        choose_blocks();
        group().all_or_none([&] {
            for (const int r : here()) allocate(r, places[r]);
            for (const int r : here()) connect(r, places);
        });
        meet_pq_ = traffic().meeting(parcels_of_sums(&RankDiagonalCg<T>::slots_pq, product_blocks_));
        auto parcels = parcels_of_sums(&RankDiagonalCg<T>::slots_rr, residual_blocks_);
        add_parcels_of_r(parcels, places);
        meet_rr_ = traffic().meeting(std::move(parcels));
        warm_up();
    }

    void begin() override {
        product_.enqueue_halo(); // sends p of the halo once; after that, each rank computes p of these rows itself
        on_all(&RankDiagonalsWay::launch_begin);
    }
    void end() override { on_all(&RankDiagonalsWay::launch_end); }
    void launch_iteration() override {
        on_all(&RankDiagonalsWay::launch_product);
        if (giving_ != Giving::writes_alone) meet_pq_->enqueue();
        on_all(&RankDiagonalsWay::launch_residual);
        if (giving_ != Giving::writes_alone) meet_rr_->enqueue();
    }
    void launch_products() override { on_all(&RankDiagonalsWay::launch_product); }
    bool waits_in_launches() const override { return giving_ == Giving::writes_alone; }
    void run(std::int64_t count) override {
        if (giving_ != Giving::writes_alone) {
            for (; count > 0; --count) launch_iteration();
            return;
        }
        // Enqueue the ranks' work in turn and in small portions. Otherwise, the full queue of one rank could block the
        // work that it waits for.
        constexpr std::int64_t at_a_time = 64;
        for (; count > 0; count -= at_a_time)
            for (std::size_t i = 0; i < graphs_.size(); ++i) {
                use(here()[i]);
                graphs_[i].run(std::min(count, at_a_time));
            }
    }
    std::string detail() const override {
        std::string text = "p made in the product, r travels, x moved every second time; sums ";
        if (giving_ == Giving::parcels) text += "and r by parcels";
        else if (giving_ == Giving::writes) text += "and r written by the launches, events between them";
        else text += "and r written by the launches, which wait for each other; " + graphs_.front().detail();
        return text;
    }

private:
    struct Memory {
        std::vector<std::shared_ptr<const UploadedFormat>> formats;
        cuda::Buffer<T> odd_p;
        cuda::Buffer<DiagonalFigures<T>> own;
        cuda::Buffer<DiagonalTurns> turn;
        cuda::Buffer<SumSlot> slots_pq, slots_rr;
        cuda::Buffer<SumSlot*> pq_to, rr_to;
        cuda::Buffer<SentRows<T>> sent;
    };

    RankGroup& group() const { return crew_->group; }
    Traffic& traffic() const { return *crew_->traffic; }
    const std::vector<int>& here() const { return group().here(); }
    void use(int rank) const { group()[rank].use(); }
    int ranks() const { return group().size(); }

    /// Chooses the same number of blocks on every rank, so that each rank knows where all sums are.
    void choose_blocks() {
        const auto blocks = [&](int threads, int per_multiprocessor) {
            double most = 1;
            for (const int r : here()) {
                const std::int64_t wanted = (plans_[r].rows + threads - 1) / threads;
                const std::int64_t at_once = std::int64_t{per_multiprocessor} * group()[r].device()->multiprocessors();
                most = std::max(most, static_cast<double>(std::min(wanted, at_once)));
            }
            return static_cast<int>(group().slowest(most));
        };
        product_blocks_ = blocks(diagonal_product_threads, 2);
        residual_blocks_ = blocks(residual_threads, 4);
    }

    template <class E> void zero(const cuda::Buffer<E>& buffer, int rank) { buffer.fill(0, group()[rank].stream()); }
    void allocate(int r, const CgVectors<T>& at) {
        use(r);
        Memory& m = memory_[r];
        m.odd_p = cuda::Buffer<T>(product_.local_entries(r), "odd p");
        m.own = cuda::Buffer<DiagonalFigures<T>>(1, "figures");
        m.turn = cuda::Buffer<DiagonalTurns>(1, "turn");
        m.slots_pq = cuda::Buffer<SumSlot>(std::int64_t{ranks()} * product_blocks_, "sums of p·Ap");
        m.slots_rr = cuda::Buffer<SumSlot>(std::int64_t{ranks()} * residual_blocks_, "sums of r·r");
        zero(m.odd_p, r);
        zero(m.own, r);
        zero(m.turn, r);
        zero(m.slots_pq, r);
        zero(m.slots_rr, r);

        const DiagonalPlan& plan = plans_[r];
        RankDiagonalCg<T>& all = views_[r];
        DiagonalVectors<T>& v = all.v;
        v.n = plan.rows;
        v.x = at.x;
        v.r = at.r;
        v.q = product_.own_y(r);
        v.even_p = product_.own_x(r);
        v.odd_p = m.odd_p.data() + (m.odd_p.size() > 0 ? product_.own_place(r) : 0);
        v.scalar = at.scalar;
        v.history = at.history;
        v.flag = at.flag;
        v.own = m.own.data();
        v.turn = m.turn.data();
        v.product_blocks = product_blocks_;
        v.residual_blocks = residual_blocks_;
        DiagonalRows<T>* const parts[] = {&all.below, &all.inner, &all.above};
        for (std::size_t i = 0; i < plan.parts.size(); ++i) {
            const DiagonalPlan::Part& part = plan.parts[i];
            if (part.format == nullptr) continue;
            const auto& arrays = m.formats.emplace_back(UploadedFormat::of(*group()[r].device(), part.format));
            const auto& host = *static_cast<const Dia<T>*>(part.format->object());
            DiagonalRows<T>& rows = *parts[i];
            rows.offset = static_cast<const int*>(arrays->array(0));
            rows.value = static_cast<const T*>(arrays->array(1));
            rows.leading_dimension = host.leading_dimension;
            rows.diagonals = host.diagonals;
            rows.first_row = part.first_row;
            rows.last_row = part.last_row;
            rows.shift = part.shift;
            rows.lowest = -plan.halo_below;
            rows.highest = plan.rows + plan.halo_above;
        }
        all.halo_below = plan.halo_below;
        all.halo_above = plan.halo_above;
        all.ranks = ranks();
        all.slots_pq = m.slots_pq.data();
        all.slots_rr = m.slots_rr.data();
    }
    /// Sets the addresses where a rank's launches write data for other ranks. All memory must have been allocated.
    void connect(int r, const std::vector<CgVectors<T>>& places) {
        Memory& m = memory_[r];
        RankDiagonalCg<T>& v = views_[r];
        std::vector<SumSlot*> pq_to, rr_to;
        std::vector<SentRows<T>> sent;
        for (const int q : here())
            if (q == r || giving_ != Giving::parcels) {
                pq_to.push_back(views_[q].slots_pq + std::int64_t{r} * product_blocks_);
                rr_to.push_back(views_[q].slots_rr + std::int64_t{r} * residual_blocks_);
            }
        if (giving_ != Giving::parcels) {
            for (const HaloMessage* message : plans_[r].sends)
                sent.push_back({message->first, message->first + message->count, halo_of_r(*message, places)});
            v.front = plans_[r].front;
            v.back = plans_[r].back;
        }
        use(r);
        const auto bring = [&](auto& buffer, const auto& values, const char* what) {
            buffer = std::decay_t<decltype(buffer)>(static_cast<std::int64_t>(values.size()), what);
            buffer.upload(values.data(), buffer.size(), group()[r].stream());
        };
        bring(m.pq_to, pq_to, "Where sums go");
        bring(m.rr_to, rr_to, "Where sums go");
        bring(m.sent, sent, "Rows that travel");
        group()[r].device()->finish();
        v.pq_to = m.pq_to.data();
        v.rr_to = m.rr_to.data();
        v.targets = static_cast<int>(pq_to.size());
        v.sent = m.sent.data();
        v.sends = static_cast<int>(sent.size());
    }
    /// Returns where a local receiver stores the rows of a message in its vector r.
    T* halo_of_r(const HaloMessage& message, const std::vector<CgVectors<T>>& places) const {
        return places[message.to].r - plans_[message.to].halo_below + message.place;
    }

    std::vector<Parcel> parcels_of_sums(SumSlot* RankDiagonalCg<T>::*slots, int blocks) const {
        std::vector<Parcel> parcels;
        if (giving_ != Giving::parcels) return parcels;
        for (int from = 0; from < ranks(); ++from)
            for (int to = 0; to < ranks(); ++to) {
                if (from == to || !(group().is_here(from) || group().is_here(to))) continue;
                const std::int64_t place = std::int64_t{from} * blocks;
                Parcel parcel{from, to, nullptr, nullptr, blocks * static_cast<std::int64_t>(sizeof(SumSlot))};
                if (group().is_here(from)) parcel.source = views_[from].*slots + place;
                if (group().is_here(to)) parcel.target = views_[to].*slots + place;
                parcels.push_back(parcel);
            }
        return parcels;
    }
    void add_parcels_of_r(std::vector<Parcel>& parcels, const std::vector<CgVectors<T>>& places) const {
        if (giving_ != Giving::parcels) return;
        for (const HaloMessage& message : matrix_->split.messages) {
            const bool is_sent_here = group().is_here(message.from), comes_here = group().is_here(message.to);
            if (!is_sent_here && !comes_here) continue;
            Parcel parcel{message.from, message.to, nullptr, nullptr,
                          message.count * static_cast<std::int64_t>(sizeof(T))};
            if (is_sent_here) parcel.source = places[message.from].r + message.first;
            if (comes_here) parcel.target = halo_of_r(message, places);
            parcels.push_back(parcel);
        }
    }

    void launch(int rank, void (*kernel)(RankDiagonalCg<T>), int blocks, int threads) {
        use(rank);
        kernel<<<blocks, threads, 0, group()[rank].stream()>>>(views_[rank]);
        check_launch();
    }
    void launch_product(int rank) { launch(rank, rank_diagonal_product<T>, product_blocks_, diagonal_product_threads); }
    void launch_residual(int rank) { launch(rank, rank_diagonal_residual<T>, residual_blocks_, residual_threads); }
    void launch_end(int rank) { launch(rank, rank_diagonal_end<T>, residual_blocks_, residual_threads); }
    void launch_begin(int rank) { launch(rank, rank_diagonal_begin<T>, 1, 32); }
    void on_all(void (RankDiagonalsWay::*launch)(int rank)) {
        for (const int r : here()) (this->*launch)(r);
    }
    /// Runs all launches once before any rank waits. The first launch loads code and uploads graphs, which may require
    /// idle GPUs. The `stopped` flag is set, so the launches do nothing else.
    void warm_up() {
        for (const int r : here()) {
            use(r);
            WARPLOOM_CUDA_CHECK(cudaMemsetAsync(&views_[r].v.flag->stopped, 1, sizeof(int), group()[r].stream()));
        }
        begin();
        launch_iteration();
        end();
        group().finish();
        if (giving_ != Giving::writes_alone) return;
        for (const int r : here()) {
            use(r);
            graphs_.emplace_back(group()[r].device(), [this, r] {
                launch_product(r);
                launch_residual(r);
            });
            graphs_.back().run_each();
        }
        group().finish();
    }

    std::shared_ptr<RankGroupState> crew_;
    std::shared_ptr<const SplitMatrix> matrix_;
    std::vector<DiagonalPlan> plans_;
    MultiGpuSpmv<T>& product_;
    Giving giving_;
    int product_blocks_ = 0, residual_blocks_ = 0;
    std::vector<Memory> memory_;
    std::vector<RankDiagonalCg<T>> views_;
    std::unique_ptr<Meeting> meet_pq_, meet_rr_;
    std::vector<CgGraphs> graphs_; ///< CUDA graphs by local rank, if launches wait for each other
};

} // namespace

bool has_rank_diagonals(const RankGroupState& crew, const SplitMatrix& matrix) {
    return matrix.format == "dia" && matrix.split.rows > 0 && crew.traffic->giving() != Giving::none &&
           !plan_diagonals(matrix, most_diagonals).empty();
}

template <class T>
std::unique_ptr<RankDiagonals> rank_diagonals(std::shared_ptr<RankGroupState> crew,
                                              std::shared_ptr<const SplitMatrix> matrix, MultiGpuSpmv<T>& product,
                                              const std::vector<CgVectors<T>>& places) {
    return std::make_unique<RankDiagonalsWay<T>>(std::move(crew), std::move(matrix), product, places);
}
template std::unique_ptr<RankDiagonals> rank_diagonals(std::shared_ptr<RankGroupState>,
                                                       std::shared_ptr<const SplitMatrix>, MultiGpuSpmv<float>&,
                                                       const std::vector<CgVectors<float>>&);
template std::unique_ptr<RankDiagonals> rank_diagonals(std::shared_ptr<RankGroupState>,
                                                       std::shared_ptr<const SplitMatrix>, MultiGpuSpmv<double>&,
                                                       const std::vector<CgVectors<double>>&);

} // namespace warploom::kernels
