#include "engine/simt/sema/print_format.h"

#include "engine/sentence.h"
#include "engine/simt/sema/sema.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

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

} // namespace

bool names_error(const Expression& e) {
    return e.what == Expression::What::call && e.children.size() == 1 &&
           (e.text == "cudaGetErrorString" || e.text == "cudaGetErrorName");
}
bool is_text(const Expression& e) {
    return e.what == Expression::What::text || names_error(e) ||
           (e.what == Expression::What::conditional && is_text(*e.children[1]) && is_text(*e.children[2]));
}

PrintFormat print_format(const Expression& call) {
    const bool is_stream = call.text == "fprintf";
    const auto& given = call.children;
    if (is_stream &&
        !(given[0]->what == Expression::What::name && (given[0]->text == "stderr" || given[0]->text == "stdout")))
        refuse(call, sentence("The stream of `fprintf` must be `stderr` or `stdout`."), sentence("Use `printf`."));
    PrintFormat format;
    format.first_value = is_stream ? 2 : 1;
    if (given.size() < format.first_value || given[format.first_value - 1]->what != Expression::What::text)
        refuse(call, sentence("The format of printf must be a string literal."),
               sentence("Write printf(\"%d\\n\", value)."));
    format.conversions = FormatReader(given[format.first_value - 1]->text, call.place).conversions();
    for (const Conversion& conversion : format.conversions) {
        if (conversion.width == Conversion::given) format.kinds += '*';
        if (conversion.precision == Conversion::given) format.kinds += '*';
        if (conversion.kind != '\0') format.kinds += conversion.kind;
    }
    const std::size_t values = given.size() - format.first_value;
    if (format.kinds.size() != values)
        refuse(
            call,
            sentence("The format string requires {expected} {expected:argument|arguments}, but {n} {n:was|were} given.",
                     {{"expected", format.kinds.size()}, {"n", values}}),
            "");
    return format;
}

} // namespace warploom::simt
