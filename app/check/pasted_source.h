#pragma once

#include "engine/proposal/proposal.h"
#include "engine/protocol/messages/check.h"
#include "kernels/sources/text_of_kernel.h"

#include <optional>
#include <string>

namespace warploom::app {

/// Makes a pasted file, which has kernels but no function `run`, available as a kernel source as long as the object
/// exists: all functions that read the file get its text with the proposed lines. Other files are not changed.
class PastedSource {
public:
    explicit PastedSource(const std::string& path);

    const std::optional<proposal::Proposal>& proposal() const { return proposal_; }
    /// Adds what was proposed, or why nothing was, to the result of a check.
    void explain(protocol::Check& check) const;

private:
    std::optional<proposal::Proposal> proposal_;
    std::optional<protocol::CheckNote> refusal_;
    std::optional<kernels::ScopedKernelSources> sources_;
};

} // namespace warploom::app
