#pragma once

#include "fuzz/random_program.h"

#include <string>
#include <vector>

namespace warploom::fuzz {

struct Field {
    std::string name;
    Number type = Number::int32;
    int count = 0;   ///< of an array
    int record = -1; ///< that it is
};
struct Record {
    std::string name;
    std::vector<Field> fields;
};

/// Where a statement stands.
struct Around {
    enum class In : std::uint8_t { kernel, routine, record_routine, procedure } in = In::kernel;
    Number returns = Number::int32;
    int depth = 2; ///< of statements inside of each other
    int loops = 0;
    bool may_break = false, may_continue = false;
};

/// Random statements, over the variables in scope.
class Statements {
public:
    Statements(Chance& chance, const Parts& parts)
        : chance_(chance), parts_(parts), expressions_(chance_, parts_, scope_) {}

    Scope& scope() { return scope_; }
    Expressions& expressions() { return expressions_; }
    std::vector<Record>& records() { return records_; }

    /// With what they declare gone from the scope behind them.
    std::vector<Node> block(int count, Around around);
    /// These declare.
    void statement(std::vector<Node>& to, Around around);
    void declare(std::vector<Node>& to, int depth);
    void declare_number(std::vector<Node>& to, Number type, int depth);
    void declare_record(std::vector<Node>& to, int depth);
    /// Puts a variable that is a struct, and the places that are its fields, in scope.
    void add_record(const std::string& text, int record, Variables bit, bool may_change);
    std::string fresh(const char* letter) { return letter + std::to_string(names_++); }
    Variables fresh_bit() { return Variables{1} << bits_++ % 62; }
    /// The list in braces that fills it.
    std::string values_of(int record, int depth);

private:
    void declare_array(std::vector<Node>& to, int depth);
    void declare_alias(std::vector<Node>& to, int depth);
    Node simple(Around around);
    void branch(std::vector<Node>& to, Around around);
    void loop(std::vector<Node>& to, Around around);
    void counted_loop(std::vector<Node>& to, Around around);
    void choice(std::vector<Node>& to, Around around);
    Node print(int depth);
    Node leave(const Around& around);
    std::string condition(int depth);
    void hide(const std::string& name);
    int random_depth() { return chance_.one_in(4) ? 3 : chance_.from(1, 2); } ///< of an expression

    Chance& chance_;
    const Parts& parts_;
    Scope scope_;
    Expressions expressions_;
    std::vector<Record> records_;
    int names_ = 0, bits_ = 0;
};

} // namespace warploom::fuzz
