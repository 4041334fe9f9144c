#include "engine/simt/language/parser.h"

#include "engine/sentence.h"
#include "engine/simt/language/words.h"

#include <algorithm>

namespace warploom::simt {

namespace {
constexpr int most_stars = 16;
constexpr std::size_t most_extents = 16;
} // namespace

ExpressionParser::ExpressionParser(const std::vector<Token>& tokens, CompileBudget& effort)
    : TokenReader(tokens, effort) {
    for (const char* name :
         {"int2",  "uint2",   "float2", "double2", "int4",   "uint4",   "float4", "dim3",   "float3",    "int3",
          "uint3", "double3", "char2",  "uchar2",  "short2", "ushort2", "char4",  "uchar4", "longlong2", "ulonglong2"})
        types_.insert(name);
}

void ExpressionParser::declare(const std::string& variable) {
    if (variables_.insert(variable).second) declared_.push_back(variable);
}

void ExpressionParser::forget_variables(std::size_t from) {
    for (; declared_.size() > from; declared_.pop_back()) variables_.erase(declared_.back());
}

bool ExpressionParser::is_type_name(const Token& token) const {
    return token.kind == TokenKind::name && (is_number_word(token.text) || types_.count(token.text) != 0);
}

bool ExpressionParser::begins_type(std::size_t ahead) const {
    const Token &word = next(ahead), &behind = next(ahead + 1);
    if (begins_static_member(ahead)) return false;
    return is_type_name(word) || word.is(Keyword::const_) || word.is(Keyword::volatile_) || word.is(Keyword::auto_) ||
           (word.is(Keyword::struct_) && types_.count(behind.text) != 0) ||
           (word.is(Keyword::typename_) && is_type_name(behind));
}

bool ExpressionParser::begins_static_member(std::size_t ahead) const {
    if (!is_type_name(next(ahead)) || enumerations_.count(next(ahead).text) != 0) return false;
    std::size_t behind = ahead + 1;
    if (next(behind).is(Mark::less) && templates_.count(next(ahead).text) != 0)
        for (int depth = 0; next(behind).kind != TokenKind::end && !next(behind).is(Mark::semicolon);) {
            const Token& token = next(behind++);
            depth += token.is(Mark::less) ? 1 : token.is(Mark::greater) ? -1 : token.is(Mark::shift_right) ? -2 : 0;
            if (depth <= 0) break;
        }
    return next(behind).is(Mark::scope) && !next(behind + 1).is_name("arrival_token");
}

/// Throws if no type begins here. If the name is unknown, suggests the most similar type.
void ExpressionParser::require_type() const {
    if (begins_type()) return;
    if (now().kind == TokenKind::name && !is_reserved_word(now().text)) refuse_as_type();
    refuse_here(sentence("Expected a type before {found}.", {{"found", shown()}}));
}

void ExpressionParser::refuse_as_type() const {
    if (!unknown_types_.insert(now().text).second) throw Refusal(now().place, {});
    if (const auto* const word = find_foreign_word(now().text)) throw refusal_of(*word, now().text, now().place);
    refuse_here(sentence("`{name}` is not a type.", {{"name", now().text}}),
                nearest_type(now().text, {types_.begin(), types_.end()}));
}

/// Parses a type, such as `const unsigned long long`, `T`, `struct Row`, or `Row<T>`, including its pointer
/// declarators.
TypeWords ExpressionParser::type() {
    TypeWords made = type_without_stars();
    pointers(made);
    return made;
}

TypeWords ExpressionParser::type_without_stars() {
    const Depth depth(*this);
    TypeWords made;
    made.place = now().place;
    const auto qualifiers = [&] {
        for (;;)
            if (accept(Keyword::const_) || accept(Keyword::constexpr_)) made.is_const = true;
            else if (accept(Keyword::volatile_)) made.is_volatile = true;
            else if (!accept(Keyword::struct_) && !accept(Keyword::typename_)) return;
    };
    const bool is_member_type = is(Keyword::typename_);
    qualifiers();
    if (is_member_type && begins_static_member())
        refuse_here(sentence("Types inside structs are not supported."),
                    sentence("Write the type, or pass it as a template parameter."));
    if (!begins_static_member()) refuse_word();
    if (is_number_word(now().text) && now().kind == TokenKind::name) {
        made.name = number_type(made);
    } else if (is(Keyword::auto_) || is_type_name(now())) {
        made.name = take().text;
        if (templates_.count(made.name) != 0 && accept(Mark::less)) {
            if (!is(Mark::greater)) {
                do made.arguments.push_back(template_argument());
                while (accept(Mark::comma));
            }
            expect(Mark::greater);
        }
    } else {
        const auto* const word = now().kind == TokenKind::name ? find_foreign_word(now().text) : nullptr;
        if (word != nullptr) throw refusal_of(*word, now().text, now().place);
        refuse_here(sentence("Expected a type before {found}.", {{"found", shown()}}),
                    now().kind == TokenKind::name ? nearest_type(now().text, {types_.begin(), types_.end()}) : "");
    }
    if (is(Mark::scope) && next().is_name("arrival_token")) { // the type that cuda::barrier::arrive() returns
        take();
        take();
        made.arguments.clear();
        made.name = "unsigned";
    }
    qualifiers();
    return made;
}

/// Parses a template argument of a struct template, which is a type or an integral constant.
TypeWords ExpressionParser::template_argument() {
    if (begins_type()) return type();
    TypeWords number;
    number.place = now().place;
    // Accept only operators that bind more tightly than `<` and `>`, which delimit the template arguments.
    number.value = binary(8);
    return number;
}

/// Parses a number type, such as `unsigned long long int`. The words can be in any order.
std::string ExpressionParser::number_type(TypeWords& type) {
    int longs = 0;
    bool is_unsigned = false, is_signed = false;
    std::string base;
    const SourceLocation from = now().place;
    while (now().kind == TokenKind::name &&
           (is_number_word(now().text) || is(Keyword::const_) || is(Keyword::volatile_))) {
        // In `typedef unsigned int uint;`, the last word is the new name.
        const bool has_type = is_unsigned || is_signed || longs > 0 || !base.empty();
        if (has_type && next().is(Mark::semicolon)) break;
        const std::string word = take().text;
        if (word == "unsigned") is_unsigned = true;
        else if (word == "signed") is_signed = true;
        else if (word == "long") ++longs;
        else if (word == "const") type.is_const = true;
        else if (word == "volatile") type.is_volatile = true;
        else if (word == "int" && (base == "short" || longs > 0)) continue;
        else if (word == "short" && base == "int") base = word;
        else if (!base.empty())
            throw Refusal(from, sentence("`{first} {second}` is not a type.", {{"first", base}, {"second", word}}),
                          sentence("Write only one of the two types."));
        else base = word;
    }
    if (longs > 0 && (base.empty() || base == "int")) base = "long long";
    else if (longs > 0)
        throw Refusal(from, sentence("`long {type}` is not supported in device code.", {{"type", base}}),
                      sentence("Write `double`."));
    if (base.empty()) base = "int";
    const std::string plain = plain_number(base);
    if (!is_unsigned && !is_signed) return plain;
    if (plain == "float" || plain == "double" || plain == "bool" || plain == "void")
        throw Refusal(from, sentence("`unsigned {type}` is not a type.", {{"type", base}}),
                      sentence("Write `{code}`.", {{"code", base}}));
    if (!is_unsigned || plain.rfind("unsigned", 0) == 0) return plain;
    return plain == "int" ? "unsigned" : "unsigned " + plain;
}

void ExpressionParser::pointers(TypeWords& type) {
    for (;;) {
        skip_attributes();
        if (accept(Mark::star)) {
            if (++type.pointers > most_stars)
                refuse_here(
                    sentence("Pointer types can have at most {most} levels of indirection.", {{"most", most_stars}}),
                    sentence("Use an array with a computed index."));
        } else if (accept(Keyword::restrict_cuda) || accept(Keyword::restrict_short) || accept(Keyword::restrict_c)) {
            type.is_restrict = true;
        } else if (accept(Keyword::volatile_)) {
        } else if (type.pointers > 0 && is(Keyword::const_)) {
            take();
            type.const_stars |= 1u << (type.pointers - 1);
        } else if (is(Mark::amp) && !type.is_reference) {
            take();
            type.is_reference = true;
        } else if (is(Mark::logical_and)) {
            refuse_here(sentence("Rvalue references (`&&`) are not supported."),
                        sentence("Use `&`, or pass by value."));
        } else {
            return;
        }
    }
}

/// Parses array extents, such as `[4][n]`. If `may_be_open` is set, the first extent can be empty (`[]`).
void ExpressionParser::extents(Declaration& of, bool may_be_open) {
    while (is(Mark::open_bracket)) {
        if (of.extents.size() == most_extents)
            refuse_here(sentence("Arrays can have at most {most} dimensions.", {{"most", most_extents}}),
                        sentence("Use one dimension and compute the index."));
        take();
        of.extents.push_back(may_be_open && is(Mark::close_bracket) ? nullptr : conditional());
        expect(Mark::close_bracket);
    }
}

/// Parses static data members, such as `static constexpr int n = 4, m = 2 * n;`.
void Parser::static_constants(Record& record, const TypeWords& of) {
    do {
        Declaration constant;
        constant.type = of;
        constant.place = now().place;
        constant.name = name();
        if (is(Mark::open_bracket))
            refuse_here(sentence("Constant arrays are not supported inside a struct."),
                        sentence("Declare a `__constant__` array outside the struct."));
        const bool is_braced = accept(Mark::open_brace);
        if (!is_braced && !accept(Mark::assign))
            refuse_here(sentence("Constant `{name}` requires an initializer.", {{"name", constant.name}}),
                        sentence("Add an initializer, such as `= 4`."));
        constant.initial = conditional();
        if (is_braced) expect(Mark::close_brace);
        record.constants.push_back(std::move(constant));
    } while (accept(Mark::comma));
    expect_end_of_statement();
}

/// Parses global variables, such as `__device__ int counter = 0, table[4];`.
void Parser::variables(TranslationUnit& tree, const TypeWords& of, bool is_read_only) {
    do {
        Declaration made;
        made.type = of;
        declarator(made);
        made.is_constant = is_read_only;
        tree.variables.push_back(std::move(made));
    } while (accept(Mark::comma));
    forget_variables(0);
    expect_end_of_statement();
}

void accept_any_group(Function& function) {
    for (Declaration& parameter : function.parameters) {
        if (parameter.type.name != "thread_group" || parameter.type.pointers > 0) continue;
        TemplateParameter group;
        group.place = parameter.place;
        group.name = "type of " + parameter.name; // no source file can contain this name, because it has spaces
        parameter.type.name = group.name;
        function.template_parameters.push_back(std::move(group));
    }
}

} // namespace warploom::simt
