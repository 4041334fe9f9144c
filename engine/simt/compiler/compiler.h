#pragma once

#include "engine/simt/compiler/builtins.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::simt {

/// Compiles a kernel or host function, and inlines all functions that it calls.
class Compiler : private BuiltInCode {
public:
    Compiler(Library& library, const Instance& instance, Code& code);
    /// Compiles the function. Adds errors to the error list of the library.
    void run();

private:
    // The loops, switches and function calls that are being compiled.
    struct Loop {
        bool is_switch = false; ///< whether this is a switch, to which `continue` does not apply
        std::uint32_t break_slot = 0, continue_slot = 0;
    };
    struct Call {
        const Instance* instance = nullptr;
        std::uint32_t result = no_register, slot = 0;
        int end = -1;
        std::size_t first_loop = 0;
        /// Whether the called function has a single `return`, which is its last statement.
        bool is_simple = false;
        Value value;
    };

    void statements(const std::vector<StatementPointer>& list);
    void inner(const Statement& s); ///< compiles a statement in a new scope
    void block(const Statement& s);
    void statement(const Statement& s);
    void declare(const Declaration& d);
    void declare_shared(const Declaration& d);
    void if_statement(const Statement& s);
    void loop_test(const Expression* condition, std::uint32_t slot, int end);
    void loop(const Statement& s);
    void turn_in_loop(const Statement& s);
    bool unroll(const Statement& s);
    void step_besides(const Expression& step);
    /// Returns the value of a variable if it is constant at the current statement.
    std::optional<Constant> constant_in(const std::string& name) const;
    void switch_statement(const Statement& s);
    void leave(const Statement& s);
    void return_statement(const Statement& s);

    Value call(const Expression& e) override;
    Value call_function(const Expression& e, const Instance& instance, const Target* object = nullptr);
    void run_inlined(Call& call);
    void bind_parameter(const Expression& argument, const Declaration& parameter, const Type* type, bool must_copy,
                        Variables& variables);
    void leave_result_unset(const Call& call);
    Value call_method(const Expression& e, const Instance& method);
    void add_fields(const Target& object);
    Value launch(const Expression& e) override;
    void kernel_body();

    std::vector<Loop> loops_;
    std::vector<Call> calls_;
};

/// Compiles a kernel if it has not been compiled yet. Returns its index in Library::kernels.
int compile_kernel(Library& library, const Instance& instance);

} // namespace warploom::simt
