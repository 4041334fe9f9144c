// Runs every kernel of a GPU once on five matrices, so that a profiler can count memory accesses, or counts the same
// calls on the simulated GPU. Both process the same list in the same order; compare_with_profiler.py compares them.
//
//     counts_for_profiler --count COUNTS.json  counts on the simulated h200; runs anywhere
//     counts_for_profiler --run                one launch of each kernel on cuda:0, under a profiler
//         [--matrices "NAME NAME"] [--kernels ID,ID] [--block 128]
//
// Exits with 77 if --run finds no GPU. See compare_with_profiler.sh.

#include "counted_call.h"

#include "engine/generators/matrix_source.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>
#include <random>
#include <sstream>

using namespace warploom;

namespace {

struct Options {
    std::string counts;
    bool is_run = false;
    std::string matrices = "laplace2d:n=200 random-rows:n=1024,fraction=0.2 reservoir:grid=8,block=8 power-law:n=20000 "
                           "one-long-row:n=20000";
    std::string kernels;
    int block = 128;
};

std::vector<double> random_x(std::int64_t size) {
    std::vector<double> x(static_cast<std::size_t>(size));
    std::mt19937_64 random(7);
    for (double& value : x) value = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;
    return x;
}

bool is_wanted(const kernels::KernelInfo& info, const Options& options) {
    if (info.runs_on != RunsOn::gpu) return false;
    return options.kernels.empty() ||
           ("," + options.kernels + ",").find(std::string(",") + info.id + ",") != std::string::npos;
}

Json counts_of(const CountedCall& call, const simulated::LaunchCounts& launch) {
    using simulated::Access;
    using simulated::Space;
    const auto sum = [&](Access access, Space space) {
        simulated::SiteCounts total;
        for (std::size_t n = 0; n < launch.sites.size(); ++n)
            if (call.sites[n].access == access && call.sites[n].space == space) total += launch.sites[n];
        return total;
    };
    const auto loads = sum(Access::load, Space::global), stores = sum(Access::store, Space::global),
               atomics = sum(Access::atomic, Space::global), shared_loads = sum(Access::load, Space::shared),
               shared_stores = sum(Access::store, Space::shared), shared_atomics = sum(Access::atomic, Space::shared);
    return Json{
        {"kernel", launch.launch.kernel},
        {"blocks", launch.launch.blocks},
        {"block_size", launch.launch.block_size},
        {"load_requests", loads.warp_instructions},
        {"load_sectors", loads.transactions},
        {"load_l1_hits", loads.l1_hits},
        {"store_requests", stores.warp_instructions},
        {"store_sectors", stores.transactions},
        {"atomic_requests", atomics.warp_instructions},
        {"atomic_sectors", atomics.transactions},
        {"atomic_passes", atomics.atomic_passes},
        {"global_lanes", loads.lane_accesses + stores.lane_accesses + atomics.lane_accesses},
        {"shared_lanes", shared_loads.lane_accesses + shared_stores.lane_accesses + shared_atomics.lane_accesses},
        {"shared_requests",
         shared_loads.warp_instructions + shared_stores.warp_instructions + shared_atomics.warp_instructions},
        {"shared_passes", shared_loads.bank_passes + shared_stores.bank_passes + shared_atomics.bank_passes},
        {"shared_conflicts",
         shared_loads.bank_conflicts + shared_stores.bank_conflicts + shared_atomics.bank_conflicts},
        {"l2_sectors", loads.l2_sectors + stores.l2_sectors + atomics.atomic_passes},
        {"dram_bytes", loads.dram_bytes + stores.dram_bytes + atomics.dram_bytes}};
}

/// Calls act(matrix name, matrix, kernel) for each pair whose format can be built, and prints those that cannot.
template <class Act> void for_each_pair(const Options& options, Act act) {
    std::stringstream names(options.matrices);
    for (std::string name; names >> name;) {
        const Matrix matrix = load_matrix(name);
        for (const auto& info : kernels::spmv_kernels()) {
            if (!is_wanted(info, options)) continue;
            try {
                act(name, matrix.csr, info);
            } catch (const Error& error) {
                if (error.code() == "device.fault") throw;
                std::fprintf(stderr, "skipped %s on %s: %s\n", info.id, name.c_str(), error.what());
            }
        }
    }
}

void count(const Options& options) {
    const simulated::Card card = simulated::find_card("h200");
    Json rows = Json::array();
    for_each_pair(options, [&](const std::string& name, const CsrMatrix& matrix, const kernels::KernelInfo& info) {
        const CountedCall call =
            count_call(info.id, matrix, Precision::float64, options.block, card, random_x(matrix.cols));
        Json launches = Json::array();
        for (const auto& launch : call.launches) launches.push_back(counts_of(call, launch));
        rows.push_back({{"matrix", name},
                        {"nonzeros", matrix.nonzeros()},
                        {"kernel", info.id},
                        {"launches", std::move(launches)}});
    });
    std::ofstream file(options.counts);
    file << Json{{"card", card.id}, {"block", options.block}, {"rows", std::move(rows)}}.dump(1) << '\n';
    file.close();
    if (!file) throw Error("file.write", "The counts cannot be written to " + options.counts + ".");
}

void run(const Options& options) {
    const auto machine = kernels::open_machine("cuda:0");
    for_each_pair(options, [&](const std::string& name, const CsrMatrix& matrix, const kernels::KernelInfo& info) {
        const auto format = kernels::make_format(info.format, matrix, Precision::float64);
        const auto bound = machine->bind(info.id, format, options.block);
        bound->set_x(random_x(matrix.cols));
        bound->finish();
        std::printf("%s %s\n", name.c_str(), info.id);
        bound->enqueue();
        bound->finish();
    });
}

Options options_from(int argc, char** argv) {
    Options options;
    for (int n = 1; n < argc; ++n) {
        const std::string key = argv[n];
        const auto value = [&]() -> std::string {
            if (n + 1 >= argc) throw Error("option.value", key + " needs a value.");
            return argv[++n];
        };
        if (key == "--run") options.is_run = true;
        else if (key == "--count") options.counts = value();
        else if (key == "--matrices") options.matrices = value();
        else if (key == "--kernels") options.kernels = value();
        else if (key == "--block") options.block = std::stoi(value());
        else throw Error("option.unknown", "Unknown option " + key + ".");
    }
    if (options.is_run == !options.counts.empty()) throw Error("option.missing", "Give either --run or --count FILE.");
    return options;
}

} // namespace

int main(int argc, char** argv) try {
    const Options options = options_from(argc, argv);
    if (!options.is_run) {
        count(options);
        return 0;
    }
    if (!kernels::why_no_cuda().empty()) {
        std::printf("skipped: %s\n", kernels::why_no_cuda().c_str());
        return 77;
    }
    run(options);
    return 0;
} catch (const Error& error) {
    std::fprintf(stderr, "%s %s\n", error.what(), error.hint().c_str());
    return 1;
}
