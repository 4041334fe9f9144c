#include "engine/simt/sema/library.h"

#include "engine/did_you_mean.h"
#include "engine/sentence.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/language/words.h"

#include <algorithm>
#include <cstring>

namespace warploom::simt {

namespace {

/// Finds the variables that a function may modify.
struct Changes {
    const Function& function;
    const std::map<std::string, std::vector<const Function*>>& functions;
    std::set<std::string> names, shrunk;

    Changes(const Function& of, const std::map<std::string, std::vector<const Function*>>& all)
        : function(of), functions(all) {}

    void collect(const Expression& e) {
        const bool changes = e.what == Expression::What::assign || e.what == Expression::What::postfix ||
                             (e.what == Expression::What::unary &&
                              (e.op == Operator::increment || e.op == Operator::decrement || e.op == Operator::amp));
        shrinks_ = e.op == Operator::decrement || (e.what == Expression::What::assign && e.op == Operator::minus);
        if (changes) add_root(*e.children[0]);
        shrinks_ = false;
        if (e.what == Expression::What::call) {
            const auto known = e.is_method || !e.type.name.empty() ? functions.end() : functions.find(e.text);
            for (std::size_t a = 0; a < e.children.size(); ++a) {
                const Expression::What what = e.children[a]->what;
                const bool is_name = what == Expression::What::name;
                if ((is_name || what == Expression::What::conditional) && may_take_reference(known, a))
                    add_root(*e.children[a]);
                if (!is_name && (e.is_method || known != functions.end())) add_struct(*e.children[a]);
            }
            if (e.is_method && !e.is_arrow) add_root(*e.children[0]);
        }
        // If the assigned value is a pointer to an element of a struct's array member, assume that the struct is
        // modified.
        if (e.what == Expression::What::assign) add_struct(*e.children[1]);
        for (const auto& child : e.children) collect(*child);
        for (const auto& child : e.configuration) collect(*child);
    }
    void collect(const Statement& s) {
        for (const Expression* e : {s.value.get(), s.step.get()})
            if (e != nullptr) collect(*e);
        for (const Declaration& d : s.variables)
            if (d.initial != nullptr) {
                collect(*d.initial);
                if (d.type.is_reference) add_root(*d.initial);
                if (d.type.is_reference || d.type.pointers > 0 || d.type.name == "auto") add_struct(*d.initial);
            }
        for (const auto& part : s.parts)
            if (part != nullptr) collect(*part);
    }

private:
    void insert(const std::string& name) {
        names.insert(name);
        if (shrinks_) shrunk.insert(name);
    }
    /// Adds the variable that a modified lvalue is part of, such as `row` for `row.a[2]`. Adds nothing if the lvalue is
    /// accessed through a pointer.
    void add_root(const Expression& e) {
        if (e.what == Expression::What::name) insert(e.text);
        if (e.what == Expression::What::member && !e.is_arrow) add_root(*e.children[0]);
        if (e.what == Expression::What::index && !is_pointer(*e.children[0])) add_root(*e.children[0]);
        if (e.what == Expression::What::conditional)
            for (const std::size_t side : {1, 2}) add_root(*e.children[side]);
        add_struct(e);
    }
    /// Adds a struct that an expression may modify through a pointer to an element of an array member. For example,
    /// adds `p` for `*(p.a + 1)`.
    void add_struct(const Expression& e) {
        if (e.what == Expression::What::member && !e.is_arrow) {
            if (e.children[0]->what == Expression::What::name) insert(e.children[0]->text);
            else add_struct(*e.children[0]);
        }
        const bool is_inside = e.what == Expression::What::index || e.what == Expression::What::binary ||
                               e.what == Expression::What::conditional || e.what == Expression::What::cast ||
                               (e.what == Expression::What::unary && (e.op == Operator::star || e.op == Operator::amp));
        if (!is_inside) return;
        for (const auto& child : e.children) add_struct(*child);
    }
    bool is_pointer(const Expression& e) const {
        return e.what == Expression::What::name &&
               std::any_of(function.parameters.begin(), function.parameters.end(), [&](const Declaration& p) {
                   return p.name == e.text && p.type.pointers > 0 && !p.type.is_reference;
               });
    }
    bool may_take_reference(std::map<std::string, std::vector<const Function*>>::const_iterator called,
                            std::size_t a) const {
        return called == functions.end() ||
               std::any_of(called->second.begin(), called->second.end(), [&](const Function* f) {
                   return a >= f->parameters.size() || f->parameters[a].type.is_reference;
               });
    }

    bool shrinks_ = false; ///< whether the current operation decreases a variable
};

constexpr int deepest_types = 20;
constexpr std::size_t longest_name = 4000;
constexpr std::int64_t most_units_of_a_struct = 4096;
constexpr std::uint64_t most_elements = 1 << 20;

/// Merges nested scopes into one scope. Names in inner scopes hide the same names in outer scopes.
Scope all_of(const std::vector<Scope>& names) {
    Scope all;
    for (std::size_t s = names.size(); s-- > 0;) all.insert(names[s].begin(), names[s].end());
    return all;
}

/// Returns the name of a struct template with example arguments for use in error messages, such as `Rows<double, 4>`.
std::string example_of(const Record& record) {
    std::string made;
    for (const auto& parameter : record.template_parameters)
        made += (made.empty() ? "<" : ", ") + std::string(parameter.is_type ? "double" : "4");
    return record.name + made + ">";
}

/// Returns whether two parameter types are the same for the purpose of overload resolution, which ignores top-level
/// const.
bool are_alike(const TypeWords& a, const TypeWords& b) {
    const bool is_value = a.pointers == 0 && !a.is_reference;
    if (a.name != b.name || a.pointers != b.pointers || a.is_reference != b.is_reference) return false;
    if ((!is_value && (a.is_const != b.is_const || a.is_volatile != b.is_volatile)) ||
        a.arguments.size() != b.arguments.size())
        return false;
    const bool has_numbers = a.value != nullptr || b.value != nullptr;
    return !has_numbers && std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), are_alike);
}
bool take_the_same(const Function& a, const Function& b) {
    return a.template_parameters.size() == b.template_parameters.size() && a.is_const == b.is_const &&
           std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
                      [](const Declaration& p, const Declaration& q) {
                          return p.extents.empty() && q.extents.empty() && are_alike(p.type, q.type);
                      });
}

/// Adds a function to a list of overloads. Throws if the function conflicts with one of them.
void add_overload(std::vector<const Function*>& others, const Function& function, CompileBudget& effort) {
    effort.spend(function.place, static_cast<std::int64_t>(others.size()));
    for (const Function* other : others) {
        const bool is_kernel = function.where == Function::Where::kernel || other->where == Function::Where::kernel;
        if (is_kernel || function.name == "run" || function.name == "prepare")
            throw Refusal(function.place,
                          sentence("Function `{name}` is already declared on {place}.",
                                   {{"name", function.name}, {"place", line_of(other->place)}}),
                          sentence("Kernels, run, and prepare cannot be overloaded. Choose another name."));
        if (take_the_same(function, *other))
            throw Refusal(function.place,
                          sentence("Function `{name}` is already declared with these parameters on {place}.",
                                   {{"name", function.name}, {"place", line_of(other->place)}}),
                          sentence("Change the parameters, or choose another name."));
    }
    others.push_back(&function);
}

bool has_return(const Statement& s) {
    if (s.what == Statement::What::return_) return true;
    return std::any_of(s.parts.begin(), s.parts.end(),
                       [](const auto& part) { return part != nullptr && has_return(*part); });
}

[[noreturn]] void refuse_large(const Record& record) {
    throw Refusal(record.place, sentence("Struct `{name}` is too large for registers.", {{"name", record.name}}),
                  sentence("Use arrays."));
}

} // namespace

Library::Library(const TranslationUnit& tree, std::vector<Diagnostic>& refusals_to, CompileBudget& spent)
    : refusals(refusals_to), effort(spent), tree_(tree) {
    for (const Alias& alias : tree.aliases) aliases_.try_emplace(alias.name, &alias);
    for (const Record& record : tree.records) records_.try_emplace(record.name, &record);
    for (const auto& function : tree.functions) add_overload(functions_[function->name], *function, effort);
    for (const Record& record : tree.records) {
        std::map<std::string, std::vector<const Function*>> methods;
        for (const auto& method : record.methods) add_overload(methods[method->name], *method, effort);
    }
    for (const Record& record : tree.records)
        if (record.template_parameters.empty()) {
            TypeWords words;
            words.place = record.place;
            words.name = record.name;
            type_of(words, {});
        }
    constants();
}

void Library::constants() {
    for (const Declaration& d : tree_.constants) {
        const Type* const type = type_of(d.type, {});
        if (!type->is_number()) throw Refusal(d.place, sentence("A constant at namespace scope must be a number."), "");
        const Symbol symbol = symbol_of(constant_of(*this, *d.initial, {}, type), d.place);
        if (!globals_.try_emplace(d.name, symbol).second)
            throw Refusal(d.place, sentence("Constant `{name}` is already declared.", {{"name", d.name}}),
                          sentence("Choose another name."));
    }
    for (const Declaration& d : tree_.variables) add_variable(d);
}

void Library::add_variable(const Declaration& d) {
    constexpr std::int64_t most_constant = 1 << 16, most = 1 << 24;
    const Type* const type = type_of(d, {});
    if (number_in(type)->kind == Kind::none || number_in(type)->kind == Kind::pointer)
        throw Refusal(d.place,
                      sentence("Variable `{name}` at namespace scope cannot have type `{type}`.",
                               {{"name", d.name}, {"type", number_in(type)->name}}),
                      sentence("Declare a number, a struct, or an array of them."));
    if (type->bytes > (d.is_constant ? most_constant : most))
        throw Refusal(d.place, sentence("Array `{name}` is too large.", {{"name", d.name}}),
                      d.is_constant ? sentence("Constant memory has 64 KB. Use a `__device__` array.")
                                    : sentence("Use a smaller array."));
    GlobalVariable variable{d.name, type, d.is_constant, d.type.is_volatile, {}};
    variable.initial.resize(static_cast<std::size_t>(type->bytes));
    if (d.initial != nullptr) write_initial(type, *d.initial, variable.initial.data());
    Symbol symbol{.type = type, .is_const = d.is_constant, .is_volatile = d.type.is_volatile, .is_in_memory = true};
    symbol.place = d.place;
    if (!globals_.try_emplace(d.name, symbol).second)
        throw Refusal(d.place, sentence("Variable `{name}` is already declared.", {{"name", d.name}}),
                      sentence("Choose another name."));
    variables.push_back(std::move(variable));
}

/// Writes the initial value of a variable to `to` in the memory layout of its type. Bytes without an initial value
/// remain 0.
void Library::write_initial(const Type* type, const Expression& value, std::byte* to) {
    const bool is_list = value.what == Expression::What::construct && value.type.name.empty();
    const bool is_array = type->kind == Kind::array;
    if (type->is_number()) {
        if (is_list && value.children.empty()) return;
        const Expression& number = is_list && value.children.size() == 1 ? *value.children[0] : value;
        const std::uint64_t bits = bits_of(constant_of(*this, number, {}, type));
        std::memcpy(to, &bits, static_cast<std::size_t>(type->bytes));
        return;
    }
    if (!is_list)
        throw Refusal(value.place, sentence("`{type}` must be initialized with a braced list.", {{"type", type->name}}),
                      sentence("Write the values in braces, such as `{1, 2}`."));
    const std::size_t parts = is_array ? static_cast<std::size_t>(type->count) : type->fields.size();
    if (value.children.size() > parts)
        throw Refusal(value.children[parts]->place,
                      sentence("Too many initializers for `{type}`.", {{"type", type->name}}),
                      sentence("Specify at most {n} {n:value|values}.", {{"n", parts}}));
    for (std::size_t p = 0; p < value.children.size(); ++p)
        if (is_array) write_initial(type->of, *value.children[p], to + static_cast<std::int64_t>(p) * type->of->bytes);
        else write_initial(type->fields[p].type, *value.children[p], to + type->fields[p].offset);
}

const std::vector<const Function*>& Library::functions(const std::string& name) const {
    static const std::vector<const Function*> none;
    const auto known = functions_.find(name);
    return known == functions_.end() ? none : known->second;
}
const RecordInstance* Library::record_of(const Type* type) const {
    const auto known = record_of_.find(type);
    return known == record_of_.end() ? nullptr : &known->second;
}
std::vector<std::string> Library::function_names() const {
    std::vector<std::string> names;
    for (const auto& [name, function] : functions_) names.push_back(name);
    return names;
}
std::string Library::near_to(const std::string& name, const std::vector<std::string>& known, SourceLocation at) {
    std::size_t letters = 0;
    for (const std::string& each : known) letters += each.size();
    effort.spend(at, static_cast<std::int64_t>(letters));
    return most_similar_names(name, known);
}
const Library::ChangedNames& Library::changes(const Function& function) {
    const auto [place, is_new] = changed_.try_emplace(&function);
    if (is_new) {
        Changes changes(function, functions_);
        changes.collect(*function.body);
        place->second = {std::move(changes.names), std::move(changes.shrunk)};
    }
    return place->second;
}

const Type* Library::type_of(const TypeWords& words, const std::vector<Scope>& names, int depth) {
    effort.spend(words.place);
    if (depth > deepest_types)
        throw Refusal(words.place, sentence("Type `{name}` contains itself.", {{"name", words.name}}),
                      sentence("Store an index instead."));
    const Type* type = nullptr;
    for (std::size_t s = names.size(); s-- > 0 && type == nullptr;) {
        const auto known = names[s].find(words.name);
        if (known != names[s].end() && known->second.what == Symbol::What::type && words.arguments.empty())
            type = known->second.type;
    }
    if (type == nullptr && words.arguments.empty()) type = types.named(words.name);
    bool is_const = words.is_const;
    if (type == nullptr)
        if (const auto alias = aliases_.find(words.name); alias != aliases_.end())
            type = type_of(alias->second->type, names, depth + 1);
    if (type == nullptr)
        if (const auto record = records_.find(words.name); record != records_.end())
            type = record_type(*record->second, words, names, depth);
    if (type == nullptr) {
        if (is_damaged(words.name)) throw Refusal(words.place, {});
        std::vector<std::string> known;
        for (const Record& record : tree_.records) known.push_back(record.name);
        throw Refusal(words.place, sentence("`{name}` is not a type.", {{"name", words.name}}),
                      nearest_type(words.name, known));
    }
    for (int p = 0; p < words.pointers; ++p) {
        type = types.pointer(type, is_const, p == 0 && words.is_volatile);
        is_const = (words.const_stars >> p & 1u) != 0;
    }
    return type;
}

const Type* Library::type_of(const Declaration& parameter, const std::vector<Scope>& names) {
    const Type* type = type_of(parameter.type, names);
    for (std::size_t e = parameter.extents.size(); e-- > 0;) {
        const bool is_counted = e == 0 && parameter.extents[e] == nullptr && parameter.initial != nullptr;
        if (is_counted) return types.array(type, static_cast<std::int64_t>(parameter.initial->children.size()));
        if (parameter.extents[e] == nullptr)
            throw Refusal(parameter.place,
                          sentence("The size of array `{name}` is missing.", {{"name", parameter.name}}),
                          sentence("Write the size between the brackets."));
        const Constant count = constant_of(*this, *parameter.extents[e], all_of(names));
        if (!count.type->is_integer() || static_cast<std::int64_t>(count.bits) <= 0 || count.bits > most_elements)
            throw Refusal(
                parameter.place,
                sentence("The size of array `{name}` must be a positive integer.", {{"name", parameter.name}}),
                sentence("Write a constant or a template parameter."));
        type = types.array(type, static_cast<std::int64_t>(count.bits));
    }
    return type;
}

/// Returns the value of a non-type template argument. Throws Refusal if the argument is not an integer constant.
std::int64_t Library::number_of(const TypeWords& argument, const std::vector<Scope>& names) {
    const auto v = known_constant(*this, *argument.value, all_of(names));
    if (!v || !v->type->is_integer())
        throw Refusal(argument.place, sentence("A template argument must be a constant."),
                      sentence("Use a constexpr variable or a literal."));
    return static_cast<std::int32_t>(v->bits);
}

Symbol Library::argument_of(const Record& record, std::size_t p, const TypeWords& words,
                            const std::vector<Scope>& names, const Scope& own, int depth) {
    const TemplateParameter& parameter = record.template_parameters[p];
    const bool is_given = p < words.arguments.size();
    if (!parameter.is_type) {
        if (!is_given)
            return number(types, static_cast<std::int32_t>(constant_of(*this, *parameter.standard, own).bits),
                          parameter.place);
        if (words.arguments[p].value == nullptr)
            throw Refusal(words.arguments[p].place,
                          sentence("Template parameter `{parameter}` of `{name}` must be a constant.",
                                   {{"parameter", parameter.name}, {"name", record.name}}),
                          sentence("Write a constant."));
        return number(types, number_of(words.arguments[p], names), parameter.place);
    }
    if (is_given && words.arguments[p].value != nullptr)
        throw Refusal(words.arguments[p].place,
                      sentence("Template parameter `{parameter}` of `{name}` must be a type.",
                               {{"parameter", parameter.name}, {"name", record.name}}),
                      sentence("Write a type such as `float` or `double`."));
    return symbol_of(is_given ? type_of(words.arguments[p], names, depth + 1)
                              : type_of(parameter.standard_type, {own}, depth + 1));
}

const Type* Library::record_type(const Record& record, const TypeWords& words, const std::vector<Scope>& names,
                                 int depth) {
    Scope own;
    std::string name = record.name;
    std::vector<RecordInstance::Argument> arguments;
    const auto& parameters = record.template_parameters;
    std::size_t needed = parameters.size();
    const auto has_standard = [](const TemplateParameter& p) {
        return p.is_type ? !p.standard_type.name.empty() : p.standard != nullptr;
    };
    while (needed > 0 && has_standard(parameters[needed - 1])) --needed;
    if (words.arguments.size() < needed || words.arguments.size() > parameters.size())
        throw Refusal(words.place,
                      sentence("Struct `{name}` takes {n} template {n:argument|arguments}.",
                               {{"name", record.name}, {"n", parameters.size()}}),
                      parameters.empty() ? sentence("Write the name without template arguments.")
                                         : sentence("Write {example}.", {{"example", example_of(record)}}));
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        const Symbol symbol = argument_of(record, p, words, names, own, depth);
        const bool is_type = symbol.what == Symbol::What::type;
        arguments.push_back({is_type ? symbol.type : nullptr, static_cast<std::int64_t>(symbol.constant.bits)});
        name += (p == 0 ? "<" : ", ") + (is_type ? symbol.type->name : std::to_string(arguments.back().number));
        if (name.size() > longest_name)
            throw Refusal(words.place, sentence("The name of this type exceeds 4,000 characters."),
                          sentence("Reduce the nesting of template arguments."));
        own[parameters[p].name] = symbol;
    }
    if (!arguments.empty()) name += ">";
    if (const Type* const known = types.named(name)) return known;
    for (const Declaration& d : record.constants) {
        const Type* const type = d.type.name == "auto" ? nullptr : type_of(d.type, {own}, depth + 1);
        if (type != nullptr && !type->is_number())
            throw Refusal(d.place, sentence("A constant in a struct must be a number."), "");
        own[d.name] = symbol_of(constant_of(*this, *d.initial, own, type), d.place);
    }
    std::vector<std::pair<std::string, const Type*>> fields;
    std::int64_t units = 0;
    for (const Declaration& field : record.fields) {
        const Type* type = type_of(field.type, {own}, depth + 1);
        if (type->kind == Kind::none) throw Refusal(field.place, sentence("A field cannot have type void."), "");
        for (std::size_t e = field.extents.size(); e-- > 0;) {
            const Constant size = constant_of(*this, *field.extents[e], own);
            if (!size.type->is_integer() || static_cast<std::int64_t>(size.bits) <= 0 || size.bits > 4096)
                throw Refusal(
                    field.place,
                    sentence("The size of array `{name}` must be an integer from 1 to 4096.", {{"name", field.name}}),
                    "");
            type = types.array(type, static_cast<std::int64_t>(size.bits));
            if (type->units > most_units_of_a_struct) refuse_large(record);
        }
        if ((units += type->units) > most_units_of_a_struct) refuse_large(record);
        for (const auto& [other, of] : fields)
            if (other == field.name)
                throw Refusal(field.place, sentence("Field `{name}` is already declared.", {{"name", field.name}}),
                              sentence("Choose another name."));
        fields.emplace_back(field.name, type);
    }
    if (fields.empty())
        fields.emplace_back("", types.of(Kind::int8)); // in C++, the size of an empty struct is one byte
    const Type* const made = types.record(name, fields);
    // In its own definition, the template name without arguments refers to this instantiation.
    own[record.name] = symbol_of(made);
    record_of_[made] = {&record, std::move(arguments), std::move(own)};
    return made;
}

bool Library::returns_last(const Function& function) {
    const auto [known, is_new] = returns_last_.try_emplace(&function, true);
    if (!is_new) return known->second;
    const auto& parts = function.body->parts;
    for (std::size_t p = 0; p + 1 < parts.size(); ++p)
        if (has_return(*parts[p])) return known->second = false;
    return known->second =
               parts.empty() || parts.back()->what == Statement::What::return_ || !has_return(*parts.back());
}

const Typed& Instance::typed(const Expression& e) const {
    const auto known = expressions.find(&e);
    if (known == expressions.end())
        throw Refusal(e.place, sentence("`{name}` cannot be compiled.", {{"name", function->name}}));
    return known->second;
}

Instance& Library::instance(const Function& function, const Scope& names, const Type* object, bool is_host) {
    std::string name = instance_of(function, names) + (object != nullptr ? " of " + object->name : "");
    auto& place = instances_[{&function, name, is_host}];
    if (place != nullptr) return *place;
    place = std::make_unique<Instance>();
    place->function = &function;
    place->names = names;
    place->object = object;
    place->is_host = is_host;
    place->name = std::move(name);
    return *place;
}

} // namespace warploom::simt
