#pragma once

#include "engine/generators/generators.h"

#include <algorithm>
#include <string>

namespace warploom::fuzz {

/// Returns whether a name is that of a generator whose parameters are small enough to generate the matrix quickly.
/// Errors: those of generator_values.
inline bool is_small_generator(const std::string& name) {
    if (!names_generator(name)) return false;
    const GeneratorValues values = generator_values(name);
    const auto info = std::find_if(generators().begin(), generators().end(), [&](const GeneratorInfo& one) {
        return one.name == name.substr(0, name.find(':'));
    });
    return info != generators().end() &&
           std::all_of(info->parameters.begin(), info->parameters.end(), [&](const GeneratorParameter& parameter) {
               return parameter.name == "seed" || values.number(parameter.name) <= 24;
           });
}

} // namespace warploom::fuzz
