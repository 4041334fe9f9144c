#include "engine/generators/matrix_source.h"

#include "engine/generators/generators.h"
#include "engine/matrix/imports/foreign_matrix.h"
#include "engine/matrix/matrix_market.h"
#include "engine/matrix/npz/npz_reader.h"
#include "engine/network/network_source.h"
#include "engine/ordering/ordered_matrix.h"

#include <filesystem>

namespace warploom {

Matrix load_matrix(const std::string& name, const Progress& progress, int threads) {
    if (const auto ordered = ordering::split_order(name))
        return ordering::ordered_matrix(load_matrix(ordered->matrix, progress, threads), ordered->kind, ordered->of,
                                        progress);
    if (names_npz(name)) return read_npz(name, progress, threads);
    if (names_generator(name)) return generate_matrix(name, progress, threads);
    if (network::names_network(name)) return network::load_network_matrix(name, progress);
    std::error_code ignored;
    if (std::filesystem::exists(name, ignored)) {
        if (auto foreign = imports::read_foreign_matrix(name, progress, threads)) return *std::move(foreign);
        return read_matrix_market(name, progress, threads);
    }
    // A single word that may be followed by a colon and key=value is probably a misspelled generator. Anything else is
    // a file.
    const std::string word = name.substr(0, name.find(':'));
    const bool like_a_path = word.find_first_of("/\\.") != std::string::npos;
    if (!like_a_path && !word.empty()) return generate_matrix(name, progress, threads);
    return read_matrix_market(name, progress, threads);
}

} // namespace warploom
