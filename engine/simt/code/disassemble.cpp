#include "engine/portable.h"
#include "engine/simt/code/schema.h"
#include "engine/simt/language/headers.h"

#include <cstdio>
#include <map>
#include <set>

namespace warploom::simt {

namespace {

constexpr std::array<const char*, 13> known_names{"",          "%tid.x",    "%tid.y",   "%tid.z",  "%ctaid.x",
                                                  "%ctaid.y",  "%ctaid.z",  "%ntid.x",  "%ntid.y", "%ntid.z",
                                                  "%nctaid.x", "%nctaid.y", "%nctaid.z"};
constexpr std::array<const char*, 26> function_names{
    "sqrt", "rsqrt", "exp",  "log",  "floor", "ceil", "sin",  "cos",  "trunc", "round", "exp2",  "log2", "tanh",
    "rint", "tan",   "asin", "acos", "atan",  "sinh", "cosh", "cbrt", "log10", "log1p", "expm1", "erf",  "erfc"};
constexpr std::array<const char*, 12> vote_names{"",    "count", "all",      "any", "ballot", "match",
                                                 "add", "least", "greatest", "and", "or",     "xor"};
constexpr std::array<const char*, 10> atomic_names{"add", "sub", "min", "max", "exch",
                                                   "cas", "inc", "and", "or",  "xor"};
constexpr std::array<const char*, 4> shuffle_names{"idx", "up", "down", "bfly"};
constexpr std::array<const char*, 13> kind_names{"void", "bool", "s8",  "u8",  "s16", "u16", "s32",
                                                 "u32",  "s64",  "u64", "f32", "f64", "ptr"};

template <class Names, class Enum> std::string name_in(const Names& names, Enum value) {
    const auto at = static_cast<std::size_t>(value);
    return at < names.size() ? names[at] : std::to_string(at);
}

bool is_tracking(Op op) { return op >= Op::unset && op <= Op::unset_decide; }

class Listing {
public:
    Listing(const Code& code, const std::string& source) : code_(code), source_(lines_of(source)) {
        for (const Known& known : code.known) known_[known.unit] = &known;
        for (const ParameterCode& parameter : code.parameters) parameters_[parameter.unit] = parameter.name;
        for (const SharedArray& shared : code.shared) shared_[shared.pointer] = shared.name;
        for (const Instruction& i : code.instructions)
            if (jumps(i.op)) targets_.insert(i.imm);
    }

    std::string text() {
        std::string text = code_.instance.empty() ? code_.name : code_.instance;
        text += ": " + std::to_string(code_.units) + " registers of 4 bytes, " + std::to_string(code_.mask_slots) +
                " lane masks\n";
        for (std::size_t pc = 0; pc < code_.instructions.size(); ++pc) {
            const Instruction& i = code_.instructions[pc];
            if (is_tracking(i.op)) continue;
            add_source(code_.places[code_.where[pc]].place, text);
            if (targets_.count(static_cast<std::int64_t>(pc)) != 0) text += "L" + std::to_string(pc) + ":\n";
            char number_of_line[24];
            std::snprintf(number_of_line, sizeof number_of_line, "%6zu  ", pc);
            text += number_of_line + instruction(i) + "\n";
        }
        return text;
    }

private:
    static std::vector<std::string> lines_of(const std::string& source) {
        std::vector<std::string> lines;
        for (std::size_t at = 0; at <= source.size();) {
            const std::size_t end = std::min(source.find('\n', at), source.size());
            lines.push_back(source.substr(at, end - at));
            at = end + 1;
        }
        return lines;
    }

    void add_source(SourceLocation place, std::string& text) {
        if (place.line == last_.line && place.header == last_.header) return;
        last_ = place;
        std::string line;
        if (place.header == 0 && place.line >= 1 && static_cast<std::size_t>(place.line) <= source_.size()) {
            line = source_[static_cast<std::size_t>(place.line) - 1];
        } else if (place.header != 0) {
            const std::vector<std::string> lines = lines_of(header(place.header).text);
            if (static_cast<std::size_t>(place.line) <= lines.size())
                line = lines[static_cast<std::size_t>(place.line) - 1];
        }
        const std::size_t begin = line.find_first_not_of(" \t");
        text += "; " + line_of(place) + ": " + (begin == std::string::npos ? line : line.substr(begin)) + "\n";
    }

    std::string reg(std::uint32_t unit, bool is_wide_register, bool is_real = false) const {
        if (unit == no_register) return "-";
        if (const auto known = known_.find(unit); known != known_.end()) return constant(*known->second, is_real);
        if (const auto name = parameters_.find(unit); name != parameters_.end()) return name->second;
        if (const auto name = shared_.find(unit); name != shared_.end()) return name->second;
        return (is_wide_register ? "d" : "r") + std::to_string(unit);
    }

    static std::string constant(const Known& known, bool is_real) {
        if (known.what == Known::What::shared_pointer) return "shared" + std::to_string(known.bits);
        if (known.what == Known::What::variable_pointer) return "variable" + std::to_string(known.bits);
        if (known.what != Known::What::constant) return name_in(known_names, known.what);
        char text[40];
        if (is_real && known.is_wide) std::snprintf(text, sizeof text, "%g", portable::bit_cast<double>(known.bits));
        else if (is_real)
            std::snprintf(text, sizeof text, "%g",
                          static_cast<double>(portable::bit_cast<float>(static_cast<std::uint32_t>(known.bits))));
        else if (known.is_wide) std::snprintf(text, sizeof text, "%lld", static_cast<long long>(known.bits));
        else std::snprintf(text, sizeof text, "%d", static_cast<int>(static_cast<std::uint32_t>(known.bits)));
        return text;
    }

    std::string access_text(Op op, const MemoryAccess& a) const {
        if (op == Op::shuffle)
            return "shfl." + name_in(shuffle_names, a.shuffle) + " " + reg(a.result, a.bytes == 8) + ", " +
                   reg(a.value, a.bytes == 8) + ", " + reg(a.index, false) + ", mask " + reg(a.compare, false);
        std::string name = op == Op::atomic  ? "atom." + name_in(atomic_names, a.atomic) + "."
                           : op == Op::load  ? (a.is_read_only  ? "ld.nc."
                                                : a.is_volatile ? "ld.volatile."
                                                                : "ld.")
                           : op == Op::store ? (a.is_async      ? "st.async."
                                                : a.is_volatile ? "st.volatile."
                                                                : "st.")
                                             : std::string("lea.");
        if (a.numbers > 1) name += "v" + std::to_string(a.numbers) + ".";
        name += name_in(kind_names, a.kind);
        std::string address = "[" + reg(a.pointer, true);
        if (a.index != no_register) address += " + " + reg(a.index, a.is_wide_index) + " * " + std::to_string(a.scale);
        if (a.offset != 0) address += " + " + std::to_string(a.offset);
        address += "]";
        const bool wide = is_wide(a.kind), is_real = is_floating(a.kind);
        if (op == Op::load) return name + " " + reg(a.value, wide) + ", " + address;
        if (op == Op::store) return name + " " + address + ", " + reg(a.value, wide, is_real);
        std::string text = name + " ";
        if (a.result != no_register) text += reg(a.result, wide) + ", ";
        text += address + ", " + reg(a.value, wide, is_real);
        if (a.compare != no_register) text += ", " + reg(a.compare, wide, is_real);
        return text;
    }

    std::string operand(Operand kind_of_operand, std::int64_t value, bool is_real) const {
        const auto unit = static_cast<std::uint32_t>(value);
        switch (kind_of_operand) {
        case Operand::slot: return "m" + std::to_string(value);
        case Operand::slots_end: return "m" + std::to_string(value - 1);
        case Operand::label: return "L" + std::to_string(value);
        case Operand::local: return code_.locals[static_cast<std::size_t>(value)].name;
        case Operand::launch: return "kernel " + std::to_string(code_.launches[static_cast<std::size_t>(value)].kernel);
        case Operand::kind: return name_in(kind_names, value);
        case Operand::function: return name_in(function_names, value);
        case Operand::vote: return name_in(vote_names, value);
        case Operand::guard:
        case Operand::loop: return {};
        default: break;
        }
        if (is_register(kind_of_operand)) return reg(unit, is_wide(kind_of_operand), is_real);
        return std::to_string(value);
    }

    std::string instruction(const Instruction& i) const {
        const Schema schema = schema_of(i.op);
        if (schema.a == Operand::access) return access_text(i.op, code_.accesses[i.a]);
        if (i.op == Op::address) {
            const std::string text = access_text(i.op, code_.accesses[i.b]);
            const std::size_t open = text.find('['), close = text.find(']');
            return "lea " + reg(i.a, true) + ", " + text.substr(open, close - open + 1);
        }
        const int number_of_op = static_cast<int>(i.op);
        const bool is_arithmetic = number_of_op < families * classes;
        const bool is_real = is_arithmetic && number_of_op % classes >= static_cast<int>(Class::f32);
        std::string list;
        const auto add = [&](Operand kind_of_operand, std::int64_t value) {
            if (kind_of_operand == Operand::none) return;
            const std::string text = operand(kind_of_operand, value, is_real);
            if (!text.empty()) list += (list.empty() ? " " : ", ") + text;
        };
        add(schema.a, i.a);
        add(schema.b, i.b);
        add(schema.c, i.c);
        if (schema.imm != Operand::number) add(schema.imm, i.imm);
        return mnemonic(i.op) + list;
    }

    const Code& code_;
    std::vector<std::string> source_;
    std::map<std::uint32_t, const Known*> known_;
    std::map<std::uint32_t, std::string> parameters_, shared_;
    std::set<std::int64_t> targets_;
    SourceLocation last_{0, 0, -1};
};

} // namespace

std::string disassemble(const Code& code, const std::string& source) { return Listing(code, source).text(); }

} // namespace warploom::simt
