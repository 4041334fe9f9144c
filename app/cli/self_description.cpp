#include "app/cli/self_description.h"

#include <CLI/CLI.hpp>

#include <sstream>

namespace warploom::app {

namespace {

/// Parses a list of valid values in CLI11's notation, such as "TEXT:{float,double}".
std::vector<std::string> choices_in(const std::string& type) {
    const std::size_t from = type.find('{'), to = type.find('}');
    std::vector<std::string> choices;
    if (from == std::string::npos || to == std::string::npos) return choices;
    std::istringstream list(type.substr(from + 1, to - from - 1));
    for (std::string one; std::getline(list, one, ',');) choices.push_back(one);
    return choices;
}

ManualOption described(const CLI::Option& option) {
    ManualOption made;
    for (const std::string& name : option.get_snames()) made.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) made.names.push_back("--" + name);
    const std::string type = option.get_type_name();
    if (made.names.empty()) made.value = option.get_name(true);
    else if (option.get_items_expected_max() > 0) made.value = type.substr(0, type.find(':'));
    made.about = option.get_description();
    made.choices = choices_in(type);
    return made;
}

} // namespace

ManualCommand description_of(const CLI::App& app) {
    ManualCommand made{app.get_name(), app.get_description(), {}, {}};
    for (const CLI::Option* option : app.get_options()) made.options.push_back(described(*option));
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        if (!command->get_group().empty()) made.commands.push_back(description_of(*command));
    return made;
}

} // namespace warploom::app
