#include "kernels/cuda/multi_gpu/multi_gpu_spmv.h"

#include "engine/elapsed.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/sentence.h"
#include "kernels/cuda/multi_gpu/add_vector.h"

#include <algorithm>
#include <cstdio>

namespace warploom::kernels {

namespace {

constexpr std::int64_t entries_of_a_line = 32;

} // namespace

double paced_ns(const RankGroup& group, const std::function<void()>& work, int count) {
    group.finish();
    return group.slowest(elapsed_ns([&] {
        for (int i = 0; i < count; ++i) work();
        group.finish();
    })) / count;
}

template <class T>
MultiGpuSpmv<T>::MultiGpuSpmv(std::shared_ptr<RankGroupState> crew, std::shared_ptr<const SplitMatrix> matrix,
                              const CudaEntry& entry, int block_size)
    : crew_(std::move(crew)), matrix_(std::move(matrix)), x_(matrix_->segments.size()), y_(matrix_->segments.size()),
      products_(matrix_->segments.size()) {
    for (int r = 0; r < ranks(); ++r)
        lead_.push_back((entries_of_a_line - rows(r).halo_below % entries_of_a_line) % entries_of_a_line);
    // Allocate all memory before any exchange, so that no rank waits for a process that has run out of memory.
    crew_->group.all_or_none([&] { allocate(entry, block_size); });
    std::vector<HaloPath> paths;
    crew_->group.all_or_none([&] { make_paths(paths); });
    halo_ = crew_->traffic->halo(std::move(paths), matrix_->precision);
    set_x(std::vector<double>(static_cast<std::size_t>(matrix_->split.cols), 0.0));
    detail = describe();
}

template <class T> void MultiGpuSpmv<T>::allocate(const CudaEntry& entry, int block_size) {
    for (const int r : here()) {
        const RankGpu& rank = crew_->group[r];
        rank.use();
        x_[r] = cuda::Buffer<T>(lead_[r] + rows(r).local_cols(), "x");
        y_[r] = cuda::Buffer<T>(rows(r).rows(), "y");
        T* const x = x_[r].data() == nullptr ? nullptr : x_[r].data() + lead_[r];
        RankProducts& products = products_[r];
        const auto& segments = matrix_->segments[r];
        if (std::any_of(segments.begin(), segments.end(), [](const auto& segment) { return !segment.needs_halo; }) &&
            std::any_of(segments.begin(), segments.end(), [](const auto& segment) { return segment.needs_halo; })) {
            products.aside = cuda::Device::separate(rank.ordinal());
            products.begun.emplace();
            products.done.emplace();
        }
        for (const RankSegment& segment : segments) {
            const auto& device = segment.needs_halo && products.aside ? products.aside : rank.device();
            auto bound = entry.bind({device}, {entry.id, SpmvInput{segment.format}, block_size});
            std::unique_ptr<BoundSpmv> product(static_cast<BoundSpmv*>(bound.release()));
            transfer_ns += product->transfer_ns;
            preprocess_ns += product->preprocess_ns;
            if (segment.is_added)
                products.addend = cuda::Buffer<T>(rows(r).rows(), "The product with remote elements of x");
            T* const y = segment.is_added ? products.addend.data() : y_[r].data();
            if (!product->use_places({x, y + segment.first_row}))
                throw Error("kernel.machine",
                            sentence("Kernel '{kernel}' cannot compute only a part of y.", {{"kernel", entry.id}}),
                            sentence("Choose another kernel, or a single GPU."));
            (segment.needs_halo ? products.waiting : products.inner).push_back(std::move(product));
        }
    }
}

template <class T> void MultiGpuSpmv<T>::make_paths(std::vector<HaloPath>& paths) {
    for (const HaloMessage& message : matrix_->split.messages) {
        const bool is_sent_here = crew_->group.is_here(message.from), comes_here = crew_->group.is_here(message.to);
        if (!is_sent_here && !comes_here) continue;
        HaloPath path;
        path.from = message.from;
        path.to = message.to;
        path.count = message.count;
        if (is_sent_here) {
            crew_->group[message.from].use();
            auto& index = index_.emplace_back(static_cast<std::int64_t>(message.index.size()),
                                              "The indices of exchanged elements of x");
            index.upload(message.index.data(), index.size(), crew_->group[message.from].stream());
            path.index = index.data();
            path.source = own_x(message.from) + (message.index.empty() ? message.first : 0);
        }
        if (comes_here) path.target = x_[message.to].data() + lead_[message.to] + message.place;
        paths.push_back(path);
    }
}

template <class T> std::string MultiGpuSpmv<T>::describe() const {
    std::int64_t most = 0, nonzeros = 0, inner = 0;
    for (const RankRows& rank : matrix_->split.ranks) {
        most = std::max(most, rank.nonzeros);
        nonzeros += rank.nonzeros;
    }
    for (const auto& segments : matrix_->segments)
        for (const RankSegment& segment : segments) inner += segment.needs_halo ? 0 : segment.nonzeros;
    const auto share = [](std::int64_t part, std::int64_t whole) {
        return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
    };
    return sentence("{ranks} ranks, {exchange}; the largest rank has {largest} of the entries; {halo} elements of x "
                    "are exchanged while {inner} of the entries are multiplied",
                    {{"ranks", ranks()},
                     {"exchange", crew_->traffic->name()},
                     {"largest", percent(share(most, nonzeros), "%.1f%%")},
                     {"halo", matrix_->split.halo_entries()},
                     {"inner", percent(share(inner, nonzeros), "%.1f%%")}});
}

template <class T> void MultiGpuSpmv<T>::set_x(const std::vector<double>& x) {
    check_x(x, matrix_->split.cols);
    std::vector<T> own;
    for (const int r : here()) {
        const RankGpu& rank = crew_->group[r];
        rank.use();
        if (x_[r].size() == 0) continue;
        // NaN (all bits set) reveals halo elements that have not been received.
        x_[r].fill(0xff, rank.stream());
        own.assign(x.begin() + rows(r).first_col, x.begin() + rows(r).last_col);
        if (!own.empty())
            WARPLOOM_CUDA_CHECK(
                cudaMemcpyAsync(own_x(r), own.data(), own.size() * sizeof(T), cudaMemcpyHostToDevice, rank.stream()));
        rank.device()->finish();
    }
    crew_->group.finish();
}

template <class T> void MultiGpuSpmv<T>::poison() {
    for (const int r : here()) {
        crew_->group[r].use();
        y_[r].fill(0xff, crew_->group[r].stream());
        if (products_[r].addend.size() > 0) products_[r].addend.fill(0xff, crew_->group[r].stream());
    }
}

template <class T> std::vector<double> MultiGpuSpmv<T>::y() const {
    std::vector<double> all;
    all.reserve(static_cast<std::size_t>(matrix_->split.rows));
    std::vector<T> part;
    for (const int r : here()) {
        crew_->group[r].use();
        part.resize(static_cast<std::size_t>(y_[r].size()));
        y_[r].download(part.data(), y_[r].size(), crew_->group[r].stream());
        all.insert(all.end(), part.begin(), part.end());
    }
    return crew_->group.join(std::move(all));
}

template <class T> void MultiGpuSpmv<T>::enqueue() {
    if (graph_) graph_->launch();
    else enqueue_launches();
}

template <class T> void MultiGpuSpmv<T>::enqueue_launches() {
    halo_->begin();
    for (const int r : here()) {
        RankProducts& products = products_[r];
        if (products.aside) {
            crew_->group[r].use();
            products.begun->record(crew_->group[r].stream());
        }
        for (auto& product : products.inner) product->enqueue();
    }
    for (const int r : here()) {
        RankProducts& products = products_[r];
        const cudaStream_t own = crew_->group[r].stream();
        const cudaStream_t stream = products.aside ? products.aside->stream() : own;
        crew_->group[r].use();
        if (products.aside) products.begun->await(stream);
        halo_->await(r, stream);
        for (auto& product : products.waiting) product->enqueue();
        if (!products.aside) continue;
        products.done->record(stream);
        products.done->await(own);
        if (products.addend.size() > 0) add_vector(own, products.addend.size(), products.addend.data(), y_[r].data());
    }
}

template <class T> void MultiGpuSpmv<T>::enqueue_halo() {
    halo_->begin();
    for (const int r : here()) halo_->await(r, crew_->group[r].stream());
}

template <class T> void MultiGpuSpmv<T>::choose_way() {
    constexpr int rounds = 20;
    enqueue_launches(); // allocates scratch memory before the work is captured in a graph
    finish();
    preprocess_ns += elapsed_ns([&] {
        RankGraph graph(
            crew_->group, [this] { enqueue_launches(); }, 1);
        if (!crew_->group.all(graph.is_recorded())) {
            detail += "; " + sentence("launched individually, because graph capture failed");
            return;
        }
        // The first launch uploads the graph to the GPUs, so launch it twice.
        paced_ns(
            crew_->group, [&] { graph.launch(); }, 2);
        const double graphed = paced_ns(
            crew_->group, [&] { graph.launch(); }, rounds);
        const double launched = paced_ns(
            crew_->group, [&] { enqueue_launches(); }, rounds);
        char text[96];
        std::snprintf(text, sizeof text, "; %s (%.0f us against %.0f us)",
                      graphed < launched ? "from a graph" : "launched one by one, not from a graph",
                      std::min(graphed, launched) * 1e-3, std::max(graphed, launched) * 1e-3);
        detail += text;
        if (graphed < launched) graph_.emplace(std::move(graph));
    });
}

template <class T> double MultiGpuSpmv<T>::time_once() {
    constexpr int count = 10;
    return paced_ns(
        crew_->group, [this] { enqueue(); }, count);
}

template class MultiGpuSpmv<float>;
template class MultiGpuSpmv<double>;

} // namespace warploom::kernels
