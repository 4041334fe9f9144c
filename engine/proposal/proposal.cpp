#include "engine/proposal/proposal.h"

#include "engine/declared/directives.h"
#include "engine/error.h"
#include "engine/proposal/computations.h"
#include "engine/proposal/entry_function.h"
#include "engine/proposal/sparse_product.h"
#include "engine/proposal/words.h"
#include "engine/sentence.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace warploom::proposal {

namespace {

using declared::declares_problem;

/// The numbers of which each element of an array consists.
struct Numbers {
    std::string type;
    int count = 1;
};

/// Returns the numbers of a type that directives cannot name, such as `float4` or a struct with fields of the same type.
/// Returns std::nullopt if there is no such number type.
std::optional<Numbers> numbers_of(const std::string& type, const simt::TranslationUnit& tree) {
    for (const char* const known : {"int", "unsigned", "long long", "unsigned char", "float", "double"})
        if (type == known) return Numbers{type};
    if (type == "unsigned long long") return Numbers{"long long"};
    if (type == "char") return Numbers{"unsigned char"};
    const int count = type.empty() ? 0 : type.back() - '0';
    const std::string stem = count >= 2 && count <= 4 ? type.substr(0, type.size() - 1) : std::string();
    for (const auto& [short_name, number] :
         {std::pair("int", "int"), std::pair("uint", "unsigned"), std::pair("float", "float"),
          std::pair("double", "double"), std::pair("uchar", "unsigned char"), std::pair("longlong", "long long")})
        if (stem == short_name) return Numbers{number, count};
    for (const auto& alias : tree.aliases)
        if (alias.name == type && alias.type.pointers == 0 && alias.type.name != type)
            return numbers_of(alias.type.name, tree);
    for (const auto& record : tree.records) {
        if (record.name != type || record.fields.empty() || !record.template_parameters.empty()) continue;
        Numbers all{record.fields[0].type.name, static_cast<int>(record.fields.size())};
        const auto is_same = [&](const simt::Declaration& field) {
            return field.type.name == all.type && field.type.pointers == 0 && field.extents.empty();
        };
        const auto each = numbers_of(all.type, tree);
        if (each && each->type == all.type && std::all_of(record.fields.begin(), record.fields.end(), is_same))
            return all;
    }
    return std::nullopt;
}

/// Returns the element type of an array as written in a directive.
Numbers element_type(const ParameterUse& array, const std::string& type_parameter, const simt::TranslationUnit& tree) {
    if (!type_parameter.empty() && array.type == type_parameter) return {"T"};
    if (const auto numbers = numbers_of(array.type, tree)) return *numbers;
    throw Error(
        "proposal.none",
        sentence("The elements of `{name}` are of type `{type}`.", {{"name", array.name}, {"type", array.type}}),
        sentence("Arrays of a declared problem have elements of type int, unsigned, long long, unsigned char, "
                 "float, double, or T."));
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

/// Returns whether a line can be removed, that is, whether it is blank or includes a header for host code.
bool is_unneeded(const std::string& line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos) return true;
    const std::string words = line.substr(first);
    if (words.starts_with("using namespace std")) return true;
    return words.starts_with("#include <") && words.find("cooperative_groups") == std::string::npos;
}

class Proposer {
public:
    explicit Proposer(const std::string& text)
        : text_(text), source_(parse(text)), entry_(find_entry(source_)), use_(entry_.use) {}

    Proposal make() {
        if (use_.has_number_parameters && (!entry_.launch || entry_.launch->template_arguments.empty()))
            refuse(sentence("The template arguments of `{name}` are unknown.", {{"name", use_.name}}),
                   sentence("Write a function `run` that launches the kernel."));
        if (!entry_.is_kernel)
            guess(sentence("`{name}` launches the kernels, so `run` calls it.", {{"name", use_.name}}));
        else if (entry_.kernels > 1)
            guess(sentence("`{name}` is the first kernel that is launched, or the first one in the file.",
                           {{"name", use_.name}}));
        if (const auto product = find_sparse_product(use_)) make_product(*product);
        else make_declared();
        put_together();
        return std::move(proposal_);
    }

private:
    [[noreturn]] static void refuse(const std::string& why, const std::string& hint) {
        throw Error("proposal.none", why, hint);
    }
    void guess(const std::string& text) {
        auto& all = proposal_.guesses;
        if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(text);
    }

    // Sparse products.

    void make_product(const SparseProduct& product) {
        guess(sentence("`{name}` computes y = A x. A is stored in the format {format}.",
                       {{"name", use_.name}, {"format", product.format}}));
        for (const std::string& each : product.guesses) guess(each);
        std::vector<std::string> parameters, arguments;
        std::set<std::string> given;
        for (const ParameterUse& each : use_.parameters) {
            const std::string& name = product.names.at(each.name);
            arguments.push_back(argument(each, name));
            if (given.insert(name).second) parameters.push_back(parameter(each, name));
        }
        if (product.format == "csr" && given.count("rows") == 0) { parameters.insert(parameters.begin(), "int rows"); }
        std::vector<std::pair<std::string, std::string>> names(product.names.begin(), product.names.end());
        if (product.format == "coo" && given.insert("rows").second) parameters.insert(parameters.begin(), "int rows");
        add_run(parameters, arguments, names, product.format == "csr" ? "rows" : "nonzeros", "rows");
    }

    // Declared problems.

    void make_declared() {
        std::set<std::string> sizes;
        for (ParameterUse& each : use_.parameters) {
            if (!each.is_pointer) continue;
            if (each.is_used() && each.sizes.empty()) set_size(each);
            for (const std::string& size : each.sizes) add_names(size, sizes);
        }
        if (std::none_of(use_.parameters.begin(), use_.parameters.end(),
                         [](const ParameterUse& each) { return each.is_pointer && each.is_written; }))
            refuse(sentence("`{name}` writes none of its arrays.", {{"name", use_.name}}),
                   sentence("Declare the results with a line `// out: y float[n]`."));
        for (const ParameterUse& each : use_.parameters)
            if (each.is_pointer && each.is_used()) declare_array(each);
        const bool has_matrices = std::any_of(use_.parameters.begin(), use_.parameters.end(), [](const auto& each) {
            return each.sizes.size() == 2 && !is_whole_number(each.sizes[1]);
        });
        for (const ParameterUse& each : use_.parameters)
            if (each.is_number()) declare_number(each, sizes, has_matrices);
        std::vector<std::string> parameters, arguments;
        for (const ParameterUse& each : use_.parameters) {
            // The parameter may be unused: for example, a parameter of `solve` that is not passed to any kernel.
            if (each.is_pointer && !each.is_used()) {
                arguments.push_back("nullptr");
                continue;
            }
            parameters.push_back(parameter(each, each.name));
            arguments.push_back(argument(each, each.name));
        }
        add_expected(parameters);
        add_run(parameters, arguments, {}, use_.items[0], count_of_out());
    }

    /// Returns whether an array must be set to 0 before the kernel runs, that is, whether the kernel adds to it with
    /// atomics or the host code sets it to 0.
    bool is_cleared(const ParameterUse& array) const {
        return array.is_atomic || (entry_.launch && entry_.launch->cleared.count(array.name) != 0);
    }

    void add_names(const std::string& size, std::set<std::string>& names) const {
        for (const ParameterUse& each : use_.parameters)
            if (each.is_number() && with_words(size, {{each.name, std::string()}}) != size) names.insert(each.name);
    }

    /// Guesses the size of an array if no bound on its index is known.
    void set_size(ParameterUse& array) {
        std::vector<std::string> numbers;
        for (const ParameterUse& each : use_.parameters)
            if (each.is_number() && !each.is_real()) numbers.push_back(each.name);
        if (array.is_sized_by_grid) {
            if (const std::string blocks = number_of_blocks(); !blocks.empty()) {
                array.sizes = {blocks};
                guess(sentence("`{name}` has one element per block.", {{"name", array.name}}));
                return;
            }
            refuse(sentence("The size of `{name}` depends on the number of blocks.", {{"name", array.name}}),
                   sentence("Write a function `run` that launches the kernel, and declare the size of `{name}` with a "
                            "line such as `// out: {name} float[n]`.",
                            {{"name", array.name}}));
        }
        if (numbers.size() != 1)
            refuse(sentence("The size of `{name}` cannot be inferred from its indices.", {{"name", array.name}}),
                   sentence("Declare it with a line such as `// in: {name} float[n]`. See \"Declaring your own "
                            "problem\" in the documentation.",
                            {{"name", array.name}}));
        array.sizes = numbers;
        guess(sentence("`{name}` has {size} elements, because `{size}` is the only integer.",
                       {{"name", array.name}, {"size", numbers.front()}}));
    }

    /// Returns the number of blocks of the launch, if it consists of integers and of parameters of the kernel. Otherwise,
    /// returns an empty string.
    std::string number_of_blocks() {
        if (!entry_.is_kernel) return {};
        const std::string block = block_text();
        if (block == "block" || block.find("dim3") != std::string::npos) return {};
        std::string grid = grid_text(block, {}, use_.items[0]);
        std::string rest = grid;
        for (const ParameterUse& each : use_.parameters)
            if (each.is_number() && !each.is_real()) rest = with_words(rest, {{each.name, std::string()}});
        return rest.find_first_not_of("0123456789 ()+-*/%") == std::string::npos ? grid : std::string();
    }

    void declare_array(const ParameterUse& array) {
        const bool is_result = array.is_written;
        const bool is_input = !is_result || (array.is_read && !is_cleared(array));
        std::string line = is_result ? is_input ? "// inout: " : "// out: " : "// in: ";
        const Numbers numbers = element_type(array, use_.type_parameter, source_.tree);
        line += array.name + " " + numbers.type;
        for (std::size_t d = 0; d < array.sizes.size(); ++d) {
            const bool is_scaled = numbers.count > 1 && d + 1 == array.sizes.size();
            const std::string& size = array.sizes[d];
            line += "[" + (is_scaled ? std::to_string(numbers.count) + " * (" + size + ")" : size) + "]";
        }
        if (numbers.count > 1)
            guess(sentence("Each element of `{name}` consists of {n} numbers of type {type}.",
                           {{"name", array.name}, {"n", numbers.count}, {"type", numbers.type}}));
        add_directive(line);
        if (is_result && !is_input)
            guess(array.is_read
                      ? sentence("`{name}` is a result, because it is set to 0 before.", {{"name", array.name}})
                      : sentence("`{name}` is a result, because it is only written.", {{"name", array.name}}));
        else if (is_result)
            guess(
                sentence("`{name}` is an input and a result, because it is read and written.", {{"name", array.name}}));
        else guess(sentence("`{name}` is an input, because it is only read.", {{"name", array.name}}));
    }

    void declare_number(const ParameterUse& number, const std::set<std::string>& sizes, bool has_matrices) {
        if (!number.is_read && sizes.count(number.name) == 0) {
            bool is_passed = false;
            for (const auto& item : use_.items) is_passed = is_passed || item.find(number.name) != std::string::npos;
            if (!is_passed && entry_.is_kernel) guess(sentence("`{name}` is not used.", {{"name", number.name}}));
        }
        if (sizes.count(number.name) != 0) {
            add_directive("// " + number.name + (has_matrices ? ": 1 .. 2000" : ": 1 .. 1000000"));
            guess(sentence("`{name}` is a size, because it limits an index.", {{"name", number.name}}));
        } else {
            add_directive("// " + number.name + (number.is_real() ? ": -3 .. 3" : ": 1 .. 100"));
        }
    }

    std::string count_of_out() const {
        for (const ParameterUse& each : use_.parameters)
            if (each.is_pointer && each.is_written && !each.sizes.empty()) return each.sizes[0];
        return {};
    }

    void add_expected(const std::vector<std::string>& parameters) {
        const std::string head = "void expected(" + joined(parameters) + ")";
        const bool has_structs = std::any_of(use_.parameters.begin(), use_.parameters.end(), [&](const auto& each) {
            return each.is_pointer && each.is_used() && !converted_type(each).empty();
        });
        if (has_structs) return leave_expected(head);
        if (const std::string call = reference_call(source_, use_); !call.empty()) {
            add_function(head, "    " + call + ";\n", true);
            guess(sentence("`{name}` computes the correct result, from its name and parameters.",
                           {{"name", call.substr(0, call.find('('))}}));
            return;
        }
        if (const auto computation = find_computation(use_, entry_.words)) {
            add_function(head, computation->body, true);
            guess(sentence("The result is {computation}. {reason}",
                           {{"computation", computation->about}, {"reason", computation->reason}}));
            return;
        }
        leave_expected(head);
    }
    /// Leaves the function `expected` to the user.
    void leave_expected(const std::string& head) {
        proposal_.is_complete = false;
        proposal_.expected_head = templated("") + head;
        functions_ +=
            "\n// Write the correct result here, in plain loops:\n" + templated("// ") + "// " + head + " {\n// }\n";
        guess(sentence("What `{name}` computes is unknown. Write the function `expected`.", {{"name", use_.name}}));
    }
    // The following functions are for both sparse products and declared problems.

    /// Returns the type to which an argument must be converted, such as "float4", or an empty string if `run` has an array
    /// of the same type as the kernel.
    std::string converted_type(const ParameterUse& array) const {
        if (!array.is_pointer || array.type == use_.type_parameter) return {};
        const auto numbers = numbers_of(array.type, source_.tree);
        return numbers && numbers->type != array.type ? array.type : std::string();
    }
    std::string parameter(const ParameterUse& from, const std::string& name) const {
        if (!converted_type(from).empty())
            return (from.is_written ? "" : "const ") + numbers_of(from.type, source_.tree)->type + "* " + name;
        const std::string type = !use_.type_parameter.empty() && from.type == use_.type_parameter ? "T" : from.type;
        if (from.is_number()) return type + " " + name;
        return (from.is_written ? "" : "const ") + type + "* " + name;
    }
    /// Returns an argument of the call. Adds a cast if the kernel only reads the array, but declares it without
    /// `const`.
    std::string argument(const ParameterUse& to, const std::string& name) const {
        if (const std::string converted = converted_type(to); !converted.empty())
            return "(" + std::string(to.is_const ? "const " : "") + converted + "*)" + name;
        if (!to.is_pointer || to.is_const || to.is_written) return name;
        const std::string type = !use_.type_parameter.empty() && to.type == use_.type_parameter ? "T" : to.type;
        return "(" + type + "*)" + name;
    }
    std::string templated(const std::string& before) const {
        return use_.type_parameter.empty() ? std::string() : before + "template <typename T>\n";
    }
    static std::string joined(const std::vector<std::string>& list) {
        std::string text;
        for (const std::string& each : list) text += (text.empty() ? "" : ", ") + each;
        return text;
    }
    void add_directive(const std::string& line) { directives_ += line + "\n"; }
    void add_function(const std::string& head, const std::string& body, bool is_named) {
        functions_ += (is_named ? "\n" : "") + templated("") + head + " {\n" + body + "}\n";
    }

    /// Adds the function `run`. `items` is the number of items in dimension x, and `count` is the number of elements of
    /// the result.
    void add_run(std::vector<std::string> parameters, const std::vector<std::string>& arguments,
                 const std::vector<std::pair<std::string, std::string>>& names, const std::string& items,
                 const std::string& count) {
        std::string body;
        for (const ParameterUse& each : use_.parameters) {
            if (!each.is_written || !is_cleared(each) || !entry_.is_kernel) continue;
            const std::string name = with_words(each.name, names), type = each.type;
            const std::string size = !names.empty()           ? count
                                     : each.sizes.size() == 2 ? each.sizes[0] + " * " + each.sizes[1]
                                                              : each.sizes[0];
            body += "    cudaMemset(" + name + ", 0, " + size + " * sizeof(" +
                    (type == use_.type_parameter ? "T" : type) + "));\n";
            guess(sentence("`{name}` is set to 0 before the launch, because the kernel adds to it.",
                           {{"name", each.name}}));
        }
        if (!entry_.is_kernel) {
            body += "    " + use_.name + "(" + joined(arguments) + ");\n";
        } else {
            const std::string block = block_text(), grid = grid_text(block, names, items);
            if (block == "block") parameters.emplace_back("int block");
            std::string shared = entry_.launch ? entry_.launch->shared : std::string();
            shared = with_words(shared, names);
            if (shared.empty() && !use_.dynamic_shared.empty())
                shared = block + " * sizeof(" + use_.dynamic_shared + ")";
            std::string call = use_.name;
            if (entry_.launch && use_.has_number_parameters) call += entry_.launch->template_arguments;
            body += "    " + call + "<<<" + grid + ", " + block + (shared.empty() ? "" : ", " + shared) + ">>>(" +
                    joined(arguments) + ");\n";
        }
        add_function("void run(" + joined(parameters) + ")", body, true);
    }

    bool is_plane() const { return use_.uses_dimension[1]; }

    std::string block_text() {
        const std::string launched = entry_.launch ? entry_.launch->block : std::string();
        if (!launched.empty() && (is_plane() || is_whole_number(launched) || source_.constants.count(launched) != 0 ||
                                  launched.find("dim3") == std::string::npos)) {
            guess(sentence("The block size {block} is that of the launch in the host code.", {{"block", launched}}));
            return launched;
        }
        if (is_plane() && use_.shared.size() >= 2) {
            guess(sentence("The block size follows from the array in shared memory."));
            return "dim3(" + use_.shared[0] + ", " + use_.shared[0] + ")";
        }
        if (is_plane()) return "dim3(16, 16)";
        if (use_.shared.size() == 1) {
            guess(sentence("The block size follows from the array in shared memory."));
            return use_.shared[0];
        }
        return "block";
    }

    static std::string rounded_up(const std::string& items, const std::string& by) {
        return "(" + items + " + " + by + " - 1) / " + by;
    }

    std::string grid_text(const std::string& block, const std::vector<std::pair<std::string, std::string>>& names,
                          const std::string& items) {
        if (entry_.launch && !entry_.launch->grid.empty() &&
            (!entry_.launch->used_by_grid.empty() || use_.has_stride) && !entry_.launch->block.empty()) {
            guess(sentence("The grid size is that of the launch in the host code."));
            return with_words(entry_.launch->grid, names);
        }
        std::string x = items.empty() ? only_size(names) : with_words(items, names);
        if (x.empty())
            refuse(sentence("The number of blocks cannot be inferred from the kernel `{name}`.", {{"name", use_.name}}),
                   sentence("Write a function `run` that launches the kernel."));
        if (!is_plane()) {
            if (use_.has_block_per_item) return x;
            if (use_.threads_per_item > 1) x = x + " * " + std::to_string(use_.threads_per_item);
            return rounded_up(x, block);
        }
        const std::string y = with_words(use_.items[1], names);
        std::string size_x = "16", size_y = "16";
        if (block.starts_with("dim3(")) {
            const std::size_t comma = block.find(',');
            size_x = block.substr(5, std::min(comma, block.size() - 1) - 5);
            size_y = comma == std::string::npos ? "1" : block.substr(comma + 2, block.size() - comma - 3);
            size_y = size_y.substr(0, size_y.find(','));
        }
        return "dim3(" + rounded_up(x, size_x) + ", " + rounded_up(y.empty() ? x : y, size_y) + ")";
    }
    std::string only_size(const std::vector<std::pair<std::string, std::string>>& names) const {
        for (const ParameterUse& each : use_.parameters)
            if (each.is_number() && !each.is_real() && each.is_read) return with_words(each.name, names);
        return {};
    }

    void put_together() {
        const std::string end = text_.empty() || text_.back() == '\n' ? "" : "\n";
        std::string comments = "\n// " + sentence("Proposed by Warploom from these guesses:") + "\n";
        for (const std::string& each : proposal_.guesses) comments += "// - " + each + "\n";
        functions_.insert(0, comments);
        proposal_.added = directives_ + functions_.substr(functions_.rfind('\n', 0) == 0 ? 1 : 0);
        proposal_.source = directives_ + text_ + end + functions_;
        const auto wanted = std::count(directives_.begin(), directives_.end(), '\n');
        std::ptrdiff_t removed = 0;
        std::string kept;
        for (const std::string& line : lines_of(text_)) {
            if (removed < wanted && is_unneeded(line)) ++removed;
            else kept += line + "\n";
        }
        proposal_.is_aligned = removed == wanted;
        proposal_.aligned_source = proposal_.is_aligned ? directives_ + kept + functions_ : proposal_.source;
    }

    const std::string& text_;
    const ParsedSource source_;
    const EntryFunction entry_;
    FunctionUse use_;
    Proposal proposal_;
    std::string directives_, functions_;
};

} // namespace

bool needs_proposal(const std::string& text) {
    if (declares_problem(text)) return false;
    const ParsedSource source = parse(text);
    bool has_kernel = false;
    for (const auto& function : source.tree.functions) {
        if (function->name == "run" && function->where == simt::Function::Where::host) return false;
        has_kernel = has_kernel || function->where == simt::Function::Where::kernel;
    }
    return has_kernel && source.tree.damaged.count("run") == 0;
}

Proposal propose(const std::string& text) { return Proposer(text).make(); }

} // namespace warploom::proposal
