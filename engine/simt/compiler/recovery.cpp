#include "engine/sentence.h"
#include "engine/simt/compiler/compiler.h"

#include <array>

// Errors and warnings: how compilation continues behind a statement with an error, and code that is probably not meant.

namespace warploom::simt {

void Compiler::report(const Refusal& refusal) {
    has_errors_ = true;
    if (!refusal.diagnostic.sentence.empty()) library_.refusals.push_back(refusal.diagnostic);
}

/// Compiles what is inside of a statement whose condition has an error, so that errors there are reported, too.
void Compiler::inner_statements(const Statement& s) {
    const bool is_loop =
        s.what == Statement::What::for_ || s.what == Statement::What::while_ || s.what == Statement::What::do_;
    if (!is_loop && s.what != Statement::What::if_) return;
    scopes_.emplace_back();
    if (is_loop) loops_.push_back({new_label(), new_label(), slot_, slot_});
    statements(s.parts);
    if (is_loop) loops_.pop_back();
    scopes_.pop_back();
}

/// Compiles statements. After an error it continues with the next one; the code is not used then.
void Compiler::statements(const std::vector<StatementPointer>& list) {
    for (const auto& part : list) {
        if (part == nullptr) continue; // a `for` without a first part
        if (laid_out_ > 0) {           // an error only means that the loop is not unrolled
            statement(*part);
            continue;
        }
        const auto figures = std::tuple(top_, slot_, join_, guard_, flops_, is_trial_);
        const std::array<std::size_t, 4> sizes{loops_.size(), calls_.size(), call_lines_.size(), scopes_.size()};
        try {
            statement(*part);
        } catch (const Refusal& refusal) {
            report(refusal);
            std::tie(top_, slot_, join_, guard_, flops_, is_trial_) = figures;
            laid_out_ = 0;
            loops_.resize(sizes[0]);
            calls_.resize(sizes[1]);
            call_lines_.resize(sizes[2]);
            scopes_.resize(sizes[3]);
            for (const Declaration& d : part->variables)
                if (find(d.name) == nullptr) failed_.insert(d.name);
            inner_statements(*part);
        }
    }
}

void Compiler::warn(SourceLocation at, const char* sentence, const char* hint) {
    library_.warnings.push_back({at.line, at.column, sentence, hint, at.header});
}

/// Warns of `=` in a condition, and refuses it where the left side is constant.
void Compiler::look_at_condition(const Expression& e) {
    if (e.what != Expression::What::assign || e.op != Operator::none) return;
    const Expression& left = *e.children[0];
    const Symbol* const symbol = left.what == Expression::What::name ? find(left.text) : nullptr;
    const bool is_const = symbol != nullptr && (symbol->what == Symbol::What::value || symbol->target.is_const);
    if (is_const) refuse(e.place, sentence("This condition assigns a value."), sentence("Did you mean `==`?"));
    warn(e.place, sentence_pattern("This condition assigns a value."), sentence_pattern("Did you mean `==`?"));
}

/// Warns of a shuffle or a vote whose result is not used.
void Compiler::look_at_result(const Expression& e) {
    if (e.what != Expression::What::call || e.is_method) return;
    if (e.text.starts_with("__shfl_") || e.text == "__ballot_sync" || e.text == "__any_sync" || e.text == "__all_sync")
        warn(e.place, sentence_pattern("The result of this call is not used."),
             sentence_pattern("Assign it to a variable, or remove the call."));
}

} // namespace warploom::simt
