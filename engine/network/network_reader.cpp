#include "engine/network/network_reader.h"

#include "engine/network/input_lines.h"
#include "engine/network/network_builder.h"
#include "engine/text_file.h"

namespace warploom::network {

namespace {

/// A network of ten million pipes takes this much.
constexpr std::size_t largest_network_text = std::size_t{1} << 30;

WaterNetwork read_network(const std::string& name, std::string_view text, const Progress& progress, Defects defects) {
    const InputLines input = split_input(name, text, progress);
    return NetworkBuilder(name, defects).build(input, progress);
}

} // namespace

WaterNetwork read_water_network(const std::string& path, const Progress& progress, Defects defects) {
    return read_network(path, read_text(path, largest_network_text, progress), progress, defects);
}

WaterNetwork read_water_network_text(const std::string& name, const std::string& text, Defects defects) {
    return read_network(name, text, {}, defects);
}

} // namespace warploom::network
