#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

/// Answers to `warp` for a small matrix, created by loops that specify what each kernel does in 32 lanes. Used by the
/// tests of the window and by the fake worker, without Qt and without the simulated GPU.
///
/// The matrix has 64 rows and columns. Row r has 1 + 5 r mod 7 entries in columns r, r + 9, r + 18, ... modulo 64, in
/// ascending order.
namespace warp_documents {

using nlohmann::json;

constexpr int order = 64;
constexpr int lanes = 32;

inline int length(int row) { return 1 + row * 5 % 7; }
inline std::vector<int> columns(int row) {
    std::vector<int> all;
    for (int k = 0; k < length(row); ++k) all.push_back((row + 9 * k) % order);
    std::sort(all.begin(), all.end());
    return all;
}
inline int begin(int row) {
    int sum = 0;
    for (int r = 0; r < row; ++r) sum += length(r);
    return sum;
}
constexpr int widest = 7;

class Maker {
public:
    Maker(const std::string& matrix, const std::string& kernel, int block_size, std::int64_t blocks, std::int64_t block,
          int warp) {
        doc_ = {
            {"operation", "spmv"},
            {"matrix", {{"name", matrix}, {"rows", order}, {"cols", order}, {"nonzeros", begin(order)}}},
            {"kernel", kernel},
            {"precision", "double"},
            {"block", block_size},
            {"launch", 0},
            {"launches", json::array({{{"blocks", blocks}, {"warps_per_block", block_size / lanes}}})},
            {"block_index", block},
            {"warp", warp},
            {"source", json::array()},
            {"arrays", json::array()},
            {"sites", json::array()},
            {"steps", json::array()},
            {"truncated", nullptr},
            {"rows", nullptr},
            {"card", json::object()},
            {"owners",
             {{"row_begin", 0}, {"row_end", order}, {"col_begin", 0}, {"col_end", order}, {"entries", json::array()}}}};
    }
    void source(const std::string& file, const std::vector<std::string>& lines) {
        doc_["source"].push_back(
            {{"file", file}, {"title", file.substr(file.rfind('/') + 1)}, {"first_line", 1}, {"lines", lines}});
    }
    int array(const std::string& name, int element_bytes, int size, const char* space = "global") {
        doc_["arrays"].push_back({{"name", name},
                                  {"space", space},
                                  {"element_bytes", element_bytes},
                                  {"size", size},
                                  {"base", space[0] == 's' ? 0 : next_base_}});
        if (space[0] != 's') next_base_ += (size * element_bytes + 255) / 256 * 256;
        return static_cast<int>(doc_["arrays"].size()) - 1;
    }
    int site(const std::string& file, int line, int array, const char* kind, int kernel_line = 0) {
        const bool touches = array >= 0;
        doc_["sites"].push_back({{"file", file},
                                 {"line", line},
                                 {"kernel_line", kernel_line > 0 ? kernel_line : line},
                                 {"array", array},
                                 {"kind", kind},
                                 {"space", touches ? doc_["arrays"][array]["space"] : json("none")},
                                 {"element_bytes", touches ? doc_["arrays"][array]["element_bytes"] : json(0)}});
        return static_cast<int>(doc_["sites"].size()) - 1;
    }
    /// index[l] < 0: lane l does not participate.
    void step(int site, const std::array<int, lanes>& index, std::uint32_t waiting, int flops = 0,
              const json& entry = nullptr) {
        std::uint32_t active = 0;
        json list = json::array();
        for (int l = 0; l < lanes; ++l) {
            const int i = index[l];
            if (i >= 0) active |= 1U << l;
            list.push_back(i >= 0 ? json(i) : json(nullptr));
        }
        if (active == 0) return;
        json step{{"site", site},
                  {"active", hex(active)},
                  {"waiting", hex(waiting & ~active)},
                  {"index", list},
                  {"flops", flops}};
        if (!entry.is_null()) step["entry"] = entry;
        doc_["steps"].push_back(step);
    }
    void own(int row, int col, int block, int warp, int lane) {
        doc_["owners"]["entries"].push_back({row, col, block, warp, lane});
    }
    void rows(int first, int last) { doc_["rows"] = {first, last}; }
    json take() { return std::move(doc_); }

private:
    static std::string hex(std::uint32_t bits) {
        char text[9];
        std::snprintf(text, sizeof text, "%08x", bits);
        return text;
    }
    json doc_;
    int next_base_ = 256;
};

/// Adds the loop of a kernel: `next(lane, k)` is the slot that a lane reads in iteration k, or -1; loads value, column,
/// and x.
template <class Next, class Entry>
void rounds(Maker& maker, int value_site, int column_site, int x_site, Next next, Entry entry_of) {
    for (int k = 0; k < 64; ++k) {
        std::array<int, lanes> slot{}, column{};
        json entry = json::array();
        std::uint32_t later = 0;
        int active = 0;
        for (int l = 0; l < lanes; ++l) {
            const auto i = static_cast<std::size_t>(l);
            slot[i] = next(l, k);
            const auto [row, col] = slot[i] >= 0 ? entry_of(l, k) : std::pair{-1, -1};
            column[i] = slot[i] >= 0 ? std::max(col, 0) : -1;
            entry.push_back(row >= 0 ? json{row, col} : json(nullptr));
            active += slot[i] >= 0 ? 1 : 0;
            // Lanes whose rows have ended wait for the others at the end of the loop.
            if (slot[i] < 0) later |= 1U << l;
        }
        if (active == 0) break;
        maker.step(value_site, slot, later, 0, entry);
        maker.step(column_site, slot, later);
        maker.step(x_site, column, later, 2 * active);
    }
}

inline json csr_scalar(const std::string& matrix, int block_size = 32, int block = 0, int warp = 0) {
    Maker maker(matrix, "csr-scalar", block_size, (order + block_size - 1) / block_size, block, warp);
    const std::string file = "kernels/spmv/csr_scalar.cu";
    maker.source(file,
                 {"// A thread for each row.", "void run(Thread t, Csr a, In<T> x, Out<T> y) {",
                  "    const int row = t.global_id();", "    if (row >= a.rows) return;", "    T sum = 0;",
                  "    const int end = a.row_pointer[row + 1];", "    for (int k = a.row_pointer[row]; k < end; ++k)",
                  "        sum += a.value[k] * x[a.column[k]];", "    y[row] = sum;", "}"});
    const int pointer = maker.array("row_pointer", 4, order + 1), column = maker.array("column", 4, begin(order));
    const int value = maker.array("value", 8, begin(order)), x = maker.array("x", 8, order),
              y = maker.array("y", 8, order);
    const int end_site = maker.site(file, 6, pointer, "load"), begin_site = maker.site(file, 7, pointer, "load");
    const int value_site = maker.site(file, 8, value, "load"), column_site = maker.site(file, 8, column, "load");
    const int x_site = maker.site(file, 8, x, "load"), y_site = maker.site(file, 9, y, "store");
    const int first = block * block_size + warp * lanes;
    std::array<int, lanes> row{}, next{};
    for (int l = 0; l < lanes; ++l) row[l] = first + l < order ? first + l : -1;
    for (int l = 0; l < lanes; ++l) next[l] = first + l < order ? first + l + 1 : -1;
    maker.step(end_site, next, 0);
    maker.step(begin_site, row, 0);
    rounds(
        maker, value_site, column_site, x_site,
        [&](int l, int k) { return first + l < order && k < length(first + l) ? begin(first + l) + k : -1; },
        [&](int l, int k) {
            return std::pair{first + l, columns(first + l)[k]};
        });
    maker.step(y_site, row, 0);
    for (int r = 0; r < order; ++r)
        for (const int c : columns(r)) maker.own(r, c, r / block_size, r % block_size / lanes, r % lanes);
    maker.rows(first, std::min(order, first + lanes) - 1);
    return maker.take();
}

/// Stored column by column, padded to the longest row: adjacent lanes read adjacent slots.
inline json ell(const std::string& matrix, int block_size = 32, int block = 0, int warp = 0) {
    Maker maker(matrix, "ell", block_size, (order + block_size - 1) / block_size, block, warp);
    const std::string file = "kernels/spmv/ell.cu";
    maker.source(
        file, {"// Rows padded, stored column by column.", "void run(Thread t, Ell a, In<T> x, Out<T> y) {",
               "    const int row = t.global_id();", "    T sum = 0;", "    for (int k = 0; k < a.length[row]; ++k)",
               "        sum += a.value[k * a.rows + row] * x[a.column[k * a.rows + row]];", "    y[row] = sum;", "}"});
    const int len = maker.array("length", 4, order), column = maker.array("column", 4, order * widest);
    const int value = maker.array("value", 8, order * widest), x = maker.array("x", 8, order),
              y = maker.array("y", 8, order);
    const int len_site = maker.site(file, 5, len, "load"), value_site = maker.site(file, 6, value, "load");
    const int column_site = maker.site(file, 6, column, "load"), x_site = maker.site(file, 6, x, "load");
    const int y_site = maker.site(file, 7, y, "store");
    const int first = block * block_size + warp * lanes;
    std::array<int, lanes> row{};
    for (int l = 0; l < lanes; ++l) row[l] = first + l < order ? first + l : -1;
    maker.step(len_site, row, 0);
    rounds(
        maker, value_site, column_site, x_site,
        [&](int l, int k) { return first + l < order && k < length(first + l) ? k * order + first + l : -1; },
        [&](int l, int k) {
            return std::pair{first + l, columns(first + l)[k]};
        });
    maker.step(y_site, row, 0);
    for (int r = 0; r < order; ++r)
        for (const int c : columns(r)) maker.own(r, c, r / block_size, r % block_size / lanes, r % lanes);
    maker.rows(first, std::min(order, first + lanes) - 1);
    return maker.take();
}

/// One warp per row, with a reduction by shuffles in a helper file.
inline json csr_vector(const std::string& matrix, int block_size = 32, int block = 0, int warp = 0) {
    Maker maker(matrix, "csr-vector", block_size, order * lanes / block_size, block, warp);
    const std::string file = "kernels/spmv/csr_vector.cu", helper = "headers/warp_sum.cuh";
    maker.source(file, {"// A warp for each row.", "void run(Thread t, Csr a, In<T> x, Out<T> y) {",
                        "    const int row = t.global_id() / 32;", "    T sum = 0;",
                        "    for (int k = a.row_pointer[row] + t.lane(); k < a.row_pointer[row + 1]; k += 32)",
                        "        sum += a.value[k] * x[a.column[k]];", "    sum = warp_sum(t, sum);",
                        "    if (t.lane() == 0) y[row] = sum;", "}"});
    maker.source(helper,
                 {"// Adds up over the lanes.", "T warp_sum(Thread t, T sum) {", "    for (int d = 16; d > 0; d /= 2)",
                  "        sum += t.shuffle_down(sum, d);", "    return sum;", "}"});
    const int pointer = maker.array("row_pointer", 4, order + 1), column = maker.array("column", 4, begin(order));
    const int value = maker.array("value", 8, begin(order)), x = maker.array("x", 8, order),
              y = maker.array("y", 8, order);
    const int pointer_site = maker.site(file, 5, pointer, "load"), value_site = maker.site(file, 6, value, "load");
    const int column_site = maker.site(file, 6, column, "load"), x_site = maker.site(file, 6, x, "load");
    const int shuffle = maker.site(helper, 4, -1, "shuffle", 7), y_site = maker.site(file, 8, y, "store");
    const int row = block * (block_size / lanes) + warp;
    std::array<int, lanes> index{};
    index.fill(row);
    maker.step(pointer_site, index, 0);
    rounds(
        maker, value_site, column_site, x_site,
        [&](int l, int k) { return k == 0 && l < length(row) ? begin(row) + l : -1; },
        [&](int l, int) {
            return std::pair{row, columns(row)[l]};
        });
    for (int d = 16; d > 0; d /= 2) {
        for (int l = 0; l < lanes; ++l) index[l] = l + d < lanes ? l + d : l;
        maker.step(shuffle, index, 0, 32);
    }
    index.fill(-1);
    index[0] = row;
    maker.step(y_site, index, 0);
    for (int l = 0; l < length(row); ++l) maker.own(row, columns(row)[l], block, warp, l);
    maker.rows(row, row);
    return maker.take();
}

/// Shared memory: adjacent stores, a barrier, loads that are `stride` words apart, then atomic additions to a single
/// element.
inline json tile(const std::string& matrix, int stride = 2) {
    Maker maker(matrix, "tile", 32, 2, 0, 0);
    const std::string file = "kernels/spmv/tile.cu";
    maker.source(file, {"void run(Thread t, Out<float> y) {", "    SHARED(float, part, 1024);",
                        "    part[t.lane()] = 1;", "    t.barrier();",
                        "    const float mine = part[t.lane() * stride];", "    atomic_add(y, 0, mine);", "}"});
    const int part = maker.array("part", 4, 1024, "shared"), y = maker.array("y", 4, order);
    const int store = maker.site(file, 3, part, "store"), barrier = maker.site(file, 4, -1, "barrier");
    const int load = maker.site(file, 5, part, "load"), atomic = maker.site(file, 6, y, "atomic");
    std::array<int, lanes> index{};
    for (int l = 0; l < lanes; ++l) index[l] = l;
    maker.step(store, index, 0);
    maker.step(barrier, index, 0);
    for (int l = 0; l < lanes; ++l) index[l] = l * stride;
    maker.step(load, index, 0);
    index.fill(0);
    maker.step(atomic, index, 0, 32);
    return maker.take();
}

/// An operation other than a product: three launches in which each lane loads a and stores b of its row, shown as a
/// table of 64 rows.
inline json rows(const std::string& operation, const std::string& matrix, const std::string& kernel, int block_size,
                 int launch, int block, int warp) {
    Maker maker(matrix, kernel, block_size, order / block_size + 1, block, warp);
    const std::string file = "kernels/" + operation + "/rows.h";
    maker.source(file, {"void run(Thread t, In<T> a, Out<T> b) {", "    b[t.global_id()] = a[t.global_id()];", "}"});
    const int a = maker.array("a", 8, order), b = maker.array("b", 8, order);
    const int load = maker.site(file, 2, a, "load"), store = maker.site(file, 2, b, "store");
    std::array<int, lanes> index{};
    for (int l = 0; l < lanes; ++l) {
        const int row = block * block_size + warp * lanes + l;
        index[static_cast<std::size_t>(l)] = row < order ? row : -1;
    }
    maker.step(load, index, 0);
    maker.step(store, index, 0);
    json doc = maker.take();
    json one = doc["launches"][0], all = json::array();
    for (int n = 0; n < 3; ++n) {
        one["kernel"] = kernel + " (part)";
        one["title"] = "step " + std::to_string(n + 1) + " of 3";
        all.push_back(one);
    }
    doc["operation"] = operation;
    doc["launches"] = all;
    doc["launch"] = launch;
    json board{{"name", "equations"}, {"columns", {"a", "b"}}, {"rows", order},
               {"cols", 2},           {"col_begin", 0},        {"col_end", 2}};
    for (int row = 0; row < order; ++row) {
        board["shown_rows"].push_back(row);
        for (int col = 0; col < 2; ++col)
            board["cells"].push_back({row, col, row / block_size, row % block_size / lanes, row % lanes});
    }
    board["arrays"] = json::array({{{"array", a}, {"stride", 1}, {"width", 1}, {"column", 0}},
                                   {{"array", b}, {"stride", 1}, {"width", 1}, {"column", 1}}});
    doc["boards"] = json::array({board});
    return doc;
}

inline json any(const std::string& matrix, const std::string& kernel, int block_size, int block, int warp) {
    if (kernel == "ell") return ell(matrix, block_size, block, warp);
    if (kernel == "csr-vector") return csr_vector(matrix, block_size, block, warp);
    if (kernel == "tile") return tile(matrix);
    return csr_scalar(matrix, block_size, block, warp);
}

} // namespace warp_documents
