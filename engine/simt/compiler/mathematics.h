#pragma once

#include "engine/simt/compiler/expressions.h"

namespace warploom::simt {

class MathCode : public ExpressionCode {
protected:
    using ExpressionCode::ExpressionCode;

    Value mathematics(const Expression& e);
    Value number_functions(const Expression& e);
};

} // namespace warploom::simt
