#pragma once

#include "engine/proposal/proposal.h"
#include "engine/protocol/messages/check.h"
#include "kernels/sources/text_of_kernel.h"

#include <optional>
#include <string>

namespace warploom::app {

/// Makes a pasted file usable as a kernel source if it has kernels but no function `run`. As long as this object
/// exists, all functions that read the file get its text with the proposed lines. This has no effect on other files.
class PastedSource {
public:
    /// If `needs_result` is false, the function `expected` may be missing: an empty function then replaces it, so that
    /// the kernels run, but their results are not compared.
    explicit PastedSource(const std::string& path, bool needs_result = true);

    const std::optional<proposal::Proposal>& proposal() const { return proposal_; }
    /// Adds a note to the result of a check that explains the proposed lines, or why no lines could be proposed.
    void explain(protocol::Check& check) const;

private:
    std::optional<proposal::Proposal> proposal_;
    std::optional<protocol::CheckNote> refusal_;
    std::optional<kernels::ScopedKernelSources> sources_;
};

} // namespace warploom::app
