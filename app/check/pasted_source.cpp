#include "app/check/pasted_source.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <map>

namespace warploom::app {

PastedSource::PastedSource(const std::string& path, bool needs_result) {
    const std::string text = kernels::text_of_kernel(path);
    if (!proposal::needs_proposal(text)) return;
    try {
        proposal_ = proposal::propose(text);
        std::string source = proposal_->aligned_source;
        if (!needs_result && !proposal_->is_complete) source += "\n" + proposal_->expected_head + " {}\n";
        sources_.emplace(std::map<std::string, std::string>{{path, source}});
    } catch (const Error& error) { refusal_ = protocol::CheckNote{0, 0, error.what(), error.hint()}; }
}

void PastedSource::explain(protocol::Check& check) const {
    if (refusal_) check.notes.push_back(*refusal_);
    if (!proposal_) return;
    const protocol::CheckNote note{
        0, 0, sentence("The file has no function `run`, so it was checked with proposed lines."),
        proposal_->is_aligned ? sentence("`check --propose` prints them, and the guesses that they are based on.")
                              : sentence("`check --propose` prints them. Line numbers refer to that output.")};
    (check.verdict == protocol::CheckVerdict::refused ? check.notes : check.warnings).push_back(note);
}

} // namespace warploom::app
