#include "engine/experiment/text_template.h"

#include "engine/error.h"
#include "engine/experiment/experiment.h"

#include <algorithm>

namespace warploom::experiment {

std::vector<TemplatePiece> template_pieces(const std::string& text, std::string* complaint) {
    std::vector<TemplatePiece> pieces;
    const auto wrong = [&](const std::string& what) {
        if (complaint != nullptr && complaint->empty()) *complaint = what;
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t brace = text.find_first_of("{}", at);
        if (brace != at) pieces.push_back({text.substr(at, brace - at), {}, {}});
        if (brace == std::string::npos) break;
        const std::size_t end = text.find_first_of("{}", brace + 1);
        if (text[brace] == '}') {
            wrong("has a } without its {");
            at = brace + 1;
            continue;
        }
        if (end == std::string::npos || text[end] == '{') {
            wrong("has a { without its }");
            break;
        }
        const std::string name = text.substr(brace + 1, end - brace - 1);
        const std::size_t dot = name.find('.');
        TemplatePiece piece;
        piece.variable = name.substr(0, dot);
        if (dot != std::string::npos) piece.attribute = name.substr(dot + 1);
        if (piece.variable.empty() || (dot != std::string::npos && piece.attribute.empty()))
            wrong("has braces without a name in them");
        pieces.push_back(std::move(piece));
        at = end + 1;
    }
    return pieces;
}

std::string fill_in(const std::string& text, const Experiment& experiment, const Bindings& at) {
    const auto refuse = [&](const std::string& what) -> Error {
        return {"experiment.format", "The template \"" + text + "\" " + what + "."};
    };
    std::string complaint, filled;
    for (const auto& piece : template_pieces(text, &complaint)) {
        if (piece.variable.empty()) {
            filled += piece.words;
            continue;
        }
        const auto bound =
            std::find_if(at.begin(), at.end(), [&](const auto& one) { return one.first == piece.variable; });
        const Variable* variable = experiment.find_variable(piece.variable);
        if (bound == at.end() || variable == nullptr)
            throw refuse("names {" + piece.variable + "}, which has no value");
        if (piece.attribute.empty()) {
            filled += bound->second;
            continue;
        }
        const auto value = std::find_if(variable->values.begin(), variable->values.end(),
                                        [&](const auto& one) { return one.name == bound->second; });
        if (value == variable->values.end() || value->attributes.count(piece.attribute) == 0)
            throw refuse("names {" + piece.variable + "." + piece.attribute + "}, which " + bound->second +
                         " does not have");
        filled += value->attributes.at(piece.attribute);
    }
    if (!complaint.empty()) throw refuse(complaint);
    return filled;
}

} // namespace warploom::experiment
