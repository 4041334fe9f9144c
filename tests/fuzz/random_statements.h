#pragma once

#include "fuzz/random_program.h"

#include <string>
#include <vector>

namespace warploom::fuzz {

struct Field {
    std::string name;
    Number type = Number::int32;
    int count = 0;   ///< number of elements of an array
    int record = -1; ///< index of the struct
};
struct Record {
    std::string name;
    std::vector<Field> fields;
};

/// The context of a statement.
struct Around {
    enum class In : std::uint8_t { kernel, routine, record_routine, procedure } in = In::kernel;
    Number returns = Number::int32;
    int depth = 2; ///< remaining nesting depth of statements
    int loops = 0;
    bool may_break = false, may_continue = false;
};

/// Generates random statements over the variables in scope.
class Statements {
public:
    Statements(Chance& chance, const Parts& parts)
        : chance_(chance), parts_(parts), expressions_(chance_, parts_, scope_) {}

    Scope& scope() { return scope_; }
    Expressions& expressions() { return expressions_; }
    std::vector<Record>& records() { return records_; }

    /// Returns a block. What it declares is removed from the scope afterward.
    std::vector<Node> block(int count, Around around);
    /// May declare variables in the current scope.
    void statement(std::vector<Node>& to, Around around);
    void declare(std::vector<Node>& to, int depth);
    void declare_number(std::vector<Node>& to, Number type, int depth);
    void declare_record(std::vector<Node>& to, int depth);
    /// Adds a struct variable and its fields to the scope.
    void add_record(const std::string& text, int record, Variables bit, bool may_change);
    std::string fresh(const char* letter) { return letter + std::to_string(names_++); }
    Variables fresh_bit() { return Variables{1} << bits_++ % 62; }
    /// Returns the braced list that initializes it.
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
    int random_depth() { return chance_.one_in(4) ? 3 : chance_.from(1, 2); } ///< expression depth

    Chance& chance_;
    const Parts& parts_;
    Scope scope_;
    Expressions expressions_;
    std::vector<Record> records_;
    int names_ = 0, bits_ = 0;
};

} // namespace warploom::fuzz
