#include "engine/simt/language/parser.h"

#include "engine/simt/language/words.h"

#include <algorithm>
#include <array>

namespace warploom::simt {

namespace {
constexpr int deepest_nesting = 200;
constexpr int most_parts = 1000; // inside of each other in one expression
constexpr int most_stars = 16;
constexpr std::size_t most_extents = 16, most_parameters = 256;
} // namespace

ExpressionPointer make_expression(Expression::What what, Place place, std::string text) {
    auto made = std::make_unique<Expression>();
    made->what = what;
    made->place = place;
    const bool steps = what == Expression::What::unary && (text == "++" || text == "--");
    made->has_effects = steps || what == Expression::What::postfix || what == Expression::What::assign;
    made->text = std::move(text);
    return made;
}
StatementPointer make_statement(Statement::What what, Place place) {
    auto made = std::make_unique<Statement>();
    made->what = what;
    made->place = place;
    return made;
}

Parser::Parser(const std::vector<Token>& tokens, Effort& effort) : tokens_(tokens), effort_(effort) {
    for (const char* name : {"int2", "uint2", "float2", "double2", "int4", "uint4", "float4", "dim3"})
        types_.insert(name);
}

Parser::Depth::Depth(Parser& parser) : parser_(parser) {
    if (++parser_.depth_ > deepest_nesting) {
        --parser_.depth_; // no destructor will run
        parser_.refuse_here("This is nested more than " + std::to_string(deepest_nesting) + " deep.",
                            "Take it apart into smaller pieces.");
    }
}

void Parser::count_depth(Expression& of, const Expression& part) {
    of.height = std::max(of.height, part.height + 1);
    of.has_effects = of.has_effects || part.has_effects;
    if (of.height > most_parts)
        throw Refusal(of.place, "This expression has more than " + std::to_string(most_parts) + " parts.",
                      "Split it: keep what comes first in a variable.");
}
void Parser::give(Expression& to, ExpressionPointer part) {
    count_depth(to, *part);
    to.children.push_back(std::move(part));
}
void Parser::give(Expression& to, std::vector<ExpressionPointer> parts) {
    for (auto& part : parts) give(to, std::move(part));
}
void Parser::declare(const std::string& variable) {
    if (variables_.insert(variable).second) declared_.push_back(variable);
}
void Parser::forget_variables(std::size_t from) {
    for (; declared_.size() > from; declared_.pop_back()) variables_.erase(declared_.back());
}
void Parser::refuse_many_extents(std::size_t known) const {
    if (known == most_extents)
        refuse_here("An array has at most " + std::to_string(most_extents) + " dimensions.",
                    "Use one dimension and compute the index.");
}

const Token& Parser::next(std::size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
const Token& Parser::take() {
    const Token& token = tokens_[at_];
    effort_.spend(token.place);
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
}
bool Parser::accept(const char* mark) {
    if (!is(mark)) return false;
    take();
    return true;
}
bool Parser::accept_word(const char* name) {
    if (!is_word(name)) return false;
    take();
    return true;
}
std::string Parser::shown() const {
    if (now().kind == TokenKind::end) return "the end of the file";
    if (now().kind == TokenKind::text) return "a text";
    return "`" + now().text + "`";
}
void Parser::refuse_here(const std::string& sentence, const std::string& hint) const {
    throw Refusal(now().place, sentence, hint);
}
void Parser::expect(const char* mark, const char* where) {
    if (is(">>") && std::string(mark) == ">") { // closes two lists of template arguments
        if (is_half_closed_) take();
        is_half_closed_ = !is_half_closed_;
        return;
    }
    if (accept(mark)) return;
    refuse_word();
    refuse_here(std::string("Here `") + mark + "` is missing " + where + "; " + shown() + " stands in its place.");
}
/// A missing semicolon is told where it belongs: behind the token before.
void Parser::expect_end_of_statement(const char* what) {
    if (accept(";")) return;
    refuse_word();
    Place behind = at_ > 0 ? tokens_[at_ - 1].place : now().place;
    if (at_ > 0) behind.column += static_cast<int>(tokens_[at_ - 1].text.size());
    throw Refusal(behind, std::string("The `;` that ends ") + what + " is missing.", "Write `;` here.");
}
std::string Parser::name(const char* of_what) {
    if (is_reserved_word(now().text)) refuse_word();
    if (now().kind != TokenKind::name)
        refuse_here("The name of " + std::string(of_what) + " is missing; " + shown() + " stands in its place.");
    if (is_reserved_word(now().text))
        refuse_here("`" + now().text + "` is a word of the language and cannot be the name of " + of_what + ".",
                    "Choose another name.");
    return take().text;
}

void Parser::refuse_word() const {
    if (now().kind != TokenKind::name) return;
    const bool is_qualified = next().is("::");
    const auto* const word = find_foreign_word(is_qualified ? now().text + "::" + next(2).text : now().text);
    const bool begins_use = is_qualified || next().kind == TokenKind::name; // calls are looked at when names are known
    if (word != nullptr && (word->is_keyword || begins_use)) throw Refusal(now().place, word->sentence, word->hint);
    if (is_qualified) {
        if (const auto* library = find_foreign_word(now().text + "::"))
            throw Refusal(now().place, "`" + now().text + "::" + next(2).text + "` " + library->sentence,
                          library->hint);
        throw Refusal(next().place, "`::` is not in the language: there are no namespaces.", "Write the plain name.");
    }
}

Tree Parser::file() {
    Tree tree;
    while (now().kind != TokenKind::end) item(tree);
    return tree;
}

void Parser::item(Tree& tree) {
    if (accept(";")) return;
    const Place begin = now().place;
    const std::size_t functions = tree.functions.size();
    if (is_word("extern") && next().kind == TokenKind::text) { // extern "C"
        take();
        take();
    }
    refuse_word();
    std::vector<TemplateParameter> parameters;
    std::vector<std::string> own; // types of the template alone
    if (is_word("template")) {
        parameters = template_parameters();
        for (const auto& parameter : parameters)
            if (parameter.is_type && types_.insert(parameter.name).second) own.push_back(parameter.name);
    }
    if (is_word("struct") && next(2).is(":"))
        refuse_here("A struct inherits from no other here.", "Make the other one a field of it.");
    if (is_word("struct") && (next(2).is("{") || next(2).is(";"))) record(tree, std::move(parameters));
    else if (is_word("typedef")) alias_typedef(tree);
    else if (is_word("using")) alias_using(tree);
    else function_or_constant(tree, std::move(parameters));
    if (tree.functions.size() > functions) {
        tree.functions.back()->begin = begin;
        tree.functions.back()->end = tokens_[at_ - 1].place;
    }
    for (const std::string& name : own)
        if (tree.records.empty() || tree.records.back().name != name) types_.erase(name);
}

std::vector<TemplateParameter> Parser::template_parameters() {
    take();
    expect("<", "after `template`");
    std::vector<TemplateParameter> list;
    do {
        TemplateParameter parameter;
        parameter.place = now().place;
        if (is_word("typename") || is_word("class")) {
            take();
            if (is("...")) refuse_here("`...` is not in the language.", "Write each template parameter out.");
            parameter.name = name("a template parameter");
            if (accept("=")) parameter.standard_type = type();
        } else {
            parameter.is_type = false;
            if (!begins_type())
                refuse_here("A template parameter is `typename T` or a number such as `int N`, not " + shown() + ".");
            type();
            parameter.name = name("a template parameter");
            if (accept("=")) parameter.standard = binary(8); // `<` and `>` are brackets here
        }
        list.push_back(std::move(parameter));
        if (list.size() > most_parameters) refuse_here("A template takes at most 256 parameters.", "Do with fewer.");
    } while (accept(","));
    expect(">", "after the template parameters");
    return list;
}

void Parser::record(Tree& tree, std::vector<TemplateParameter> parameters) {
    Record record;
    record.place = take().place;
    record.template_parameters = std::move(parameters);
    record.name = name("a struct");
    const bool is_new = types_.insert(record.name).second;
    if (!record.template_parameters.empty()) templates_.insert(record.name);
    if (is(";") && is_new) types_.erase(record.name); // announced only
    if (accept(";")) return;
    expect("{", "after the name of the struct");
    while (!is("}")) {
        if (now().kind == TokenKind::end) refuse_here("This struct is never closed.", "End it with `};`.");
        refuse_word();
        const Place begin = now().place;
        bool is_device = false, is_host = false;
        for (;; take())
            if (is_word("__device__")) is_device = true;
            else if (is_word("__host__")) is_host = true;
            else if (!is_word("inline") && !is_word("__forceinline__") && !is_word("__noinline__")) break;
        if (is_word("template"))
            refuse_here("A method cannot be a template of its own.",
                        "Write a __device__ function that takes the struct, or make the struct a template.");
        if (is_word("static"))
            refuse_here("A struct has no static members here.", "Write a function or a constant outside of it.");
        if ((now().text == record.name && next().is("(")) || is("~"))
            refuse_here("A struct has no constructors and destructors here.",
                        "Give its fields their values where it is made: `" + record.name + " name = {1, 2};`.");
        if (!begins_type()) refuse_here("A field begins with its type, not with " + shown() + ".");
        const TypeWords of = type_without_stars();
        TypeWords first = of;
        pointers(first);
        const auto where = is_device ? Function::Where::device : Function::Where::host;
        if (next().is("(")) method(record, begin, where, is_device && is_host, first);
        else field(record, of, first);
    }
    take();
    expect_end_of_statement("the struct");
    tree.records.push_back(std::move(record));
}

void Parser::field(Record& record, const TypeWords& of, TypeWords first) {
    for (;;) {
        Declaration field;
        field.type = std::move(first);
        field.place = now().place;
        field.name = name("a field");
        while (is("[")) {
            refuse_many_extents(field.extents.size());
            take();
            field.extents.push_back(conditional());
            expect("]", "after the size of the array");
        }
        if (is("=")) refuse_here("A field has no first value.", "Set it where the struct is made.");
        record.fields.push_back(std::move(field));
        if (!accept(",")) break;
        first = of;
        pointers(first);
    }
    expect_end_of_statement("this field");
}

void Parser::method(Record& record, Place begin, Function::Where where, bool is_everywhere, const TypeWords& returns) {
    auto method = std::make_unique<Function>();
    method->begin = begin;
    method->place = now().place;
    method->where = where;
    method->is_everywhere = is_everywhere;
    method->returns = returns;
    method->name = name("a method");
    parameters(*method);
    method->is_const = accept_word("const");
    if (is(";")) refuse_here("Method `" + method->name + "` has no body.", "Write what it does inside of the struct.");
    body(*method);
    accept(";");
    record.methods.push_back(std::move(method));
}

void Parser::alias_typedef(Tree& tree) {
    Alias alias;
    alias.place = take().place;
    if (is_word("struct") && (next().is("{") || next(2).is("{")))
        refuse_here("`typedef struct` is not in the language.", "Write `struct Name { ... };`.");
    alias.type = type();
    alias.name = name("a type");
    types_.insert(alias.name);
    expect_end_of_statement("this typedef");
    tree.aliases.push_back(std::move(alias));
}

void Parser::alias_using(Tree& tree) {
    Alias alias;
    alias.place = take().place;
    if (is_word("namespace"))
        refuse_here("There are no namespaces here.", "Remove the line; the functions of mathematics need no std::.");
    alias.name = name("a type");
    expect("=", "after the name");
    alias.type = type();
    types_.insert(alias.name);
    expect_end_of_statement("this using");
    tree.aliases.push_back(std::move(alias));
}

void Parser::function_or_constant(Tree& tree, std::vector<TemplateParameter> template_parameters) {
    auto function = std::make_unique<Function>();
    Specifiers found;
    specifiers(found, false);
    refuse_word();
    if (is_word("__shared__"))
        refuse_here("Shared memory belongs to a kernel and is declared inside of it.",
                    "Move this line into the kernel.");
    if (!begins_type()) {
        if (now().kind == TokenKind::name && !is_reserved_word(now().text))
            refuse_here("`" + now().text + "` is not a type.",
                        nearest_type(now().text, {types_.begin(), types_.end()}));
        refuse_here("Here a function, a struct or a constant begins, but " + shown() + " cannot be its first word.");
    }
    function->place = now().place;
    TypeWords of = type_without_stars();
    specifiers(found, false);
    of.is_const = of.is_const || found.is_const;
    of.is_volatile = of.is_volatile || found.is_volatile;
    pointers(of);
    specifiers(found, false);
    const bool is_constant = found.is_constexpr || of.is_const;
    const Place place = now().place;
    const std::string called = name("a function or a constant");
    if (!is("(")) {
        Declaration constant;
        constant.place = place;
        constant.type = of;
        constant.name = called;
        if (!is_constant)
            throw Refusal(
                place, "`" + called + "` is a variable outside of all functions, which is not in the language.",
                "A constant is written `constexpr int N = 4;`; results travel through the parameters of run.");
        if (is("["))
            refuse_here("An array of constants outside of a function is not in the language.",
                        "Declare it inside of the kernel.");
        if (!accept("=")) refuse_here("Constant `" + called + "` has no value.", "Write `= 4` behind it.");
        constant.initial = conditional();
        constant.is_constant = true;
        expect_end_of_statement("the constant");
        tree.constants.push_back(std::move(constant));
        return;
    }
    function->place = place;
    function->name = called;
    function->returns = of;
    function->template_parameters = std::move(template_parameters);
    function->where = found.is_kernel   ? Function::Where::kernel
                      : found.is_device ? Function::Where::device
                                        : Function::Where::host;
    function->is_everywhere = found.is_device && found.is_host;
    function->most_threads = std::move(found.most_threads);
    if ((found.has_bounds || found.has_registers) && !found.is_kernel)
        throw Refusal(place,
                      std::string("`") + (found.has_bounds ? "__launch_bounds__" : "__maxnreg__") +
                          "` belongs to a kernel, and `" + called + "` is none.",
                      "Write it behind `__global__`.");
    if (found.has_bounds && found.has_registers)
        throw Refusal(place, "`" + called + "` has both __launch_bounds__ and __maxnreg__; nvcc takes one of them.",
                      "Remove one.");
    if (!function->template_parameters.empty()) templates_.insert(called);
    parameters(*function);
    if (is(";")) forget_variables(0);
    if (accept(";")) return; // announced only; a called function is found wherever it stands
    body(*function);
    tree.functions.push_back(std::move(function));
}

void Parser::parameters(Function& function) {
    expect("(", "after the name of the function");
    if (!is(")")) {
        if (is_word("void") && next().is(")")) take();
        else do {
                if (function.parameters.size() == most_parameters)
                    refuse_here("A function takes at most 256 parameters.", "Put some of them into a struct.");
                function.parameters.push_back(parameter());
            } while (accept(","));
    }
    expect(")", "after the parameters");
}

void Parser::body(Function& function) {
    if (!is("{"))
        refuse_here("Here the body of function `" + function.name + "` should begin with `{`; " + shown() +
                    " stands in its place.");
    function.body = block();
    function.end = tokens_[at_ - 1].place;
    forget_variables(0);
}

Declaration Parser::parameter() {
    Declaration made;
    refuse_word();
    if (is("...")) refuse_here("`...` is not in the language.", "Write each parameter out.");
    if (!begins_type()) {
        if (now().kind == TokenKind::name && !is_reserved_word(now().text))
            refuse_here("`" + now().text + "` is not a type.",
                        nearest_type(now().text, {types_.begin(), types_.end()}));
        refuse_here("A parameter begins with its type, not with " + shown() + ".");
    }
    made.type = type();
    made.place = now().place;
    if (is("(") && next().is("&")) { // T (&values)[n]
        take();
        take();
        made.type.is_reference = true;
        made.place = now().place;
        made.name = name("a parameter");
        declare(made.name);
        expect(")", "after the name of the array");
        if (!is("[")) refuse_here("Behind the name of this array its size is missing.", "Write `T (&values)[4]`.");
        while (accept("[")) {
            refuse_many_extents(made.extents.size());
            made.extents.push_back(conditional());
            expect("]", "after the size of the array");
        }
        return made;
    }
    made.name = name("a parameter");
    declare(made.name);
    while (accept("[")) {
        if (!made.extents.empty())
            refuse_here("A parameter cannot be an array of two dimensions.",
                        "Take a pointer and compute the index: a[row * width + column].");
        made.extents.push_back(is("]") ? nullptr : conditional());
        expect("]", "after the size of the array");
    }
    if (!made.extents.empty()) ++made.type.pointers;
    made.extents.clear();
    if (is("=")) refuse_here("Parameters have no standard values here.", "Give the value at every call.");
    return made;
}

bool Parser::is_type_name(const Token& token) const {
    return token.kind == TokenKind::name && (is_number_word(token.text) || types_.count(token.text) != 0);
}

bool Parser::begins_type(std::size_t ahead) const {
    const Token &word = next(ahead), &behind = next(ahead + 1);
    return is_type_name(word) || word.is_name("const") || word.is_name("volatile") || word.is_name("auto") ||
           (word.is_name("struct") && types_.count(behind.text) != 0) ||
           (word.is_name("typename") && is_type_name(behind));
}

void Parser::specifiers(Specifiers& found, bool is_inside) {
    for (;; take()) {
        if (is_word("const")) found.is_const = true;
        else if (is_word("constexpr")) found.is_constexpr = true;
        else if (is_word("static")) found.is_static = true;
        else if (is_word("extern")) found.is_extern = true;
        else if (is_word("volatile")) found.is_volatile = true;
        else if (is_inside) {
            if (!is_word("__shared__")) return;
            found.is_shared = true;
        } else if (is_word("__global__")) found.is_kernel = true;
        else if (is_word("__device__")) found.is_device = true;
        else if (is_word("__host__")) found.is_host = true;
        else if (is_word("__launch_bounds__") || is_word("__maxnreg__")) bounds(found);
        else if (!is_word("inline") && !is_word("__inline__") && !is_word("__forceinline__") &&
                 !is_word("__noinline__"))
            return;
    }
}

/// `__launch_bounds__(128, 4)`, `__maxnreg__(64)`, up to its last parenthesis.
void Parser::bounds(Specifiers& found) {
    const std::string word = take().text;
    const bool is_registers = word == "__maxnreg__";
    (is_registers ? found.has_registers : found.has_bounds) = true;
    expect("(", ("after `" + word + "`").c_str());
    for (int numbers = 1;; ++numbers) {
        ExpressionPointer number = conditional();
        if (numbers == 1 && !is_registers) found.most_threads = std::move(number);
        if (!is(",") || numbers == (is_registers ? 1 : 3)) break;
        take();
    }
    if (!is(")")) expect(")", ("after the numbers of `" + word + "`").c_str());
}

/// `const unsigned long long`, `T`, `struct Row`, `Row<T>`, with its stars.
TypeWords Parser::type() {
    TypeWords made = type_without_stars();
    pointers(made);
    return made;
}

TypeWords Parser::type_without_stars() {
    const Depth depth(*this);
    TypeWords made;
    made.place = now().place;
    const auto qualifiers = [&] {
        for (;;)
            if (accept_word("const") || accept_word("constexpr")) made.is_const = true;
            else if (accept_word("volatile")) made.is_volatile = true;
            else if (!accept_word("struct") && !accept_word("typename")) return;
    };
    qualifiers();
    refuse_word();
    if (is_number_word(now().text) && now().kind == TokenKind::name) {
        made.name = number_type(made);
    } else if (is_word("auto") || is_type_name(now())) {
        made.name = take().text;
        if (templates_.count(made.name) != 0 && accept("<")) {
            if (!is(">")) {
                do made.arguments.push_back(template_argument());
                while (accept(","));
            }
            expect(">", "after the arguments of the template");
        }
    } else {
        refuse_here("Here a type is missing; " + shown() + " stands in its place.",
                    now().kind == TokenKind::name ? nearest_type(now().text, {types_.begin(), types_.end()}) : "");
    }
    qualifiers();
    return made;
}

/// Of a struct: a type or a number.
TypeWords Parser::template_argument() {
    if (begins_type()) return type();
    TypeWords number;
    number.place = now().place;
    number.value = binary(8); // `<` and `>` are brackets here
    return number;
}

/// Collects `unsigned long long int` in any order.
std::string Parser::number_type(TypeWords& type) {
    int longs = 0;
    bool is_unsigned = false, is_signed = false;
    std::string base;
    const Place from = now().place;
    while (now().kind == TokenKind::name && (is_number_word(now().text) || is_word("const") || is_word("volatile"))) {
        const std::string word = take().text;
        if (word == "unsigned") is_unsigned = true;
        else if (word == "signed") is_signed = true;
        else if (word == "long") ++longs;
        else if (word == "const") type.is_const = true;
        else if (word == "volatile") type.is_volatile = true;
        else if (word == "int" && (base == "short" || longs > 0)) continue;
        else if (word == "short" && base == "int") base = word;
        else if (!base.empty())
            throw Refusal(from, "`" + base + " " + word + "` is not a type.", "Write one of the two.");
        else base = word;
    }
    if (longs > 0 && (base.empty() || base == "int")) base = "long long";
    else if (longs > 0)
        throw Refusal(from, "`long " + base + "` is not in the language: a GPU has no such type.", "Write `double`.");
    if (base.empty()) base = "int";
    const std::string plain = plain_number(base);
    if (!is_unsigned && !is_signed) return plain;
    if (plain == "float" || plain == "double" || plain == "bool" || plain == "void")
        throw Refusal(from, "`unsigned " + base + "` is not a type.", "Write `" + base + "`.");
    if (!is_unsigned || plain.rfind("unsigned", 0) == 0) return plain;
    return plain == "int" ? "unsigned" : "unsigned " + plain;
}

void Parser::pointers(TypeWords& type) {
    for (;;) {
        if (accept("*")) {
            if (++type.pointers > most_stars)
                refuse_here("A type has at most " + std::to_string(most_stars) + " stars.",
                            "An array of arrays needs two.");
        } else if (accept_word("__restrict__") || accept_word("__restrict") || accept_word("restrict") ||
                   accept_word("volatile")) {
        } else if (type.pointers > 0 && is_word("const")) {
            take();
            type.const_stars |= 1u << (type.pointers - 1);
        } else if (is("&") && !type.is_reference) {
            take();
            type.is_reference = true;
        } else if (is("&&")) {
            refuse_here("`&&` after a type is not in the language.", "Write `&`, or take the value.");
        } else {
            return;
        }
    }
}

} // namespace warploom::simt
