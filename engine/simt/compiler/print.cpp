#include "engine/simt/compiler/builtins.h"

#include "engine/simt/sema/print_format.h"

namespace warploom::simt {

/// Compiles a string argument of printf. Returns a register with the index of the string, because `?:` may select
/// different strings in different lanes.
std::uint32_t BuiltInCode::text_choice(const Expression& e, Print& print) {
    const Type* const i32 = type_of(Kind::int32);
    if (e.what == Expression::What::text) {
        print.texts.push_back(e.text.substr(0, e.text.find('\0')));
        return materialize(whole(i32, print.texts.size() - 1), e.place);
    }
    if (names_error(e)) {
        print.texts.emplace_back(e.text == "cudaGetErrorName" ? "cudaSuccess" : "no error");
        return materialize(whole(i32, print.texts.size() - 1), e.place);
    }
    const Value test = value(*e.children[0]);
    if (test.is_constant()) return text_choice(*e.children[test.constant.is_true() ? 1 : 2], print);
    const std::uint32_t yes = text_choice(*e.children[1], print), no = text_choice(*e.children[2], print);
    const std::uint32_t unit = temporary(i32, e.place);
    emit_code(Op::select32, e.place, unit, yes, no, materialize(test, e.place));
    return unit;
}

Value BuiltInCode::print(const Expression& e, int) {
    const PrintFormat format = print_format(e);
    Print print;
    print.conversions = format.conversions;
    for (std::size_t v = 0; v < format.kinds.size(); ++v) {
        const Expression& given = *e.children[format.first_value + v];
        if (format.kinds[v] == 's') {
            print.values.emplace_back(text_choice(given, print), nullptr);
            continue;
        }
        const Value printed = value(given);
        print.values.emplace_back(materialize(printed, given.place), printed.type);
    }
    code_.prints.push_back(std::move(print));
    emit_code(Op::print, e.place, static_cast<std::uint32_t>(code_.prints.size()) - 1);
    return {};
}

} // namespace warploom::simt
