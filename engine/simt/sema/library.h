#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/language/effort.h"
#include "engine/simt/sema/typed.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warploom::simt {

/// An instance of a struct template, or an ordinary struct.
struct RecordInstance {
    struct Argument {
        const Type* type = nullptr; ///< a type argument of the struct template; null for a non-type argument
        std::int64_t number = 0;
    };
    const Record* record = nullptr;
    std::vector<Argument> arguments;
    Scope names;
};

struct GlobalVariable {
    std::string name;
    const Type* type = nullptr;
    bool is_constant = false, is_volatile = false;
    std::vector<std::byte> initial; ///< contents of the variable when `run` starts
};

/// The declarations and types of a source file. They are shared by all of its functions during compilation.
class Library {
public:
    Library(const TranslationUnit& tree, std::vector<Diagnostic>& refusals, CompileBudget& effort);

    const std::vector<const Function*>& functions(const std::string& name) const;
    /// Returns the struct instance that defines a type, or null if the type is not a struct.
    const RecordInstance* record_of(const Type* type) const;
    std::vector<std::string> function_names() const;
    /// Returns the names of the variables that a function may modify. When a call is inlined, parameters that are not
    /// modified can share the registers of their arguments.
    const std::set<std::string>& changed(const Function& function) { return changes(function).names; }
    /// Returns the names of the variables that a function may decrease with `--` or `-=`.
    const std::set<std::string>& shrunk(const Function& function) { return changes(function).shrunk; }
    /// Resolves a type name from the source file in nested scopes. If the type is unknown, throws an error that
    /// suggests the most similar type name.
    const Type* type_of(const TypeWords& words, const std::vector<Scope>& names, int depth = 0);
    /// Resolves the type of a function parameter, which may be a reference to an array, such as `T (&values)[n]`.
    const Type* type_of(const Declaration& parameter, const std::vector<Scope>& names);
    const Scope& globals() const { return globals_; }
    /// Returns the function instance with the given template arguments. Creates the instance if necessary, but does not
    /// check its body.
    Instance& instance(const Function& function, const Scope& names, const Type* object, bool is_host);

    Types types;
    std::vector<GlobalVariable> variables;
    /// Kernels for which host code raises the dynamic shared memory limit with cudaFuncSetAttribute.
    std::set<std::string> with_large_shared;
    std::deque<Code> kernels; ///< a deque, so that pointers to its elements remain valid
    std::map<const Instance*, int> kernel_numbers;
    std::size_t checked_kernels = 0;
    std::vector<Diagnostic>& refusals;
    std::vector<Diagnostic> warnings; ///< all warnings; only the first one per line is reported
    CompileBudget& effort;

    /// Returns whether the declaration of a name has a syntax error, which has already been reported.
    bool is_damaged(const std::string& name) const { return tree_.damaged.count(name) != 0; }
    /// Returns whether a host function was skipped because it contains unsupported statements.
    bool is_skipped(const std::string& name) const { return tree_.skipped.count(name) != 0; }
    /// Returns whether a function has exactly one return statement, which is its last statement. The result is cached.
    bool returns_last(const Function& function);
    /// Returns a suggestion that contains the most similar name in `known`. Consumes compile budget, because
    /// did_you_mean() is slow for long lists.
    std::string near_to(const std::string& name, const std::vector<std::string>& known, SourceLocation at);

private:
    struct ChangedNames {
        std::set<std::string> names, shrunk;
    };
    const ChangedNames& changes(const Function& function);
    std::int64_t number_of(const TypeWords& argument, const std::vector<Scope>& names);
    Symbol argument_of(const Record& record, std::size_t parameter, const TypeWords& words,
                       const std::vector<Scope>& names, const Scope& own, int depth);
    const Type* record_type(const Record& record, const TypeWords& words, const std::vector<Scope>& names, int depth);
    void constants();
    void add_variable(const Declaration& d);
    void write_initial(const Type* type, const Expression& value, std::byte* to);

    const TranslationUnit& tree_;
    std::map<std::string, std::vector<const Function*>> functions_;
    std::unordered_map<std::string, const Alias*> aliases_;
    std::unordered_map<std::string, const Record*> records_;
    std::unordered_map<const Function*, bool> returns_last_;
    std::map<const Function*, ChangedNames> changed_;
    std::map<std::tuple<const Function*, std::string, bool>, std::unique_ptr<Instance>> instances_;
    std::map<const Type*, RecordInstance> record_of_;
    Scope globals_;
};

/// Evaluates an expression at compile time. Returns std::nullopt if it is not constant.
std::optional<Constant> known_constant(Library& library, const Expression& expression, const Scope& names);
/// Evaluates a constant expression. Unless `to` is null, converts the value to the type `to`. Throws if the expression
/// is not constant.
Constant constant_of(Library& library, const Expression& expression, const Scope& names, const Type* to = nullptr);
Symbol number(const Types& types, std::int64_t value, SourceLocation at);
/// Returns the name of a function with its template arguments, such as `reduce<double, 256>`.
std::string instance_of(const Function& function, const Scope& scope);
/// Returns the number of parameters of a function that have no default argument.
std::size_t required_arguments(const Function& function);
/// Deduces template parameters from one argument of a function call. `parameter` is the function parameter, and `type`
/// is the type of the argument. Adds the deduced template parameters to `names`, except those in `given`. Returns false
/// if there are conflicting deductions for the same template parameter.
bool deduce(const Library& library, const Declaration& parameter, const Type* type, const Function& function,
            const Scope& given, Scope& names);

} // namespace warploom::simt
