#include "engine/simt/language/parser.h"

#include "engine/simt/language/words.h"

namespace warploom::simt {

namespace {
constexpr std::size_t most_parameters = 256;
} // namespace

TranslationUnit Parser::file() {
    TranslationUnit tree;
    while (now().kind != TokenKind::end) item(tree);
    return tree;
}

void Parser::item(TranslationUnit& tree) {
    skip_attributes();
    if (accept(";")) return;
    const SourceLocation begin = now().place;
    const std::size_t functions = tree.functions.size();
    if (is_word("extern") && next().kind == TokenKind::text) { // extern "C"
        take();
        take();
    }
    refuse_word();
    std::vector<TemplateParameter> parameters;
    std::vector<std::string> own; // type parameters of the template
    if (is_word("template") && !next().is("<"))
        refuse_here("A template is instantiated where it is used; it is not asked for.", "Remove this line.");
    if (is_word("template")) {
        parameters = template_parameters();
        for (const auto& parameter : parameters)
            if (parameter.is_type && types_.insert(parameter.name).second) own.push_back(parameter.name);
    }
    if (is_word("struct") && (next().text == "__align__" || next().text == "alignas"))
        refuse_here("`" + next().text + "` is not in the language: a struct lies as its largest field does.",
                    "Leave it out.");
    if (is_word("struct") && next(2).is(":"))
        refuse_here("A struct inherits from no other here.", "Make the other one a field of it.");
    if (is_word("struct") && (next(2).is("{") || next(2).is(";"))) record(tree, std::move(parameters));
    else if (is_word("using") && !parameters.empty())
        refuse_here("Alias templates are not supported.", "Write the type itself where it is used.");
    else if (is_word("typedef") || is_word("using")) alias(tree);
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
    if (is(">"))
        refuse_here("A specialization of a template is not in the language.",
                    "Write one template, with `if constexpr` for the special case.");
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
            if (accept("=")) parameter.standard = binary(8); // `<` and `>` are not operators here
        }
        list.push_back(std::move(parameter));
        if (list.size() > most_parameters) refuse_here("A template takes at most 256 parameters.", "Do with fewer.");
    } while (accept(","));
    expect(">", "after the template parameters");
    return list;
}

void Parser::record(TranslationUnit& tree, std::vector<TemplateParameter> parameters) {
    Record record;
    record.place = take().place;
    record.template_parameters = std::move(parameters);
    record.name = name("a struct");
    const bool is_new = types_.insert(record.name).second;
    if (!record.template_parameters.empty()) templates_.insert(record.name);
    if (is(";") && is_new) types_.erase(record.name); // forward declaration only
    if (accept(";")) return;
    if (is_word("final")) take(); // ignored, because there is no inheritance
    expect("{", "after the name of the struct");
    while (!is("}")) {
        skip_attributes();
        if (now().kind == TokenKind::end) refuse_here("This struct is never closed.", "End it with `};`.");
        refuse_word();
        const SourceLocation begin = now().place;
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
        if (is_word("struct") && (next().is("{") || next(2).is("{")))
            refuse_here("A struct inside of a struct is not supported.", "Declare it before this one.");
        if (is_word("typedef") || is_word("using"))
            refuse_here("`" + now().text + "` stands outside of a struct.", "Move the line up.");
        if (is_word("constexpr"))
            refuse_here("A constant inside of a struct is not supported.", "Declare it outside of the struct.");
        if (!begins_type()) refuse_here("A field begins with its type, not with " + shown() + ".");
        const TypeWords of = type_without_stars();
        TypeWords first = of;
        pointers(first);
        const auto where = is_device ? Function::Where::device : Function::Where::host;
        if (next().is("(")) method(record, begin, where, is_device && is_host, first);
        else field(record, of, first);
    }
    take();
    if (now().kind == TokenKind::name && !now().starts_line && next().is(";"))
        refuse_here("A variable cannot be declared together with its struct.",
                    "End the struct with `};`, and declare the variable in a function.");
    expect_end_of_statement("the struct");
    tree.records.push_back(std::move(record));
}

void Parser::field(Record& record, const TypeWords& of, TypeWords first) {
    for (;;) {
        Declaration field;
        field.type = std::move(first);
        field.place = now().place;
        if (is("(")) refuse_pointer_declarator();
        if (!is(":")) field.name = name("a field");
        if (is(":"))
            refuse_here("Bit-fields are not supported.",
                        "Declare a whole field, and take its bits out with `>>` and `&`.");
        extents(field, false);
        if (is("=")) refuse_here("A field has no first value.", "Set it where the struct is made.");
        record.fields.push_back(std::move(field));
        if (!accept(",")) break;
        first = of;
        pointers(first);
    }
    expect_end_of_statement("this field");
}

void Parser::method(Record& record, SourceLocation begin, Function::Where where, bool is_everywhere,
                    const TypeWords& returns) {
    auto method = std::make_unique<Function>();
    method->begin = begin;
    method->place = now().place;
    method->where = where;
    method->is_everywhere = is_everywhere;
    method->returns = returns;
    method->name = name("a method");
    parameters(*method);
    method->is_const = accept_word("const");
    accept_word("noexcept");
    if (is(";")) refuse_here("Method `" + method->name + "` has no body.", "Write what it does inside of the struct.");
    body(*method);
    accept(";");
    record.methods.push_back(std::move(method));
}

/// Parses `typedef double Number;` or `using Number = double;`.
void Parser::alias(TranslationUnit& tree) {
    Alias alias;
    alias.place = now().place;
    const bool is_typedef = take().text == "typedef";
    if (is_typedef && is_word("struct") && (next().is("{") || next(2).is("{")))
        refuse_here("`typedef struct` is not in the language.", "Write `struct Name { ... };`.");
    if (!is_typedef && is_word("namespace"))
        refuse_here("There are no namespaces here.", "Remove the line; the functions of mathematics need no std::.");
    if (is_typedef) alias.type = type();
    if (is("(")) refuse_pointer_declarator();
    alias.name = name("a type");
    if (!is_typedef) {
        expect("=", "after the name");
        alias.type = type();
        if (is("(")) refuse_pointer_declarator();
    }
    if (is("["))
        refuse_here("A name for an array type is not supported.", "Write the size where the array is declared.");
    if (is_typedef && is("("))
        refuse_here("A name for a function type is not supported.", "Call the function by its name.");
    types_.insert(alias.name);
    expect_end_of_statement(is_typedef ? "this typedef" : "this using");
    tree.aliases.push_back(std::move(alias));
}

void Parser::function_or_constant(TranslationUnit& tree, std::vector<TemplateParameter> template_parameters) {
    auto function = std::make_unique<Function>();
    Specifiers found;
    specifiers(found, false);
    refuse_word();
    if (is_word("__shared__"))
        refuse_here("Shared memory belongs to a kernel and is declared inside of it.",
                    "Move this line into the kernel.");
    require_type("Here a function, a struct or a constant begins, but ", " cannot be its first word.");
    function->place = now().place;
    TypeWords of = type_without_stars();
    specifiers(found, false);
    of.is_const = of.is_const || found.is_const;
    of.is_volatile = of.is_volatile || found.is_volatile;
    pointers(of);
    specifiers(found, false);
    const bool is_constant = found.is_constexpr || of.is_const;
    const SourceLocation place = now().place;
    if (is("(")) refuse_pointer_declarator();
    if (is_word("operator")) refuse_word();
    const std::string called = name("a function or a constant");
    if (!is("(")) {
        if (!template_parameters.empty())
            throw Refusal(place, "Variable templates are not supported.",
                          "Write a `__device__` function template that returns the value.");
        if (!is_constant)
            throw Refusal(
                place, "`" + called + "` is a variable outside of all functions, which is not in the language.",
                "A constant is written `constexpr int N = 4;`; results travel through the parameters of run.");
        std::string called_now = called;
        SourceLocation at = place;
        for (;;) {
            if (is("["))
                refuse_here("An array of constants outside of a function is not in the language.",
                            "Declare it inside of the kernel.");
            if (!accept("=")) refuse_here("Constant `" + called_now + "` has no value.", "Write `= 4` behind it.");
            Declaration constant;
            constant.place = at;
            constant.type = of;
            constant.name = std::move(called_now);
            constant.initial = conditional();
            constant.is_constant = true;
            tree.constants.push_back(std::move(constant));
            if (of.pointers > 0 || !accept(",")) break;
            at = now().place;
            called_now = name("a constant");
        }
        expect_end_of_statement("the constant");
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
    function->registers = std::move(found.registers);
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
    accept_word("noexcept");
    if (is(";")) forget_variables(0);
    if (accept(";")) return; // a forward declaration; functions are found regardless of their order
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
    refuse_word();
    refuse_sign();
    if (!is("{"))
        refuse_here("Here the body of function `" + function.name + "` should begin with `{`; " + shown() +
                    " stands in its place.");
    function.body = block();
    function.end = tokens_[at_ - 1].place;
    forget_variables(0);
}

} // namespace warploom::simt
