#include "engine/simt/machine.h"

#include <algorithm>
#include <bit>
#include <cstdarg>
#include <cstdio>
#include <utility>

// What the machine says of mistakes, and the operations in which lanes depend on each other.

namespace warploom::simt {

using simulated::Finding;

namespace {

std::size_t first_of(std::uint32_t lanes) { return static_cast<std::size_t>(std::countr_zero(lanes)); }
bool is_single(std::uint32_t lanes) { return std::popcount(lanes) == 1; }

} // namespace

Finding Machine::finding_at(Finding::Kind kind, const Warp& warp, std::uint32_t found, std::uint32_t pc) const {
    Finding finding;
    finding.kind = kind;
    finding.file = *around_.file;
    finding.line = where(pc).place.line;
    finding.block = around_.block;
    finding.lanes = found;
    finding.warp = warp.number;
    finding.sentence = "In kernel " + code_.name + ", line " + std::to_string(finding.line) + ", block " +
                       std::to_string(around_.block) + ", " + simulated::lanes_text(found) + " of warp " +
                       std::to_string(warp.number);
    return finding;
}

void Machine::report_miss(const Warp& warp, const Access& access, Op op, const Object& object, std::uint32_t lost) {
    Finding finding = finding_at(Finding::Kind::out_of_bounds, warp, lost, warp.pc);
    const bool is_one = is_single(lost);
    const std::int64_t distance = distance_[first_of(lost)];
    finding.sentence += op == Op::load ? (is_one ? " reads" : " read") : (is_one ? " writes" : " write");
    const std::int64_t element = object.element_bytes == 0 ? 1 : object.element_bytes;
    if (object.data == nullptr && object.bytes == 0 && object.name[0] == '\0')
        finding.sentence += " through a pointer that leads nowhere.";
    else if (distance >= 0 && distance <= object.bytes - access.bytes)
        finding.sentence += " " + std::to_string(access.bytes) + " bytes of " + object.name +
                            " at a place that is not a multiple of " + std::to_string(access.bytes) + " bytes.";
    else
        finding.sentence += " element " +
                            std::to_string(distance < 0 ? (distance - element + 1) / element : distance / element) +
                            " of " + object.name + ", which has " + std::to_string(object.bytes / element) +
                            (object.bytes / element == 1 ? " element." : " elements.");
    around_.findings->add(std::move(finding));
}

/// Told once for each block: a loop may overflow in every turn.
void Machine::report_overflow(const Warp& warp, const Instruction& i, std::uint32_t over) {
    around_.overflowed.resize(code_.instructions.size());
    if (around_.overflowed[warp.pc] == around_.block + 1) return;
    around_.overflowed[warp.pc] = around_.block + 1;
    Finding finding = finding_at(Finding::Kind::integer_overflow, warp, over, warp.pc);
    const auto l = first_of(over);
    const int family = static_cast<int>(i.op) / classes;
    const auto is = [&](Family of) { return family == static_cast<int>(of); };
    const std::int32_t right = lanes<std::int32_t>(warp, i.c)[l];
    if ((is(Family::shift_left) || is(Family::shift_right)) && (right < 0 || right > 31)) {
        finding.sentence += std::string(is_single(over) ? " shifts by " : " shift by ") + std::to_string(right) +
                            ", and there are not so many bits; what comes out is undefined.";
    } else {
        const char* const sign = is(Family::mul)          ? " * "
                                 : is(Family::add)        ? " + "
                                 : is(Family::shift_left) ? " << "
                                                          : " - ";
        finding.sentence += std::string(is_single(over) ? " computes " : " compute ") +
                            std::to_string(lanes<std::int32_t>(warp, i.b)[l]) + sign + std::to_string(right) +
                            ", which an int cannot hold. Compute such an index in long long.";
    }
    around_.findings->add(std::move(finding));
}

/// A barrier that some lanes of the warp do not reach.
void Machine::report_branch(const Warp& warp, const char* what) {
    Finding finding = finding_at(Finding::Kind::divergent_meeting, warp, warp.active, warp.pc);
    finding.sentence += std::string(is_single(warp.active) ? " waits" : " wait") + " at the " + what + " of line " +
                        std::to_string(finding.line);
    const std::uint32_t returned = warp.launched & ~warp.slot[0], elsewhere = warp.slot[0] & ~warp.active;
    if (elsewhere != 0)
        finding.sentence += ", " + simulated::lanes_text(elsewhere) +
                            (is_single(elsewhere) ? " is in another branch" : " are in another branch");
    if (returned != 0)
        finding.sentence += ", " + simulated::lanes_text(returned) +
                            (is_single(returned) ? " has already returned" : " have already returned");
    finding.sentence += ".";
    around_.findings->add(std::move(finding));
}

void Machine::report_endless(const Warp& warp) {
    if (around_.endless != nullptr) {
        around_.endless->pc = warp.pc;
        ++around_.endless->warps;
    }
    Finding finding = finding_at(Finding::Kind::endless_loop, warp, warp.active, warp.pc);
    finding.sentence += std::string(is_single(warp.active) ? " is" : " are") + " still in the loop of line " +
                        std::to_string(finding.line) + " after " + std::to_string(around_.limits.turns) +
                        " turns; it seems never to end.";
    around_.findings->add(std::move(finding));
}

/// Every lane that a mask names must come, and every lane that comes must be named.
void Machine::check_mask(const Warp& warp, std::uint32_t reg, const char* what) {
    const auto* const mask = lanes<std::uint32_t>(warp, reg);
    std::uint32_t by_all = 0xffffffffu;
    for (int l = 0; l < lanes_of_a_warp; ++l) by_all &= mask[l];
    if ((by_all & warp.active) == 0xffffffffu) return; // as nearly always
    std::uint32_t named = 0, unnamed = 0;
    for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1) {
        named |= mask[first_of(rest)];
        if ((mask[first_of(rest)] >> first_of(rest) & 1u) == 0) unnamed |= rest & -rest;
    }
    const std::uint32_t absent = named & warp.slot[0] & ~warp.active;
    if (absent == 0 && unnamed == 0) return;
    Finding finding = finding_at(Finding::Kind::absent_mask, warp, warp.active, warp.pc);
    finding.sentence += std::string(is_single(warp.active) ? " calls " : " call ") + what;
    if (absent != 0)
        finding.sentence += " with a mask that also names " + simulated::lanes_text(absent) +
                            (is_single(absent) ? ", which is" : ", which are") +
                            " in another branch and will not come.";
    else finding.sentence += ", but its mask does not name " + simulated::lanes_text(unnamed) + ".";
    around_.findings->add(std::move(finding));
}

void Machine::shuffle(Warp& warp, const Instruction& i, simulated::Step* step) {
    const Access& access = code_.accesses[i.a];
    check_mask(warp, access.compare, "a shuffle");
    const auto* const given = lanes<std::int32_t>(warp, access.index);
    const auto* const widths = access.pointer != no_register ? lanes<std::int32_t>(warp, access.pointer) : nullptr;
    std::array<int, lanes_of_a_warp> source{};
    std::uint32_t lost = 0;
    for (int l = 0; l < lanes_of_a_warp; ++l) {
        const auto lane = static_cast<std::size_t>(l);
        const int width = widths != nullptr && widths[l] > 0 && widths[l] <= 32 ? widths[l] : 32;
        // A width is a power of two but by mistake, and divisions are slow.
        const bool is_power = (width & (width - 1)) == 0;
        const auto group_of = [&](int any) { return is_power ? any & -width : any / width * width; };
        const int first = group_of(l);
        int from = l;
        switch (access.shuffle) {
        case ShuffleKind::from:
            from = first + static_cast<int>(is_power ? static_cast<unsigned>(given[l] & (width - 1))
                                                     : static_cast<unsigned>(given[l]) % static_cast<unsigned>(width));
            break;
        case ShuffleKind::up: from = given[l] >= 0 && l - given[l] >= first && given[l] <= l ? l - given[l] : l; break;
        case ShuffleKind::down:
            from = given[l] >= 0 && given[l] < width && l + given[l] < first + width ? l + given[l] : l;
            break;
        case ShuffleKind::butterfly:
            from = (l ^ given[l]) >= 0 && group_of(l ^ given[l]) == first ? l ^ given[l] : l;
            break;
        }
        if (from > 31) from = l;
        source[lane] = from;
        if (step != nullptr) step->index[lane] = from;
        if ((warp.active >> l & 1u) != 0 && (warp.active >> from & 1u) == 0) {
            lost |= 1u << l;
            source[lane] = l;
        }
    }
    if (lost != 0) {
        Finding finding = finding_at(Finding::Kind::absent_lane, warp, lost, warp.pc);
        finding.sentence += std::string(is_single(lost) ? " takes" : " take") + " a value from ";
        const auto first = first_of(lost);
        finding.sentence +=
            "lane " + std::to_string(step != nullptr ? step->index[first] : static_cast<std::int64_t>(given[first])) +
            (is_single(lost) ? "" : " and others") + ", which does not take part; what it gets is undefined.";
        if (step == nullptr) finding.sentence.clear();
        if (!finding.sentence.empty()) around_.findings->add(std::move(finding));
    }
    const bool is_wide = access.bytes == 8;
    const auto move = [&]<class T>(T) {
        T result[lanes_of_a_warp];
        for (int l = 0; l < lanes_of_a_warp; ++l)
            result[l] = lanes<T>(warp, access.value)[source[static_cast<std::size_t>(l)]];
        for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1)
            lanes<T>(warp, access.result)[first_of(rest)] = result[first_of(rest)];
    };
    if (is_wide) move(std::int64_t{});
    else move(std::int32_t{});
}

void Machine::ballot(Warp& warp, const Instruction& i, simulated::Step* step) {
    check_mask(warp, i.b, "a vote");
    const std::uint32_t votes = warp.active & true_lanes(at(warp, i.c));
    std::uint32_t result = votes;
    if (static_cast<Vote>(i.imm) == Vote::any) result = votes != 0 ? 1 : 0;
    if (static_cast<Vote>(i.imm) == Vote::all) result = votes == warp.active ? 1 : 0;
    for (int l = 0; l < lanes_of_a_warp; ++l) {
        lanes<std::uint32_t>(warp, i.a)[l] = result;
        if (step != nullptr) step->index[static_cast<std::size_t>(l)] = l;
    }
}

void Machine::fail_assertion(Warp& warp, const Instruction& i) {
    const std::uint32_t failing = warp.active & ~true_lanes(at(warp, i.a));
    Finding finding = finding_at(Finding::Kind::failed_assertion, warp, failing, warp.pc);
    finding.sentence += std::string(is_single(failing) ? " finds" : " find") + " that what line " +
                        std::to_string(finding.line) + " asserts does not hold.";
    around_.findings->add(std::move(finding));
}

namespace {

/// One `%` of a format with its number; `format` holds it alone.
std::string printed_number(const std::string& format, const Type* type, const std::byte* lane) {
    char text[128];
    std::string plain; // without the letters that tell the size, which is known better here
    for (const char c : format)
        if (c != 'l' && c != 'h' && c != 'z') plain += c;
    const char kind = plain.back();
    plain.pop_back();
    const bool wants_real = std::string("fFeEgGaA").find(kind) != std::string::npos;
    double real = 0;
    long long whole = 0;
    switch (type->kind) {
    case Kind::float32: real = *reinterpret_cast<const float*>(lane); break;
    case Kind::float64: real = *reinterpret_cast<const double*>(lane); break;
    case Kind::int64:
    case Kind::uint64:
    case Kind::pointer: whole = *reinterpret_cast<const long long*>(lane); break;
    case Kind::uint32: whole = *reinterpret_cast<const std::uint32_t*>(lane); break;
    default: whole = *reinterpret_cast<const std::int32_t*>(lane); break;
    }
    if (kind == 'p') plain += "#llx";
    else if (kind == 'c') plain += 'c';
    else if (wants_real) plain += kind;
    else plain += std::string("ll") + kind;
    if (kind == 'c') std::snprintf(text, sizeof text, plain.c_str(), static_cast<int>(whole));
    else if (wants_real)
        std::snprintf(text, sizeof text, plain.c_str(), type->is_real() ? real : static_cast<double>(whole));
    else std::snprintf(text, sizeof text, plain.c_str(), type->is_real() ? static_cast<long long>(real) : whole);
    return text;
}

} // namespace

void Machine::print(Warp& warp, const Instruction& i) {
    const Print& print = code_.prints[i.a];
    for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1) {
        if (around_.printed.size() >= static_cast<std::size_t>(around_.limits.printed_calls)) {
            around_.unprinted += std::popcount(rest);
            return;
        }
        const auto l = first_of(rest);
        std::string line;
        std::size_t next = 0;
        for (std::size_t c = 0; c < print.format.size(); ++c) {
            if (print.format[c] != '%') {
                line += print.format[c];
                continue;
            }
            std::string one = "%";
            while (++c < print.format.size() &&
                   std::string("+- #0123456789.lhz").find(print.format[c]) != std::string::npos)
                one += print.format[c];
            if (c >= print.format.size()) break;
            if (print.format[c] == '%') {
                line += '%';
                continue;
            }
            one += print.format[c];
            if (next >= print.values.size()) break;
            const auto& [unit, type] = print.values[next++];
            line += printed_number(one, type, at(warp, unit) + l * (type->is_wide() ? 8 : 4));
        }
        line.resize(std::min(line.size(), static_cast<std::size_t>(around_.limits.printed_bytes)));
        around_.printed.push_back(std::move(line));
    }
}

} // namespace warploom::simt
