#include "engine/simt/machine/printed.h"

#include "engine/sentence.h"
#include "engine/terminal_text.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace warploom::simt {

void show(const Printed& printed) {
    tell_on(printed.text);
    if (printed.lost > 0) tell(sentence("... and {n} more {n:call|calls} of printf.", {{"n", printed.lost}}));
}

void Printer::begin_run() {
    launch_ = lost_ = 0;
    bytes_ = 0;
    calls_.clear();
}

void Printer::take(std::int64_t block, std::vector<std::string>& calls, std::int64_t& lost) {
    if (calls.empty() && lost == 0) return;
    const std::lock_guard lock(mutex_);
    lost_ += std::exchange(lost, 0);
    for (std::string& text : calls) {
        bytes_ += text.size();
        calls_.push_back({launch_, block, std::move(text)});
    }
    calls.clear();
    if (calls_.size() > 2 * most_calls_ || bytes_ > 4 * most_bytes_) cut();
}

/// Discards printf output that exceeds the limits. Keeps the first launches and, within a launch, the lowest blocks.
void Printer::cut() {
    std::stable_sort(calls_.begin(), calls_.end(), [](const Call& a, const Call& b) {
        return std::tie(a.launch, a.block) < std::tie(b.launch, b.block);
    });
    std::size_t kept = 0, bytes = 0;
    while (kept < std::min(most_calls_, calls_.size()) && bytes + calls_[kept].text.size() <= most_bytes_)
        bytes += calls_[kept++].text.size();
    lost_ += static_cast<std::int64_t>(calls_.size() - kept);
    calls_.resize(kept);
    bytes_ = bytes;
}

Printed Printer::all() {
    const std::lock_guard lock(mutex_);
    cut();
    Printed printed{"", lost_};
    for (const Call& call : calls_) printed.text += call.text;
    return printed;
}

} // namespace warploom::simt
