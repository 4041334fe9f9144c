#pragma once

#include "engine/simt/compiler/mathematics.h"

#include <map>
#include <string>

namespace warploom::simt {

/// Compiles calls to built-in CUDA functions.
class BuiltInCode : public MathCode {
protected:
    using MathCode::MathCode;

    Value built_in(const Expression& e);
    Value dimension(const Expression& e) override;

private:
    /// Describes how to compile a built-in function.
    struct BuiltIn {
        /// Member function that compiles the call. Null if the call has no effect in the simulation.
        Value (BuiltInCode::*call)(const Expression& e, int which);
        int which = 0;
    };
    static const std::map<std::string, BuiltIn>& built_ins();
    /// Compiles argument number `a`. Returns its register.
    std::uint32_t argument(const Expression& e, std::size_t a);
    Value bit_cast(const Expression& e, int);
    Value half_of_double(const Expression& e, int first_bit);
    Value double_of_halves(const Expression& e, int);
    Value barrier(const Expression& e, int vote);
    Value warp_barrier(const Expression& e, int);
    Value fence(const Expression& e, int);
    Value active_mask(const Expression& e, int);
    Value shuffle(const Expression& e, int which);
    Value vote(const Expression& e, int which);
    void require_capability(const Expression& e, double capability);
    Value match(const Expression& e, int is_all);
    Value reduce(const Expression& e, int which_vote);
    Value atomic(const Expression& e, int which);
    Value no_error(const Expression& e, int);
    Value end_run(const Expression& e, int);
    Value check(const Expression& e, int);
    Value fill(const Expression& e, int);
    Value copy_ahead(const Expression& e, int);
    Value commit_copies(const Expression& e, int);
    Value wait_for_copies(const Expression& e, int);

    std::uint32_t text_choice(const Expression& e, Print& print);
    Value print(const Expression& e, int);
};

} // namespace warploom::simt
