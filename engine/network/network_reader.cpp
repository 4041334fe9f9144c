#include "engine/network/network_reader.h"

#include "engine/network/input_lines.h"
#include "engine/network/network_builder.h"
#include "engine/text_file.h"

namespace warploom::network {

namespace {

WaterNetwork read_text(const std::string& name, std::string_view text, const Progress& progress, Defects defects) {
    const InputLines input = split_input(name, text, progress);
    return NetworkBuilder(name, defects).build(input, progress);
}

} // namespace

WaterNetwork read_water_network(const std::string& path, const Progress& progress, Defects defects) {
    const TextFile file(path, progress);
    return file.while_unchanged([&] { return read_text(path, {file.data(), file.size()}, progress, defects); });
}

WaterNetwork read_water_network_text(const std::string& name, const std::string& text, Defects defects) {
    return read_text(name, text, {}, defects);
}

} // namespace warploom::network
