#include "engine/simt/program_impl.h"

#include "engine/error.h"
#include "engine/parallel_blocks.h"
#include "engine/sentence.h"
#include "engine/simt/bindings.h"
#include "engine/simt/code/schema.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/language/macros.h"
#include "engine/simt/language/namespaces.h"
#include "engine/simt/language/parser.h"
#include "engine/simt/language/size_expression.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>

namespace warploom::simt {

namespace {

constexpr const char* expected_function = "expected";

std::uint64_t hash_of_text(const std::string& text, std::uint64_t hash = 14695981039346656037u) { // FNV-1a
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return hash;
}

/// Parses a carve-out directive such as `reduce 72`. It consists of a kernel and its preferred shared memory carveout
/// in percent of the unified L1 cache.
void read_carve_out(Head& head, const Note& note) {
    std::istringstream words(note.text);
    std::string kernel, rest;
    int per_cent = 0;
    if (!(words >> kernel >> per_cent) || per_cent < 1 || per_cent > 100 || words >> rest)
        throw Refusal(
            note.place, sentence("Invalid `carve-out` line."),
            sentence("Write the name of a kernel and a percentage from 1 to 100, as in `// carve-out: kernel 72`."));
    head.carve_out[kernel] = per_cent;
}

/// Parses a directive about the kernel, such as `title`. Returns false for the directives of scratch arrays.
bool read_head(Head& head, const Note& note) {
    const std::pair<const char*, std::string*> lines[]{{"format", &head.format},
                                                       {"title", &head.title},
                                                       {"summary", &head.summary},
                                                       {"source", &head.source},
                                                       {"plan", &head.plan}};
    for (const auto& [key, text] : lines)
        if (note.key == key) {
            *text = note.text;
            return true;
        }
    if (note.key == "carve-out" || note.key == "bind") {
        note.key == "bind" ? read_bindings(head, note) : read_carve_out(head, note);
        return true;
    }
    if (note.key == "out" || note.key == "inout" || note.key == "problem") {
        head.declares_problem = true;
        return true;
    }
    if (note.key != "early") return false;
    std::istringstream words(note.text);
    for (std::string kernel; words >> kernel;) head.early.push_back(kernel);
    return true;
}

void read_notes(Program& program, const std::vector<Note>& notes) {
    for (const Note& note : notes) {
        if (read_head(program.head, note)) continue;
        ScratchNote scratch;
        scratch.place = note.place;
        const std::size_t name_end = note.text.find_first_of(" \t"), open = note.text.find('['),
                          close = note.text.rfind(']');
        if (name_end == std::string::npos || open == std::string::npos || close == std::string::npos || close < open ||
            open < name_end)
            throw Refusal(
                note.place, sentence("Invalid `scratch` line."),
                sentence("Write the name, type, and number of elements, as in `// scratch: name double[rows]`."));
        scratch.name = note.text.substr(0, name_end);
        TokenList size = tokens_of(note.text.substr(open + 1, close - open - 1), program.effort);
        if (!size.wrong.empty()) throw Refusal(note.place, size.wrong.front().diagnostic.sentence);
        scratch.size = std::move(size.tokens);
        program.scratch.push_back(std::move(scratch));
    }
}

/// Throws if `run` or `prepare` has parameters that cannot be bound to arguments by name.
void require_bound_by_names(const Function& function) {
    if (function.template_parameters.size() > 1 ||
        (!function.template_parameters.empty() && !function.template_parameters[0].is_type))
        throw Refusal(function.place,
                      sentence("`{name}` can have only one template parameter, the floating-point type.",
                               {{"name", function.name}}),
                      sentence("Write `template <typename T>`."));
    if (function.returns.name != "void" || function.returns.pointers > 0)
        throw Refusal(function.place, sentence("`{name}` must return void.", {{"name", function.name}}),
                      sentence("Write `void {name}(...)`.", {{"name", function.name}}));
}

/// Returns `run`. Returns null if C++ code launches the kernels, or if `run` has a syntax error.
const Function* run_of(const Program& program, EntryPoint entry) {
    for (const auto& function : program.tree.functions) {
        if (function->name != "run") continue;
        if (function->where != Function::Where::host)
            throw Refusal(function->place, sentence("`run` must be a host function because it launches the kernels."),
                          sentence("Remove `__global__` or `__device__`."));
        require_bound_by_names(*function);
        return function.get();
    }
    if (entry == EntryPoint::kernels || program.tree.damaged.count("run") != 0) return nullptr;
    throw Refusal(
        {1, 1}, sentence("The function `run`, which launches the kernel, is missing."),
        sentence("Write `template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* "
                 "value, const T* x, T* y, int block) { kernel<<<(rows + block - 1) / block, block>>>(...); }`."));
}

/// Returns the host function `expected`, or null if it has syntax errors. Turns all host functions into device code,
/// because only device code can write to arrays.
const Function* expected_of(Program& program) {
    const Function* expected = nullptr;
    for (const auto& function : program.tree.functions) {
        if (function->where != Function::Where::host) continue;
        function->where = Function::Where::device;
        function->is_everywhere = true;
        if (function->name == expected_function) expected = function.get();
    }
    if (expected != nullptr) require_bound_by_names(*expected);
    if (expected != nullptr || program.tree.damaged.count(expected_function) != 0) return expected;
    throw Refusal({1, 1}, sentence("The host function `expected`, which computes the correct result, is missing."),
                  sentence("Write `template <typename T> void expected(...)` with the declared arrays and numbers as "
                           "parameters. It computes the result serially, in plain loops."));
}

const Function* prepare_of(const Program& program) {
    for (const auto& function : program.tree.functions)
        if (function->name == "prepare" && function->where == Function::Where::host) {
            require_bound_by_names(*function);
            return function.get();
        }
    return nullptr;
}

/// Returns the scope of a host function. If the function is a template, the scope contains the floating-point type as
/// its template argument.
Scope names_in(const Function& function, const Library& library, bool is_double) {
    Scope names;
    for (const auto& parameter : function.template_parameters)
        names[parameter.name] = symbol_of(library.types.of(is_double ? Kind::float64 : Kind::float32));
    return names;
}

bool calls(const Expression& e, const std::string& name) {
    return (e.what == Expression::What::call && e.text == name) ||
           std::any_of(e.children.begin(), e.children.end(), [&](const auto& child) { return calls(*child, name); });
}
bool calls(const Statement& s, const std::string& name) {
    for (const auto& variable : s.variables)
        if (variable.initial != nullptr && calls(*variable.initial, name)) return true;
    for (const Expression* const e : {s.value.get(), s.step.get()})
        if (e != nullptr && calls(*e, name)) return true;
    return std::any_of(s.parts.begin(), s.parts.end(),
                       [&](const auto& part) { return part != nullptr && calls(*part, name); });
}
/// Returns whether a template calls a parameter of its type parameter, which is then a struct and not a number.
bool takes_function(const Function& kernel) {
    return std::any_of(kernel.parameters.begin(), kernel.parameters.end(), [&](const Declaration& p) {
        return p.type.name == kernel.template_parameters[0].name && kernel.body != nullptr &&
               calls(*kernel.body, p.name);
    });
}

/// Checks all kernels, because errors are also reported in kernels that `run` does not launch. Skips templates with
/// several parameters, because their arguments are unknown without a launch.
std::vector<const Instance*> check_kernels(const Program& program, Library& library, bool is_double) {
    std::vector<const Instance*> found;
    for (const auto& function : program.tree.functions) {
        if (function->where != Function::Where::kernel) continue;
        const auto& parameters = function->template_parameters;
        if (parameters.empty() || (parameters.size() == 1 && parameters[0].is_type && !takes_function(*function)))
            found.push_back(&check_kernel(library, *function, names_in(*function, library, is_double)));
    }
    return found;
}

/// Checks all functions in one precision. If `run` is the function `expected`, checks only this function. Code is
/// generated later, provided that neither precision has errors.
void check_half(Program& program, const Function* run, bool is_double, bool is_expected) {
    Program::Half& half = program.halves[is_double ? 1 : 0];
    half.translated = std::make_unique<Library>(program.tree, program.refusals, program.effort);
    Library& library = *half.translated;
    const auto check_host = [&](const Function& function) {
        return &check(library, function, names_in(function, library, is_double), !is_expected);
    };
    if (run != nullptr) half.checked_run = check_host(*run);
    if (is_expected) return;
    if (const Function* const prepare = prepare_of(program)) half.checked_preparation = check_host(*prepare);
    half.checked_kernels = check_kernels(program, library, is_double);
}

void compile(Program& program, Program::Half& half) {
    Library& library = *half.translated;
    if (half.checked_run != nullptr) Compiler(library, *half.checked_run, half.run).run();
    if (half.checked_preparation != nullptr)
        Compiler(library, *half.checked_preparation, half.preparation.emplace()).run();
    for (const Instance* kernel : half.checked_kernels) compile_kernel(library, *kernel);
    apply_bindings(program, half);
}

void translate_into(Program& program, const std::string& text, EntryPoint entry) {
    constexpr std::size_t most_bytes = 1 << 20;
    if (text.size() > most_bytes)
        throw Refusal({1, 1}, sentence("This file is larger than 1 MB."), sentence("Split the file."));
    TokenList list = expand_macros(tokens_of(text, program.effort), program.effort);
    program.inclusions = std::move(list.inclusions);
    for (const Refusal& missing : list.missing_headers) program.missing_headers.push_back(missing.diagnostic);
    for (const Inclusion& included : program.inclusions)
        program.hash = hash_of_text(header(included.header).text, program.hash);
    read_notes(program, list.notes);
    FlatTokens flat = without_namespaces(std::move(list.tokens), list.wrong);
    list.tokens = std::move(flat.tokens);
    program.namespaces = std::move(flat.namespaces);
    program.standard_names = std::move(flat.standard);
    const bool is_expected = entry == EntryPoint::expected;
    ParsedFile file = is_expected ? parse_file(std::move(list.tokens), program.effort, {expected_function})
                                  : parse_file(std::move(list.tokens), program.effort);
    program.tree = std::move(file.tree);
    for (const Refusal& refusal : list.wrong) program.refusals.push_back(refusal.diagnostic);
    // Do not report errors on a line with an invalid token, because the token may be their cause.
    for (const Diagnostic& error : file.errors)
        if (std::none_of(list.wrong.begin(), list.wrong.end(), [&](const Refusal& wrong) {
                return wrong.diagnostic.line == error.line && wrong.diagnostic.header == error.header;
            }))
            program.refusals.push_back(error);
    const Function* const run = is_expected ? expected_of(program) : run_of(program, entry);
    program.is_template = run == nullptr || !run->template_parameters.empty();
    program.head.takes_block =
        run != nullptr && std::any_of(run->parameters.begin(), run->parameters.end(),
                                      [&](const auto& p) { return stands_for_block(program.head, p.name); });
    check_half(program, run, true, is_expected);
    if (program.is_template) check_half(program, run, false, is_expected);
    for (const bool is_double : {true, false})
        if (program.refusals.empty() && (is_double || program.is_template))
            compile(program, program.halves[is_double ? 1 : 0]);
}

/// Moves an error in a shared header to the location of the #include, because users cannot edit the header.
void tell_at_inclusion(const Program& program, Diagnostic& diagnostic) {
    if (diagnostic.header == 0) return;
    SourceLocation at{diagnostic.line, diagnostic.column, diagnostic.header};
    diagnostic.sentence = sentence("On {place}: {message}", {{"place", line_of(at)}, {"message", diagnostic.sentence}});
    for (std::size_t i = program.inclusions.size(); i-- > 0 && at.header != 0;)
        if (program.inclusions[i].header == at.header) at = program.inclusions[i].place;
    diagnostic.line = at.line;
    diagnostic.column = at.column;
    diagnostic.begin_column = diagnostic.end_column = 0;
    diagnostic.header = 0;
}

} // namespace

std::int64_t size_of_scratch(const ScratchNote& note, const std::map<std::string, std::int64_t>& numbers) {
    const auto refuse = [&](const std::string& why) {
        throw Error("kernel.scratch",
                    sentence("Line {line}: Invalid size of scratch array `{name}`. {reason}",
                             {{"line", note.place.line}, {"name", note.name}, {"reason", why}}),
                    sentence("Use integers, the numeric parameters of run, + - * / %, and parentheses."));
    };
    try {
        CompileBudget effort(nullptr);
        return value_of_size(*Parser(note.size, effort).whole(), numbers, refuse);
    } catch (const Refusal& refusal) { refuse(refusal.diagnostic.sentence); }
    return 0; // never reached, because refuse() always throws
}

Translation translate(const std::string& name, const std::string& text, EntryPoint entry) {
    auto program = std::make_shared<Program>(stop_of_launches());
    program->name = name;
    program->text = text;
    program->hash = hash_of_text(text);
    try {
        translate_into(*program, text, entry);
    } catch (const Refusal& refusal) {
        if (!refusal.diagnostic.sentence.empty()) program->refusals.push_back(refusal.diagnostic);
    } catch (const BudgetExceeded& end) { program->refusals.push_back(end.diagnostic); }
    // Most errors in a file without one of its headers are about names that the header declares. The error about a missing
    // function `run` or `expected`, which is at the beginning of the file, has another cause.
    const bool lacks_names = std::any_of(program->refusals.begin(), program->refusals.end(),
                                         [](const Diagnostic& each) { return each.line != 1 || each.column != 1; });
    if (lacks_names && !program->missing_headers.empty()) program->refusals = program->missing_headers;
    Translation result;
    result.steps = program->effort.spent();
    result.refusals = program->refusals;
    for (Diagnostic& diagnostic : result.refusals) tell_at_inclusion(*program, diagnostic);
    const auto key = [](const Diagnostic& d) { return std::tie(d.line, d.column, d.sentence); };
    std::sort(result.refusals.begin(), result.refusals.end(),
              [&](const auto& a, const auto& b) { return key(a) < key(b); });
    // Templates are compiled once per precision. If both precisions have the same message, report it only once.
    const auto same_place = [](const Diagnostic& a, const Diagnostic& b) {
        return a.line == b.line && a.column == b.column;
    };
    result.refusals.erase(std::unique(result.refusals.begin(), result.refusals.end(), same_place),
                          result.refusals.end());
    // Report only the first word of a feature: `goto` but not also its label, and `new` but not also `delete`.
    std::map<std::string, const Diagnostic> features;
    std::erase_if(result.refusals, [&](const Diagnostic& refusal) {
        if (refusal.feature.empty()) return false;
        const Diagnostic& first = features.try_emplace(refusal.feature, refusal).first->second;
        return first.sentence != refusal.sentence || (first.line == refusal.line && first.column != refusal.column);
    });
    if (result.refusals.size() > most_errors) result.refusals.resize(most_errors);
    if (result.refusals.empty()) result.program = std::move(program);
    return result;
}

std::string disassembly_of(const Program& program, bool is_double) {
    std::string text;
    const Program::Half& half = program.half(is_double);
    if (half.translated == nullptr) return text;
    for (const Code& code : half.translated->kernels)
        text += (text.empty() ? "" : "\n") + disassemble(code, program.text);
    return text;
}

std::vector<std::string> violations_of(const Program& program) {
    std::vector<std::string> all;
    const auto add = [&all](const Code& code) {
        for (std::string& each : verify(code)) all.push_back(code.name + ": " + each);
    };
    for (const Program::Half& half : program.halves) {
        if (half.translated == nullptr) continue;
        for (const Code& code : half.translated->kernels) add(code);
        if (!half.run.instructions.empty()) add(half.run);
        if (half.preparation) add(*half.preparation);
    }
    return all;
}

const std::string& name_of(const Program& program) { return program.name; }
std::uint64_t hash_of(const Program& program) { return program.hash; }
const Head& head_of(const Program& program) { return program.head; }

Head head_of_text(const std::string& text) {
    CompileBudget effort(nullptr);
    Head head;
    try {
        const TokenList list = tokens_of(text, effort);
        for (const Note& note : list.notes) read_head(head, note);
        head.takes_block = asks_for_block(list.tokens, head);
    } catch (const Refusal& refusal) {
        throw Error("kernel.refused-text", refusal.diagnostic.sentence, refusal.diagnostic.hint);
    }
    return head;
}

std::vector<std::string> instances_of(const Program& program) {
    std::vector<std::string> names;
    for (const Program::Half& half : program.halves)
        if (half.translated != nullptr)
            for (const Code& code : half.translated->kernels)
                if (std::find(names.begin(), names.end(), code.instance) == names.end()) names.push_back(code.instance);
    return names;
}

std::vector<std::uint32_t> operations_of(const Program& program) {
    std::vector<std::uint32_t> operations;
    const Program::Half& half = program.half(true);
    if (half.translated == nullptr) return operations;
    for (const Code& code : half.translated->kernels)
        for (const Instruction& instruction : code.instructions)
            operations.push_back(static_cast<std::uint32_t>(instruction.op));
    return operations;
}

bool depends_on_order(const Program& program, bool is_double) {
    const Program::Half& half = program.half(is_double);
    return half.translated != nullptr &&
           std::any_of(half.translated->kernels.begin(), half.translated->kernels.end(),
                       [](const Code& code) { return code.has_global_atomics || code.waits; });
}

std::vector<std::string> parameters_of(const Program& program) {
    std::vector<std::string> names;
    const auto add = [&](const Code& code) {
        for (const auto& parameter : code.parameters) {
            const bool is_scratch = std::any_of(program.scratch.begin(), program.scratch.end(),
                                                [&](const ScratchNote& s) { return s.name == parameter.name; });
            const bool is_there = std::find(names.begin(), names.end(), parameter.name) != names.end();
            if (!is_scratch && !is_there) names.push_back(parameter.name);
        }
    };
    const Program::Half& half = program.half(true);
    add(half.run);
    if (half.preparation) add(*half.preparation);
    return names;
}

bool computes_in(const Program& program, bool is_double) {
    if (program.is_template) return true;
    bool has_float = false, has_double = false;
    for (const auto& parameter : program.half(true).run.parameters)
        if (parameter.type->kind == Kind::pointer) {
            has_float = has_float || parameter.type->of->kind == Kind::float32;
            has_double = has_double || parameter.type->of->kind == Kind::float64;
        }
    return is_double ? !has_float : !has_double;
}

std::string variable_of(const Program& program) {
    for (const Declaration& d : program.tree.variables)
        if (!d.is_constant) return d.name;
    return {};
}

std::string why_not_on(const Program& program, const simulated::Card& card) {
    const double capability = std::atof(card.compute_capability.c_str());
    bool has_doubles = false;
    for (const Program::Half& half : program.halves)
        if (half.translated != nullptr)
            for (const Code& code : half.translated->kernels)
                has_doubles = has_doubles || (code.has_doubles && !program.is_template);
    if (has_doubles && capability < 1.3)
        return sentence("The {card} has compute capability {capability}, but double precision requires 1.3 or higher.",
                        {{"card", card.title}, {"capability", card.compute_capability}});
    return {};
}

} // namespace warploom::simt
