#include "engine/steps/step_banks.h"

#include <algorithm>

namespace warploom::steps {

SharedAccess shared_access(const std::vector<std::int64_t>& elements, const SharedLayout& layout) {
    constexpr int banks = 32;
    SharedAccess access;
    for (std::size_t lane = 0; lane < elements.size() && lane < access.addresses.size(); ++lane) {
        access.addresses[lane] = static_cast<std::uint64_t>(layout.place(elements[lane]) * layout.element_bytes);
        access.active |= 1U << lane;
    }
    access.use = simulated::find_bank_use(banks, access.addresses, access.active, layout.element_bytes);
    return access;
}

std::vector<SharedAccess> bank_accesses(Method method, int n, int s, const SharedLayout& layout) {
    std::vector<SharedAccess> accesses;
    std::vector<std::int64_t> reading;
    std::vector<int> rows = rows_of_step(method, n, s);
    if (method == Method::cr && 2 * s + 1 == steps_of(method, n)) rows.resize(1); // one thread solves what is left
    for (const int row : rows) {
        reading.push_back(row);
        if (reading.size() < simulated::warp_size) continue;
        accesses.push_back(shared_access(reading, layout));
        reading.clear();
    }
    if (!reading.empty()) accesses.push_back(shared_access(reading, layout));
    return accesses;
}

simulated::BankUse bank_use(Method method, int n, int s, const SharedLayout& layout) {
    simulated::BankUse all;
    for (const SharedAccess& access : bank_accesses(method, n, s, layout)) {
        all.passes += access.use.passes;
        all.ideal += access.use.ideal;
        all.degree = std::max(all.degree, access.use.degree);
    }
    return all;
}

} // namespace warploom::steps
