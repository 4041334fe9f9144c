#include "engine/simt/language/parser.h"

#include "engine/sentence.h"
#include "engine/simt/language/damaged_declaration.h"
#include "engine/simt/language/words.h"

namespace warploom::simt {

namespace {
constexpr std::size_t most_parameters = 256;
} // namespace

TranslationUnit Parser::file(std::set<std::string> entry_points) {
    entry_points_ = std::move(entry_points);
    TranslationUnit tree;
    while (now().kind != TokenKind::end) {
        const std::size_t begin = at_, reported = reported_;
        bool is_skipped = false;
        try {
            item(tree);
        } catch (const Refusal& refusal) {
            const std::string host_function = host_function_at(tokens_, begin);
            is_skipped = !host_function.empty() && !entry_points_.contains(host_function);
            if (is_skipped) tree.skipped.insert(host_function);
            else report(refusal);
            for (const auto& [name, is_type] : names_in_head(tokens_, begin)) {
                tree.damaged.insert(name);
                damaged_declarations_.insert(name);
                if (is_type) unknown_types_.insert(name);
            }
            for (const std::string& name : template_types_) types_.erase(name);
            forget_variables(0);
            open_blocks_.clear();
            is_half_closed_ = has_unclosed_block_ = is_damaged_ = false;
            skip_item(begin);
            if (is_skipped) tree.skipped_ranges.emplace_back(tokens_[begin].place, tokens_[at_ - 1].place);
        }
        items_.push_back({begin, at_, reported_ > reported && !is_skipped});
    }
    return tree;
}

void Parser::item(TranslationUnit& tree) {
    skip_attributes();
    if (accept(Mark::semicolon)) return;
    const SourceLocation begin = now().place;
    const std::size_t functions = tree.functions.size(), skipped = tree.skipped.size();
    if (is(Keyword::extern_) && next().kind == TokenKind::text) { // a linkage specification, as in extern "C"
        take();
        take();
    }
    if (is(Keyword::enum_)) return enumeration(tree);
    if (!is(Keyword::class_)) refuse_word();
    std::vector<TemplateParameter> parameters;
    template_types_.clear();
    if (is(Keyword::template_) && !next().is(Mark::less)) return skip_instantiation();
    if (is(Keyword::template_)) {
        parameters = template_parameters();
        for (const auto& parameter : parameters)
            if (parameter.is_type && types_.insert(parameter.name).second) template_types_.push_back(parameter.name);
    }
    const bool is_record = is(Keyword::struct_) || is(Keyword::class_);
    if (is_record && (next().is(Keyword::align) || next().is(Keyword::alignas_)))
        refuse_here(sentence("`{name}` is not supported for structs. A struct is aligned like its largest field.",
                             {{"name", next().text}}),
                    sentence("Remove it."));
    if (is_record && next(2).is(Mark::colon))
        refuse_here(sentence("Inheritance is not supported."), sentence("Declare a field of the base type."));
    if (is_record && (next(2).is(Mark::open_brace) || next(2).is(Mark::semicolon))) record(tree, std::move(parameters));
    else if (is(Keyword::using_) && !parameters.empty())
        refuse_here(sentence("Alias templates are not supported."), sentence("Write the type where it is used."));
    else if (is(Keyword::typedef_) || is(Keyword::using_)) alias(tree);
    else function_or_constant(tree, std::move(parameters));
    if (tree.functions.size() > functions) {
        tree.functions.back()->begin = begin;
        tree.functions.back()->end = tokens_[at_ - 1].place;
    }
    if (tree.skipped.size() > skipped) tree.skipped_ranges.emplace_back(begin, tokens_[at_ - 1].place);
    for (const std::string& name : template_types_)
        if (tree.records.empty() || tree.records.back().name != name) types_.erase(name);
}

std::vector<TemplateParameter> Parser::template_parameters() {
    take();
    expect(Mark::less);
    std::vector<TemplateParameter> list;
    if (is(Mark::greater))
        refuse_here(sentence("Template specialization is not supported."),
                    sentence("Use `if constexpr` in the template for the special case."));
    do {
        TemplateParameter parameter;
        parameter.place = now().place;
        if (is(Keyword::typename_) || is(Keyword::class_)) {
            take();
            if (is(Mark::ellipsis))
                refuse_here(sentence("Parameter packs (`...`) are not supported."),
                            sentence("List every template parameter."));
            parameter.name = name();
            if (accept(Mark::assign)) parameter.standard_type = type();
        } else {
            parameter.is_type = false;
            if (!begins_type())
                refuse_here(sentence("Expected a template parameter such as `typename T` or `int N` before {found}.",
                                     {{"found", shown()}}));
            type();
            parameter.name = name();
            // In a default template argument, accept only operators that bind more tightly than `<`.
            if (accept(Mark::assign)) parameter.standard = binary(8);
        }
        list.push_back(std::move(parameter));
        if (list.size() > most_parameters)
            refuse_here(sentence("A template can have at most 256 parameters."), sentence("Use fewer parameters."));
    } while (accept(Mark::comma));
    expect(Mark::greater);
    return list;
}

void Parser::add_alias(TranslationUnit& tree, const std::string& name, const std::string& of, SourceLocation at) {
    if (name.empty() || name == of) return;
    Alias alias;
    alias.place = alias.type.place = at;
    alias.name = name;
    alias.type.name = of;
    types_.insert(name);
    tree.aliases.push_back(std::move(alias));
}

/// Parses an enumeration, such as `enum Color : int { red, green = 5 };`, and converts its enumerators to int
/// constants. The enumerators of an `enum class` have names such as `Color::red`.
void Parser::enumeration(TranslationUnit& tree, bool is_typedef) {
    const SourceLocation place = take().place;
    const bool is_class = accept(Keyword::class_) || accept(Keyword::struct_);
    std::string called = now().kind == TokenKind::name ? take().text : std::string();
    if (called.empty() && is_typedef) called = name_behind_block();
    if (accept(Mark::colon)) type();
    enumerations_[called] = is_class;
    add_alias(tree, called, "int", place);
    expect(Mark::open_brace);
    std::string before;
    while (!is(Mark::close_brace)) {
        Declaration value;
        value.place = now().place;
        value.type.place = now().place;
        value.type.name = "int";
        value.type.is_const = value.is_constant = true;
        value.name = (is_class ? called + "::" : std::string()) + name();
        if (accept(Mark::assign)) {
            value.initial = conditional();
        } else {
            value.initial = make_expression(Expression::What::integer, value.place, before.empty() ? "0" : "1");
            value.initial->integer = before.empty() ? 0 : 1;
            if (!before.empty()) {
                auto sum = make_expression(Expression::What::binary, value.place, "+", Operator::plus);
                give(*sum, make_expression(Expression::What::name, value.place, before));
                give(*sum, std::move(value.initial));
                value.initial = std::move(sum);
            }
        }
        before = value.name;
        tree.constants.push_back(std::move(value));
        if (!accept(Mark::comma)) break;
    }
    expect(Mark::close_brace);
    if (is_typedef) add_alias(tree, name(), "int", place);
    expect_end_of_statement();
}

void Parser::record(TranslationUnit& tree, std::vector<TemplateParameter> parameters, bool is_typedef) {
    Record record;
    record.place = take().place;
    record.template_parameters = std::move(parameters);
    record.name = is_typedef && is(Mark::open_brace) ? name_behind_block() : name();
    const bool is_new = types_.insert(record.name).second;
    if (!record.template_parameters.empty()) templates_.insert(record.name);
    if (is(Mark::semicolon) && is_new) types_.erase(record.name); // a forward declaration does not define the type
    if (accept(Mark::semicolon)) return;
    if (is(Keyword::final_)) take(); // without inheritance, `final` has no effect
    expect(Mark::open_brace);
    while (!is(Mark::close_brace)) {
        skip_attributes();
        if (now().kind == TokenKind::end)
            refuse_here(sentence("Missing `}` at the end of a struct."), sentence("Add `};`."));
        const bool is_access = is_one_of_names({"public", "private", "protected"}) && next().is(Mark::colon);
        if (is_access) { // access is not checked
            take();
            take();
            continue;
        }
        refuse_word();
        auto made = std::make_unique<Function>();
        made->begin = now().place;
        std::vector<std::string> added;
        if (is(Keyword::template_)) made->template_parameters = method_template(added);
        bool is_device = false, is_host = false, is_constexpr = false;
        for (;; take())
            if (is(Keyword::device)) is_device = true;
            else if (is(Keyword::host)) is_host = true;
            else if (is(Keyword::static_)) made->is_static = true;
            else if (is(Keyword::constexpr_)) is_constexpr = true;
            else if (!is(Keyword::inline_) && !is(Keyword::forceinline) && !is(Keyword::noinline)) break;
        if ((now().text == record.name && next().is(Mark::open_paren)) || is(Mark::tilde))
            refuse_here(
                sentence("Constructors and destructors are not supported."),
                sentence("Initialize the fields with a list: `{name} variable = {1, 2};`.", {{"name", record.name}}));
        if (is(Keyword::struct_) && (next().is(Mark::open_brace) || next(2).is(Mark::open_brace)))
            refuse_here(sentence("Nested structs are not supported."),
                        sentence("Declare the inner struct before the outer one."));
        if (is(Keyword::typedef_) || is(Keyword::using_))
            refuse_here(sentence("`{name}` is not supported inside a struct.", {{"name", now().text}}),
                        sentence("Move the declaration to the top of the file."));
        refuse_word();
        if (!begins_type()) refuse_here(sentence("Expected the type of a field before {found}.", {{"found", shown()}}));
        const TypeWords of = type_without_stars();
        TypeWords first = of;
        pointers(first);
        made->where = is_device ? Function::Where::device : Function::Where::host;
        made->is_everywhere = is_device && is_host;
        made->returns = first;
        if (next().is(Mark::open_paren) || is(Keyword::operator_)) method(record, std::move(made));
        else if (made->is_static && (is_constexpr || of.is_const) && first.pointers == 0) static_constants(record, of);
        else if (is_constexpr)
            refuse_here(sentence("A `constexpr` field must be static."), sentence("Write `static constexpr`."));
        else if (made->is_static)
            refuse_here(sentence("A variable that all objects of a struct share must be a constant."),
                        sentence("Write `static constexpr`, or declare a `__device__` variable outside the struct."));
        else field(record, of, first);
        for (const std::string& name : added) types_.erase(name);
    }
    take();
    if (is_typedef) add_alias(tree, name(), record.name, record.place);
    if (now().kind == TokenKind::name && !now().starts_line && next().is(Mark::semicolon))
        refuse_here(sentence("Declaring a variable together with its struct is not supported."),
                    sentence("End the struct with `};`, and declare the variable inside a function."));
    expect_end_of_statement();
    tree.records.push_back(std::move(record));
}

void Parser::field(Record& record, const TypeWords& of, TypeWords first) {
    for (;;) {
        Declaration field;
        field.type = std::move(first);
        field.place = now().place;
        if (is(Mark::open_paren)) refuse_pointer_declarator();
        if (!is(Mark::colon)) field.name = name();
        if (is(Mark::colon))
            refuse_here(sentence("Bit-fields are not supported."),
                        sentence("Declare an integer field, and extract the bits with `>>` and `&`."));
        extents(field, false);
        if (is(Mark::assign))
            refuse_here(sentence("Default member initializers are not supported."),
                        sentence("Initialize the field where you declare a variable of this struct."));
        record.fields.push_back(std::move(field));
        if (!accept(Mark::comma)) break;
        first = of;
        pointers(first);
    }
    expect_end_of_statement();
}

/// Parses the template parameters of a method. Adds them to the known types and to `added`.
std::vector<TemplateParameter> Parser::method_template(std::vector<std::string>& added) {
    std::vector<TemplateParameter> parameters = template_parameters();
    for (const TemplateParameter& parameter : parameters)
        if (parameter.is_type && types_.insert(parameter.name).second) added.push_back(parameter.name);
    return parameters;
}

void Parser::method(Record& record, std::unique_ptr<Function> method) {
    method->place = now().place;
    if (accept(Keyword::operator_)) {
        if (!is(Mark::open_paren))
            refuse_here(sentence("Operator overloading is supported only for `operator()`."),
                        sentence("Write a named function."));
        take();
        expect(Mark::close_paren);
        method->name = call_operator;
    } else {
        method->name = name();
    }
    parameters(*method);
    method->is_const = accept(Keyword::const_) || method->is_static;
    accept(Keyword::noexcept_);
    if (is(Mark::semicolon))
        refuse_here(sentence("Method `{name}` has no body.", {{"name", method->name}}),
                    sentence("Define the method inside the struct."));
    body(*method);
    accept(Mark::semicolon);
    record.methods.push_back(std::move(method));
}

/// Parses a declaration such as `typedef double Number;` or `using Number = double;`.
void Parser::alias(TranslationUnit& tree) {
    Alias alias;
    alias.place = now().place;
    const bool is_typedef = take().is(Keyword::typedef_);
    if (is_typedef && is(Keyword::struct_) && (next().is(Mark::open_brace) || next(2).is(Mark::open_brace)))
        return record(tree, {}, true);
    if (is_typedef && is(Keyword::enum_)) return enumeration(tree, true);
    if (!is_typedef && is(Keyword::enum_))
        refuse_here(sentence("`using enum` is not supported."),
                    sentence("Write the name of the enumeration before each value, as in `Color::red`."));
    if (is_typedef) alias.type = type();
    if (is(Mark::open_paren)) refuse_pointer_declarator();
    // Headers often define short names of types that are built in.
    const bool is_built_in = is_typedef && alias.type.pointers == 0 && is_number_word(now().text) &&
                             plain_number(now().text) == alias.type.name;
    if (is_built_in && next().is(Mark::semicolon)) {
        take();
        return expect_end_of_statement();
    }
    alias.name = name();
    if (!is_typedef) {
        expect(Mark::assign);
        alias.type = type();
        if (is(Mark::open_paren)) refuse_pointer_declarator();
    }
    if (is(Mark::open_bracket))
        refuse_here(sentence("Array type aliases are not supported."),
                    sentence("Write the size where the array is declared."));
    if (is_typedef && is(Mark::open_paren))
        refuse_here(sentence("Function type aliases are not supported."), sentence("Call the function directly."));
    types_.insert(alias.name);
    if (atomic_references_.count(alias.type.name) != 0) atomic_references_.insert(alias.name);
    expect_end_of_statement();
    tree.aliases.push_back(std::move(alias));
}

void Parser::function_or_constant(TranslationUnit& tree, std::vector<TemplateParameter> template_parameters) {
    auto function = std::make_unique<Function>();
    const std::size_t begin = at_;
    Specifiers found;
    specifiers(found, false);
    refuse_word();
    if (is(Keyword::shared)) return note_shared(begin);
    require_type();
    function->place = now().place;
    TypeWords of = type_without_stars();
    specifiers(found, false);
    of.is_const = of.is_const || found.is_const;
    of.is_volatile = of.is_volatile || found.is_volatile;
    pointers(of);
    specifiers(found, false);
    const bool is_constant = found.is_constexpr || of.is_const;
    const SourceLocation place = now().place;
    if (is(Mark::open_paren)) refuse_pointer_declarator();
    const std::size_t declarator_at = at_;
    const std::string called = is(Keyword::operator_) ? operator_name() : name();
    const bool is_memory = found.is_constant_memory || (found.is_device && (!is_constant || is(Mark::open_bracket)));
    if (is_memory && !is(Mark::open_paren) && template_parameters.empty()) {
        at_ = declarator_at;
        return variables(tree, of, found.is_constant_memory || is_constant);
    }
    if (!is(Mark::open_paren)) {
        if (!template_parameters.empty())
            throw Refusal(place, sentence("Variable templates are not supported."),
                          sentence("Write a `__device__` function template that returns the value."));
        if (!is_constant)
            throw Refusal(place, sentence("Global variable `{name}` is not supported.", {{"name", called}}),
                          sentence("Write `__device__` before it, or for a constant `constexpr`."));
        if (of.pointers > 0) throw Refusal(place, sentence("A constant at namespace scope must be a number."), "");
        std::string called_now = called;
        SourceLocation at = place;
        for (;;) {
            if (is(Mark::open_bracket))
                refuse_here(sentence("Constant arrays at namespace scope are not supported."),
                            sentence("Write `__constant__` before it."));
            if (!accept(Mark::assign))
                refuse_here(sentence("Constant `{name}` requires an initializer.", {{"name", called_now}}),
                            sentence("Add an initializer, such as `= 4`."));
            Declaration constant;
            constant.place = at;
            constant.type = of;
            constant.name = std::move(called_now);
            constant.initial = conditional();
            constant.is_constant = true;
            tree.constants.push_back(std::move(constant));
            if (of.pointers > 0 || !accept(Mark::comma)) break;
            at = now().place;
            called_now = name();
        }
        expect_end_of_statement();
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
        throw Refusal(
            place,
            sentence("`{attribute}` applies only to kernels, but `{name}` is not a kernel.",
                     {{"attribute", found.has_bounds ? "__launch_bounds__" : "__maxnreg__"}, {"name", called}}),
            sentence("Use it only together with `__global__`."));
    if (found.has_bounds && found.has_registers)
        throw Refusal(
            place,
            sentence("`__launch_bounds__` and `__maxnreg__` cannot both be applied to `{name}`.", {{"name", called}}),
            sentence("Remove one."));
    parameters(*function);
    if (function->where == Function::Where::device) accept_any_group(*function);
    if (!function->template_parameters.empty()) templates_.insert(called);
    accept(Keyword::noexcept_);
    if (is(Mark::semicolon)) forget_variables(0);
    // A function declaration ends here, because it has no body.
    if (accept(Mark::semicolon)) return;
    const std::size_t errors = errors_.size();
    body(*function);
    const bool is_other = function->where == Function::Where::host && entry_points_.count(called) == 0;
    if (is_other && function->is_damaged) { // errors in other host functions, such as `main`, are not reported
        errors_.resize(errors);
        tree.skipped.insert(called);
        return;
    }
    tree.functions.push_back(std::move(function));
}

void Parser::parameters(Function& function) {
    expect(Mark::open_paren);
    if (!is(Mark::close_paren)) {
        if (is(Keyword::void_) && next().is(Mark::close_paren)) take();
        else do {
                if (function.parameters.size() == most_parameters)
                    refuse_here(sentence("A function can have at most 256 parameters."),
                                sentence("Group some parameters in a struct."));
                function.parameters.push_back(parameter());
            } while (accept(Mark::comma));
    }
    expect(Mark::close_paren);
}

Declaration Parser::parameter() {
    Declaration made;
    skip_attributes();
    accept(Keyword::register_);
    refuse_word();
    if (is(Mark::ellipsis))
        refuse_here(sentence("Parameter packs (`...`) are not supported."), sentence("List every parameter."));
    if (is(Keyword::auto_))
        refuse_here(sentence("Parameters of type `auto` are not supported."),
                    sentence("Write `template <typename A>` before the function, and use `A` as the type."));
    require_type();
    made.type = type();
    made.place = now().place;
    // This is a reference to an array, as in T (&values)[n].
    if (is(Mark::open_paren) && next().is(Mark::amp)) {
        take();
        take();
        made.type.is_reference = true;
        made.place = now().place;
        made.name = name();
        declare(made.name);
        expect(Mark::close_paren);
        if (!is(Mark::open_bracket))
            refuse_here(sentence("The size of the array is missing."), sentence("Write `T (&values)[4]`."));
        extents(made, false);
        return made;
    }
    if (is(Mark::open_paren)) refuse_pointer_declarator();
    const bool is_unnamed = is(Mark::comma) || is(Mark::close_paren) || is(Mark::assign);
    made.name = is_unnamed ? "parameter " + std::to_string(at_) : name();
    declare(made.name);
    extents(made, true);
    if (made.extents.size() > 1)
        throw Refusal(made.place, sentence("Multidimensional array parameters are not supported."),
                      sentence("Use a pointer, and compute the index: `a[row * width + column]`."));
    if (!made.extents.empty()) ++made.type.pointers;
    made.extents.clear();
    if (accept(Mark::assign)) made.initial = assignment();
    return made;
}

void Parser::body(Function& function) {
    refuse_word();
    refuse_sign();
    if (!is(Mark::open_brace))
        refuse_here(sentence("Expected the body of function `{name}` before {found}.",
                             {{"name", function.name}, {"found", shown()}}));
    is_damaged_ = false;
    damaged_.clear();
    const std::size_t begin = at_;
    function.body = block();
    if (function.where == Function::Where::kernel) add_shared(function, begin);
    function.is_damaged = is_damaged_;
    function.damaged = std::move(damaged_);
    function.end = tokens_[at_ - 1].place;
    forget_variables(0);
}

} // namespace warploom::simt
