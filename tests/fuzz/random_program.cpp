#include "fuzz/random_program.h"

#include "fuzz/differential_data.h"
#include "fuzz/random_statements.h"

#include <array>
#include <cctype>
#include <utility>

namespace warploom::fuzz {

namespace {

constexpr std::array<Number, 8> template_types{Number::int8,   Number::uint8, Number::int16,   Number::int32,
                                               Number::uint32, Number::int64, Number::float32, Number::float64};

void write(std::string& text, const std::vector<Node>& nodes, int indent) {
    const auto line = [&](const std::string& words) {
        if (words.empty()) return;
        if (words[0] != '#') text.append(static_cast<std::size_t>(indent) * 4, ' ');
        text += words + "\n";
    };
    for (const Node& node : nodes) {
        line(node.head);
        write(text, node.parts, indent + 1);
        line(node.tail);
    }
}

std::size_t count(const std::vector<Node>& nodes) {
    std::size_t all = nodes.size();
    for (const Node& node : nodes) all += count(node.parts);
    return all;
}

/// Removes a node. `left`: number of nodes before it.
bool take_out(std::vector<Node>& nodes, std::size_t& left) {
    for (auto node = nodes.begin(); node != nodes.end(); ++node) {
        if (left == 0) {
            nodes.erase(node);
            return true;
        }
        --left;
        if (take_out(node->parts, left)) return true;
    }
    return false;
}

class Writer {
public:
    Writer(std::uint64_t seed, const Parts& parts) : chance_(seed), statements_(chance_, parts) {
        program_.seed = seed;
    }

    RandomProgram program() {
        for (int m = chance_.below(3); m > 0; --m) macro();
        constants();
        for (int r = chance_.below(2) * chance_.from(1, 2); r > 0; --r) record();
        for (int r = chance_.below(3); r > 0; --r) {
            switch (chance_.below(5)) {
            case 0: procedure(); break;
            case 1: record_routine(); break;
            case 2: template_routine(); break;
            default: routine(); break;
            }
        }
        kernel();
        return std::move(program_);
    }

private:
    void macro() {
        const std::string name = statements_.fresh("M");
        struct Form {
            const char* text;
            int parameters;
            bool is_bare;
        };
        constexpr std::array<Form, 9> forms{{{"(a, b) ((a) + (b) * 2)", 2, false},
                                             {"(a, b) ((a) < (b) ? (a) : (b))", 2, false},
                                             {"(a) ((a) & 63)", 1, false},
                                             {"(x) (1 - \\\n    (x))", 1, false},
                                             {"( a, b ) ( ( a ) ^ ( b ) /* and */ )", 2, false},
                                             {"(a) a * 2", 1, true},
                                             {"(a, b) a - b", 2, true},
                                             {"(a, b) b + a * a", 2, true},
                                             {"(a) -a", 1, true}}};
        Macro made{name};
        std::string text;
        if (chance_.one_in(3)) {
            const Expression e = constant(Number::int64, 2);
            text = " (" + e.text + ")";
            made.type = e.type;
        } else {
            const Form& form = chance_.of(forms);
            text = form.text;
            made.parameters = form.parameters;
            made.is_bare = form.is_bare;
        }
        program_.macros.push_back(name);
        program_.parts.push_back({"#define " + name + text});
        statements_.scope().macros.push_back(made);
    }

    Expression constant(Number to, int depth) {
        statements_.expressions().set_constant(true);
        const Expression e = statements_.expressions().fitting(to, depth);
        statements_.expressions().set_constant(false);
        return e;
    }

    void constants() {
        for (int c = chance_.below(2); c > 0; --c) {
            const auto type = static_cast<Number>(chance_.below(numbers));
            const std::string name = statements_.fresh("c");
            program_.parts.push_back(
                {std::string("const ") + name_of(type) + " " + name + " = (" + constant(type, 2).text + ");"});
            constants_.push_back({name, name, type, 0, 0, 0, false});
        }
        statements_.scope().places = constants_;
    }

    void record() {
        auto& records = statements_.records();
        Record made{statements_.fresh("S"), {}};
        Node node{"struct " + made.name + " {", {}, "};"};
        for (int f = chance_.from(1, 4); f > 0; --f) {
            Field field{std::string("f") + std::to_string(f)};
            if (!records.empty() && chance_.one_in(4)) {
                field.record = chance_.below(static_cast<int>(records.size()));
                node.parts.push_back({records[static_cast<std::size_t>(field.record)].name + " " + field.name + ";"});
            } else {
                field.type = static_cast<Number>(chance_.below(numbers));
                if (chance_.one_in(4)) field.count = 4;
                node.parts.push_back(
                    {std::string(name_of(field.type)) + " " + field.name + (field.count > 0 ? "[4];" : ";")});
            }
            made.fields.push_back(field);
        }
        records.push_back(made);
        if (chance_.one_in(2)) node.parts.push_back(method(static_cast<int>(records.size()) - 1));
        program_.parts.push_back(node);
    }

    Node method(int record) {
        auto& scope = statements_.scope();
        Routine made{statements_.fresh("m"), static_cast<Number>(chance_.below(numbers))};
        made.record = record;
        made.is_method = true;
        made.is_const = chance_.one_in(2);
        made.parameters = {{static_cast<Number>(chance_.below(numbers))}};
        const Number type = made.parameters[0].type;
        scope.places.push_back({"by", "by", type, 0, 0, statements_.fresh_bit()});
        const Variables bit = statements_.fresh_bit();
        for (const Field& field : statements_.records()[static_cast<std::size_t>(record)].fields)
            if (field.record >= 0) statements_.add_record(field.name, field.record, bit, !made.is_const);
            else scope.places.push_back({field.name, field.name, field.type, field.count, 0, bit, !made.is_const});
        Node node{std::string("__device__ ") + name_of(made.returns) + " " + made.name + "(" + name_of(type) + " by)" +
                      (made.is_const ? " const {" : " {"),
                  {},
                  "}"};
        auto& expressions = statements_.expressions();
        Expression change;
        if (!made.is_const && expressions.assignment(change, 2)) node.parts.push_back({change.text + ";"});
        node.parts.push_back({"return " + expressions.with(expressions.fitting(made.returns, 2), 1) + ";"});
        scope.places = constants_;
        scope.records.clear();
        scope.routines.push_back(made);
        return node;
    }

    std::string parameters(Routine& made, bool may_change) {
        std::string text;
        for (int p = chance_.from(1, 3); p > 0; --p) {
            Parameter parameter;
            parameter.type = static_cast<Number>(chance_.below(numbers));
            const std::string name = statements_.fresh("v");
            const int kind = chance_.below(5);
            std::string type = name_of(parameter.type);
            Place place{name, name, parameter.type, 0, 0, statements_.fresh_bit()};
            if (kind == 0 && may_change) {
                parameter.how = Parameter::How::reference;
                type += "&";
                place.bit = references_; // references may alias each other
            } else if (kind == 1) {
                parameter.how = Parameter::How::array;
                type = "const " + type + "*";
                place.count = 8;
                place.may_change = false;
                place.bit = references_;
            }
            text += (text.empty() ? "" : ", ") + type + " " + name;
            made.parameters.push_back(parameter);
            statements_.scope().places.push_back(place);
        }
        return text;
    }

    void routine() {
        auto& scope = statements_.scope();
        Routine made{statements_.fresh("r"), static_cast<Number>(chance_.below(numbers))};
        std::string head = std::string("__device__ ") + name_of(made.returns) + " " + made.name + "(";
        head += parameters(made, true) + ") {";
        Around around{Around::In::routine, made.returns, 1};
        Node node{head, {}, "}"};
        const bool is_short = chance_.one_in(3);
        if (!is_short)
            for (int s = chance_.from(1, 2); s > 0; --s) statements_.statement(node.parts, around);
        auto& expressions = statements_.expressions();
        node.parts.push_back({"return " + expressions.with(expressions.fitting(made.returns, 3), 1) + ";"});
        program_.parts.push_back(node);
        scope.places = constants_;
        scope.records.clear();
        scope.routines.push_back(made);
    }

    void procedure() {
        auto& scope = statements_.scope();
        Routine made{statements_.fresh("r")};
        made.returns_nothing = true;
        Node node{"__device__ void " + made.name + "(" + parameters(made, true) + ") {", {}, "}"};
        for (int s = chance_.from(1, 3); s > 0; --s)
            statements_.statement(node.parts, {Around::In::procedure, Number::int32, 1});
        program_.parts.push_back(node);
        scope.places = constants_;
        scope.records.clear();
        scope.routines.push_back(made);
    }

    /// Generates a function that modifies a struct and returns it. A call stands for one of its fields.
    void record_routine() {
        auto& records = statements_.records();
        if (records.empty()) return routine();
        auto& scope = statements_.scope();
        const int record = chance_.below(static_cast<int>(records.size()));
        Routine made{statements_.fresh("r")};
        made.record = record;
        made.parameters = {{Number::int32, Parameter::How::record}, {chance_.of(template_types)}};
        const std::string type = records[static_cast<std::size_t>(record)].name;
        Node node{"__device__ " + type + " " + made.name + "(" + type + " p, " + name_of(made.parameters[1].type) +
                      " by) {",
                  {},
                  "}"};
        scope.places.push_back({"by", "by", made.parameters[1].type, 0, 0, statements_.fresh_bit()});
        statements_.add_record("p", record, statements_.fresh_bit(), true);
        for (int s = chance_.from(1, 3); s > 0; --s)
            statements_.statement(node.parts, {Around::In::record_routine, Number::int32, 1});
        node.parts.push_back({"return p;"});
        program_.parts.push_back(node);
        scope.places = constants_;
        scope.records.clear();
        for (const Field& field : records[static_cast<std::size_t>(record)].fields)
            if (field.record < 0 && field.count == 0) {
                made.field = "." + field.name;
                made.returns = field.type;
                scope.routines.push_back(made);
            }
    }

    /// Generates a template that uses only operations that all number types support.
    void template_routine() {
        constexpr std::array<const char*, 9> lines{"a = a + b;",
                                                   "b *= a;",
                                                   "a -= b;",
                                                   "if (a < b) a = b - (T)3;",
                                                   "b = a > (T)2 ? a : b;",
                                                   "T c = a; a = b; b = c;",
                                                   "a += (T)N;",
                                                   "a -= a / (T)3;",
                                                   "for (int n = 0; n < N; ++n) a = a * b + (T)1;"};
        constexpr std::array<const char*, 4> results{"a", "a + b", "a < b ? a : b", "(T)(a * b)"};
        Routine made{statements_.fresh("r")};
        made.wants_exact = true;
        Node node{std::string("template <typename T, int N") + (chance_.one_in(2) ? " = 2" : "") + "> __device__ T " +
                      made.name + "(T a, T b) {",
                  {},
                  "}"};
        const bool has_standard = node.head.find(" = 2") != std::string::npos;
        for (int l = chance_.from(1, 3); l > 0; --l) {
            const char* const line = chance_.of(lines);
            if (line[0] == 'T') node.parts.push_back({std::string("{ ") + line + " }"});
            else node.parts.push_back({line});
        }
        node.parts.push_back({std::string("return ") + chance_.of(results) + ";"});
        program_.parts.push_back(node);
        for (int use = 0; use < 3; ++use) {
            made.returns = chance_.of(template_types);
            made.parameters = {{made.returns}, {made.returns}};
            made.after = has_standard && chance_.one_in(2) ? ""
                                                           : std::string("<") + name_of(made.returns) + ", " +
                                                                 std::to_string(chance_.from(1, 4)) + ">";
            statements_.scope().routines.push_back(made);
        }
    }

    void kernel() {
        auto& scope = statements_.scope();
        auto& places = scope.places;
        Node node{
            "__global__ void k(const int* in, const double* real_in, long long* out, double* real_out) {", {}, "}"};
        auto& body = node.parts;
        body.push_back({chance_.one_in(2) ? "const int lane = threadIdx.x;"
                                          : "const int lane = blockIdx.x * blockDim.x + threadIdx.x;"});
        places.push_back({"lane", "lane", Number::int32, 0, 0, 0, false});
        places.push_back({"in", "in", Number::int32, 256, 0, 0, false});
        places.push_back({"real_in", "real_in", Number::float64, 128, 0, 0, false});
        places.push_back({"threadIdx.x", "threadIdx", Number::uint32, 0, 0, 0, false});
        const auto input = [&](Number type, const char* array, int columns) {
            const std::string name = statements_.fresh("v");
            body.push_back({std::string(name_of(type)) + " " + name + " = " + array + "[lane + " +
                            std::to_string(32 * chance_.below(columns)) + "];"});
            places.push_back({name, name, type, 0, 0, statements_.fresh_bit()});
        };
        for (int v = chance_.from(1, 3); v > 0; --v)
            input(static_cast<Number>(chance_.below(static_cast<int>(Number::float32))), "in", whole_inputs);
        for (int v = chance_.from(0, 1); v > 0; --v)
            input(chance_.one_in(2) ? Number::float32 : Number::float64, "real_in", real_inputs);
        // Elements that only this lane accesses.
        const Variables in_memory = statements_.fresh_bit();
        places.push_back({"out[lane]", "out", Number::int64, 0, 0, in_memory});
        places.push_back({"out[lane + 32]", "out", Number::int64, 0, 0, in_memory});
        places.push_back({"real_out[lane]", "real_out", Number::float64, 0, 0, in_memory});
        if (chance_.one_in(3)) {
            const auto type = static_cast<Number>(chance_.below(numbers));
            const std::string name = statements_.fresh("s");
            body.push_back(
                {std::string("__shared__ ") + name_of(type) + " " + name + "[32]; " + name + "[lane] = lane;"});
            places.push_back({name + "[lane]", name, type, 0, 0, statements_.fresh_bit()});
        }
        for (int v = chance_.from(1, 3); v > 0; --v) statements_.declare(body, 2);
        for (int s = chance_.from(2, 5); s > 0; --s) statements_.statement(body, {});
        results(body);
        program_.parts.push_back(node);
    }

    void results(std::vector<Node>& body) {
        int whole = 4, real = 1; // the preceding ones are written by statements
        for (const Place& place : statements_.scope().places) {
            if (place.name[0] != 'v' && place.name[0] != 's') continue;
            const bool is_of_real = is_real(place.type);
            if (is_of_real ? real == real_results : whole == whole_results) continue;
            const std::string to = is_of_real ? "real_out[lane + " + std::to_string(32 * real++) + "]"
                                              : "out[lane + " + std::to_string(32 * whole++) + "]";
            if (place.count == 0) {
                body.push_back({to + " = " + place.text + ";"});
                continue;
            }
            const std::string element = place.text + (place.inner > 0 ? "[i / 2][i % 2]" : "[i]");
            const int elements = place.count * (place.inner > 0 ? place.inner : 1);
            body.push_back({"for (int i = 0; i < " + std::to_string(elements) + "; ++i) " + to + " = " + to +
                            (is_of_real ? " * 0.5 + " : " * 31 + ") + element + ";"});
        }
    }

    Chance chance_;
    Statements statements_;
    RandomProgram program_;
    std::vector<Place> constants_;
    const Variables references_ = Variables{1} << 63;
};

} // namespace

std::string RandomProgram::text() const {
    std::string text;
    write(text, parts, 0);
    return text;
}

namespace {

Node& node_at(std::vector<Node>& nodes, std::size_t& left) {
    static Node none;
    for (Node& node : nodes) {
        if (left == 0) return node;
        --left;
        if (Node& found = node_at(node.parts, left); &found != &none) return found;
    }
    return none;
}

/// Returns the position after the bracket that matches the one at `open`.
std::size_t behind_bracket(const std::string& line, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < line.size(); ++at) {
        if (std::string("([{").find(line[at]) != std::string::npos) ++depth;
        if (std::string(")]}").find(line[at]) != std::string::npos && --depth == 0) return at + 1;
    }
    return std::string::npos;
}

/// Returns the start of an operand, which is delimited by blanks, brackets or commas.
std::size_t begin_of_operand(const std::string& line, std::size_t at) {
    int depth = 0;
    for (; at > 0; --at) {
        const char c = line[at - 1];
        if (c == ')' || c == ']' || c == '}') ++depth;
        if ((c == '(' || c == '[' || c == '{') && --depth < 0) break;
        if (c == ' ' && depth == 0) break;
    }
    return at;
}
std::size_t end_of_operand(const std::string& line, std::size_t at) {
    int depth = 0;
    for (; at < line.size(); ++at) {
        const char c = line[at];
        if (c == '(' || c == '[' || c == '{') ++depth;
        if ((c == ')' || c == ']' || c == '}') && --depth < 0) break;
        if ((c == ' ' || c == ',' || c == ';') && depth == 0) break;
    }
    return at;
}

/// Returns whether lanes write only their own elements.
bool is_of_own_lane(const std::string& line) {
    for (std::size_t at = line.find('['); at != std::string::npos; at = line.find('[', at + 1)) {
        const bool is_shared = line.find("__shared__") != std::string::npos;
        const bool is_out = at >= 3 && line.compare(at - 3, 3, "out") == 0;
        if ((is_out || is_shared) && line.compare(at, 5, "[lane") != 0 && line.compare(at, 4, "[32]") != 0)
            return false;
        std::size_t name = at;
        while (name > 0 && std::isdigit(static_cast<unsigned char>(line[name - 1])) != 0) --name;
        if (name > 0 && name < at && line[name - 1] == 's' && line.compare(at, 5, "[lane") != 0 && !is_shared)
            return false;
    }
    return true;
}

} // namespace

std::vector<RandomProgram> RandomProgram::with_less(std::size_t number) const {
    std::vector<RandomProgram> all;
    std::size_t left = number;
    RandomProgram copy = *this;
    const std::string line = node_at(copy.parts, left).head;
    if (line.find("int lane =") != std::string::npos) return {};
    const auto add = [&](std::size_t from, std::size_t to, const std::string& text) {
        RandomProgram less = *this;
        std::size_t at = number;
        std::string& changed = node_at(less.parts, at).head;
        changed = line.substr(0, from) + text + line.substr(to);
        if (is_of_own_lane(changed)) all.push_back(std::move(less));
    };
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '(' || line[at] == '[' || line[at] == '{') {
            const std::size_t end = behind_bracket(line, at);
            if (end == std::string::npos) continue;
            const bool is_short = end - at <= 3;
            if (!is_short) add(at + 1, end - 1, line[at] == '{' ? "" : "1");
            if (line[at] == '(') add(begin_of_operand(line, at), end, "1");
            if (line[at] == '(') add(begin_of_operand(line, at), end, line.substr(at, end - at));
            if (line[at] == '(' && at + 1 < end - 1) add(at, end, line.substr(at + 1, end - at - 2));
        }
        if (line[at] != ' ') continue;
        const std::size_t next = line.find(' ', at + 1);
        if (line[at - (at > 0)] == ',' || next == std::string::npos || next - at > 4) {
            if (at > 0 && line[at - 1] == ',') add(at - 1, end_of_operand(line, at + 1), "");
            continue;
        }
        if (line[next - 1] == '=' && next - at < 4) continue; // a variable without initializer would be indeterminate
        add(at, end_of_operand(line, next + 1), "");
        add(begin_of_operand(line, at), next + 1, "");
    }
    return all;
}

std::size_t RandomProgram::size() const { return count(parts); }

RandomProgram RandomProgram::without(std::size_t node) const {
    RandomProgram less = *this;
    take_out(less.parts, node);
    return less;
}

RandomProgram random_program(std::uint64_t seed, const Parts& parts) { return Writer(seed, parts).program(); }

} // namespace warploom::fuzz
