#include "engine/simt/compiler/builtins.h"

#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <string_view>

// Compiles printf. The format string is parsed at compile time.

namespace warploom::simt {

namespace {

class FormatReader {
public:
    FormatReader(const std::string& format, SourceLocation at)
        : format_(std::string_view(format).substr(0, format.find('\0'))), place_(at) {}

    std::vector<Conversion> conversions() {
        std::vector<Conversion> list(1);
        while (at_ < format_.size()) {
            const char c = format_[at_++];
            if (c != '%' || accept('%')) {
                list.back().before += c;
                continue;
            }
            read(list.back());
            list.emplace_back();
        }
        return list;
    }

private:
    bool accept(char c) {
        const bool is_there = at_ < format_.size() && format_[at_] == c;
        at_ += is_there ? 1 : 0;
        return is_there;
    }
    std::string accept_all(std::string_view letters) {
        const std::size_t from = at_;
        at_ = std::min(format_.find_first_not_of(letters, at_), format_.size());
        return std::string(format_.substr(from, at_ - from));
    }
    int number(int otherwise) {
        if (accept('*')) return Conversion::given;
        const std::string digits = accept_all("0123456789");
        int number = 0;
        for (const char c : digits) number = std::min(10 * number + (c - '0'), most_printed_width + 1);
        if (number > most_printed_width)
            throw Refusal(place_, sentence("The field width or precision is too large."),
                          sentence("Use a field width of at most {most} characters.", {{"most", most_printed_width}}));
        return digits.empty() ? otherwise : number;
    }
    void read(Conversion& made) {
        const std::size_t from = at_;
        made.flags = accept_all("-+ #0");
        made.width = number(Conversion::none);
        if (accept('.')) made.precision = number(0);
        made.size = accept_all("hljzt");
        made.kind = at_ < format_.size() ? format_[at_++] : '\0';
        constexpr std::array<std::string_view, 8> sizes{"", "hh", "h", "l", "ll", "j", "z", "t"};
        const bool is_whole = std::string_view("diuxXo").find(made.kind) != std::string_view::npos;
        const bool is_real = std::string_view("fFeEgGaA").find(made.kind) != std::string_view::npos;
        const bool is_other = std::string_view("cps").find(made.kind) != std::string_view::npos;
        const bool has_size = std::find(sizes.begin(), sizes.end(), made.size) != sizes.end();
        const bool is_known = made.kind != '\0' && ((is_whole && has_size) || (is_other && made.size.empty()) ||
                                                    (is_real && (made.size.empty() || made.size == "l")));
        if (!is_known)
            throw Refusal(place_,
                          sentence("Conversion specification `%{conversion}` is not supported.",
                                   {{"conversion", std::string(format_.substr(from, at_ - from))}}),
                          sentence("Use %d, %i, %u, %x, %X, %o, %f, %e, %g, %a, %c, %s, %p, or %%. Integer conversions "
                                   "accept h, hh, l, and ll."));
    }

    std::string_view format_;
    SourceLocation place_;
    std::size_t at_ = 0;
};

/// Returns whether an expression is `cudaGetErrorString(error)` or `cudaGetErrorName(error)`. The only error code is
/// cudaSuccess.
bool names_error(const Expression& e) {
    return e.what == Expression::What::call && e.children.size() == 1 &&
           (e.text == "cudaGetErrorString" || e.text == "cudaGetErrorName");
}
bool is_text(const Expression& e) {
    return e.what == Expression::What::text || names_error(e) ||
           (e.what == Expression::What::conditional && is_text(*e.children[1]) && is_text(*e.children[2]));
}

} // namespace

/// Returns a register with the index of a string; the two operands of a `?:` are supported.
std::uint32_t BuiltInCode::text_choice(const Expression& e, Print& print) {
    const Type* const i32 = library_.types.of(Kind::int32);
    if (e.what == Expression::What::text) {
        print.texts.push_back(e.text.substr(0, e.text.find('\0')));
        return materialize(whole(i32, print.texts.size() - 1), e.place);
    }
    if (names_error(e)) {
        print.texts.emplace_back(e.text == "cudaGetErrorName" ? "cudaSuccess" : "no error");
        return materialize(whole(i32, print.texts.size() - 1), e.place);
    }
    const Value test = truth(value(*e.children[0]), e.children[0]->place);
    if (test.is_constant()) return text_choice(*e.children[test.constant.is_true() ? 1 : 2], print);
    const bool is_plain_one =
        e.children[1]->what == Expression::What::text && e.children[2]->what == e.children[1]->what;
    if (!is_plain_one)
        refuse(e.place, sentence("A nested `?:` is not supported for string arguments."),
               sentence("Use `if` with one printf per string."));
    const std::uint32_t yes = text_choice(*e.children[1], print), no = text_choice(*e.children[2], print);
    const std::uint32_t unit = temporary(i32, e.place);
    emit_code(Op::select32, e.place, unit, yes, no, materialize(test, e.place));
    return unit;
}

/// Compiles printf and fprintf. `first` is the index of the format among the arguments.
Value BuiltInCode::print(const Expression& e, int first) {
    const auto format = static_cast<std::size_t>(first);
    if (format == 1 && !(e.children[0]->what == Expression::What::name &&
                         (e.children[0]->text == "stderr" || e.children[0]->text == "stdout")))
        refuse(e.place, sentence("The stream of `fprintf` must be `stderr` or `stdout`."), sentence("Use `printf`."));
    if (e.children.size() <= format || e.children[format]->what != Expression::What::text)
        refuse(e.place, sentence("The format of printf must be a string literal."),
               sentence("Write printf(\"%d\\n\", value)."));
    Print print;
    print.conversions = FormatReader(e.children[format]->text, e.place).conversions();
    std::vector<char> kinds; // conversion of each argument; '*' for a width or precision
    for (const Conversion& conversion : print.conversions) {
        if (conversion.width == Conversion::given) kinds.push_back('*');
        if (conversion.precision == Conversion::given) kinds.push_back('*');
        if (conversion.kind != '\0') kinds.push_back(conversion.kind);
    }
    const std::size_t follow = e.children.size() - 1 - format;
    if (kinds.size() != follow)
        refuse(
            e.place,
            sentence("The format string requires {expected} {expected:argument|arguments}, but {n} {n:was|were} given.",
                     {{"expected", kinds.size()}, {"n", follow}}),
            "");
    for (std::size_t v = 0; v < follow; ++v) {
        const Expression& given = *e.children[format + 1 + v];
        const char kind = kinds[v];
        if (kind == 's') {
            if (!is_text(given))
                refuse(given.place,
                       sentence("The argument of `%s` must be a string literal or a `?:` of two string literals."),
                       sentence("Print numbers with %d or %g."));
            print.values.emplace_back(text_choice(given, print), nullptr);
            continue;
        }
        const Value printed = value(given);
        if (printed.type == nullptr || !printed.type->is_scalar())
            refuse(given.place, sentence("An argument of printf must be a number."),
                   sentence("Print the fields one by one."));
        if (kind == '*' && !printed.type->is_integer())
            refuse(given.place, sentence("The argument of `*` in a format must be an integer."),
                   sentence("Convert it to int."));
        const Type* const type = kind == '*' ? library_.types.of(Kind::int32) : promoted(library_.types, printed.type);
        const Value ready = printed.type->is_number() ? convert(printed, type, given.place) : printed;
        print.values.emplace_back(materialize(ready, given.place), ready.type);
    }
    code_.prints.push_back(std::move(print));
    emit_code(Op::print, e.place, static_cast<std::uint32_t>(code_.prints.size()) - 1);
    return {};
}

} // namespace warploom::simt
