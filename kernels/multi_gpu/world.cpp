#include "kernels/multi_gpu/world.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <optional>
#include <unistd.h>

namespace warploom::kernels {

namespace {

std::string bytes_of(const std::vector<double>& numbers) {
    std::string bytes(numbers.size() * sizeof(double), '\0');
    if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

std::vector<double> numbers_of(const std::string& bytes) {
    std::vector<double> numbers(bytes.size() / sizeof(double));
    if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
    return numbers;
}

} // namespace

std::vector<std::string> RankWorld::gather(const std::string& own) {
    std::vector<std::string> all(static_cast<std::size_t>(size()));
    for (int from = 0; from < size(); ++from) {
        if (from == rank()) all[static_cast<std::size_t>(from)] = own;
        broadcast(all[static_cast<std::size_t>(from)], from);
    }
    return all;
}

std::vector<double> RankWorld::gather(double own) {
    std::vector<double> all;
    for (const std::string& bytes : gather(bytes_of({own}))) all.push_back(numbers_of(bytes).front());
    return all;
}

double RankWorld::greatest(double own) {
    const std::vector<double> all = gather(own);
    return *std::max_element(all.begin(), all.end());
}

std::vector<double> RankWorld::join(const std::vector<double>& own) {
    std::vector<double> all;
    for (const std::string& bytes : gather(bytes_of(own))) {
        const std::vector<double> part = numbers_of(bytes);
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

bool RankWorld::all(bool own) { return greatest(own ? 0 : 1) == 0; }

void RankWorld::all_or_none(const std::function<void()>& work) {
    std::optional<Error> failure;
    try {
        work();
    } catch (const Error& error) { failure = error; } catch (const std::bad_alloc&) {
        failure.emplace("memory.limit", sentence("There is not enough memory."),
                        sentence("Choose a smaller matrix, or more ranks."));
    }
    // Separate the parts with a zero byte, which error messages never contain.
    const std::string own = failure ? failure->code() + '\0' + failure->what() + '\0' + failure->hint() : std::string();
    const std::vector<std::string> all = gather(own);
    if (failure) throw *failure;
    for (std::size_t r = 0; r < all.size(); ++r) {
        if (all[r].empty()) continue;
        const auto first = all[r].find('\0'), second = all[r].find('\0', first + 1);
        throw Error(all[r].substr(0, first),
                    sentence("Rank {rank}: {problem}",
                             {{"rank", r}, {"problem", all[r].substr(first + 1, second - first - 1)}}),
                    all[r].substr(second + 1));
    }
}

int RankWorld::place_on_host() {
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    const std::vector<std::string> hosts = gather(std::string(host.data()));
    return static_cast<int>(std::count(hosts.begin(), hosts.begin() + rank(), hosts[static_cast<std::size_t>(rank())]));
}

} // namespace warploom::kernels
