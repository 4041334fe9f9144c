#pragma once

#include "engine/simt/language/tokens.h"
#include "engine/simt/language/tree.h"
#include "engine/simt/language/unused_declarations.h"

#include <cstddef>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warploom::simt {

// The layers of the parser. Each layer uses only the layers before it: TokenReader, ExpressionParser (which also parses
// types), StatementParser, and Parser (declarations).

/// Reads tokens for the parser. After a syntax error, skips to the next statement or declaration.
class TokenReader {
public:
    TokenReader(const std::vector<Token>& tokens, CompileBudget& effort) : tokens_(tokens), effort_(effort) {}
    const std::vector<Diagnostic>& errors() const { return errors_; }

protected:
    const Token& now() const { return tokens_[at_]; }
    const Token& next(std::size_t ahead = 1) const;
    const Token& take();
    void expect(Mark mark);
    void expect_end_of_statement();
    std::string name();
    std::string shown() const; ///< returns the current token as it appears in error messages
    [[noreturn]] void refuse_here(const std::string& sentence, const std::string& hint = {}) const;
    void refuse_word() const; ///< throws if the current word is not supported; suggests a replacement
    void refuse_sign() const; ///< throws if the current operator or punctuation is not supported
    bool begins_pointer_declarator(std::size_t ahead) const;
    /// Throws for unsupported declarators such as `(*p)[4]`, `(*f)(int)`, and `(&r)[4]`.
    [[noreturn]] void refuse_pointer_declarator() const;
    std::string operator_name();
    std::string name_behind_block() const;
    void skip_attributes();
    bool is_one_of_names(std::initializer_list<const char*> names) const;
    void report(const Refusal& refusal);
    bool begins_item(std::size_t at) const;
    void skip_instantiation();
    void skip_item(std::size_t begin);
    void skip_statement(std::size_t begin);
    /// Returns whether the current token is of this kind. The kind is a Mark or a Keyword.
    template <class Kind> bool is(Kind kind) const { return now().is(kind); }
    template <class Kind> bool accept(Kind kind) {
        const bool is_there = is(kind);
        if (is_there) take();
        return is_there;
    }

    /// Limits the nesting depth, so that deeply nested source code cannot overflow the stack.
    class Depth {
    public:
        explicit Depth(TokenReader& parser);
        ~Depth() { --parser_.depth_; }
        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;

    private:
        TokenReader& parser_;
    };

    const std::vector<Token>& tokens_;
    CompileBudget& effort_;
    std::size_t at_ = 0;
    int depth_ = 0;
    /// Whether the first `>` of a `>>` token has been consumed as a closing bracket.
    bool is_half_closed_ = false;
    std::vector<Diagnostic> errors_;
    std::size_t reported_ = 0; ///< number of errors, including those that exceed the limit
};

class ExpressionParser : public TokenReader {
public:
    ExpressionParser(const std::vector<Token>& tokens, CompileBudget& effort);
    ExpressionPointer whole(); ///< parses all remaining tokens as one expression without assignments

protected:
    void declare(const std::string& variable);
    void forget_variables(std::size_t from);
    bool is_type_name(const Token& token) const;
    bool begins_type(std::size_t ahead = 0) const;
    /// Returns whether `Type::` or `Type<...>::` follows.
    bool begins_static_member(std::size_t ahead = 0) const;
    void require_type() const;
    [[noreturn]] void refuse_as_type() const;
    TypeWords type();
    TypeWords type_without_stars();
    TypeWords template_argument();
    std::string number_type(TypeWords& type);
    void pointers(TypeWords& type);
    void extents(Declaration& of, bool may_be_open);

    static void count_depth(Expression& of, const Expression& part);
    /// Adds a child and updates the height of the expression tree. The height must be limited, because the compiler and
    /// the destructor recurse into the tree. For this reason, always add children with this function, even in loops, as
    /// for the operands of `a + b + c`.
    static void give(Expression& to, ExpressionPointer part);
    static void give(Expression& to, std::vector<ExpressionPointer> parts);
    ExpressionPointer expression(); ///< parses an expression, including comma operators
    ExpressionPointer assignment();
    ExpressionPointer initializer();
    bool begins_atomic_ref() const;
    void refer_to_argument(Expression& list, const TypeWords& type);
    ExpressionPointer conditional();
    ExpressionPointer binary(int weakest);
    ExpressionPointer unary();
    ExpressionPointer postfix();
    std::vector<ExpressionPointer> arguments(Mark close);
    ExpressionPointer primary();
    ExpressionPointer named();
    ExpressionPointer static_member();
    void template_arguments(Expression& call);
    ExpressionPointer launch(ExpressionPointer kernel);
    /// Sets the end of an expression's source range to the end of the last consumed token.
    void end_here(Expression& e) const { e.range.end = tokens_[at_ > 0 ? at_ - 1 : 0].end; }

    std::map<std::string, bool> enumerations_;
    std::set<std::string> atomic_references_{"cuda::atomic_ref"}; ///< names of cuda::atomic_ref, including aliases
    /// Names of structs, type aliases, and type parameters of the current template.
    std::set<std::string> types_;
    std::set<std::string> templates_; ///< names of function templates and struct templates
    /// Names of the variables in scope. They hide templates of the same name.
    std::set<std::string> variables_;
    std::vector<std::string> declared_;           ///< names of the variables in scope, in order of declaration
    mutable std::set<std::string> unknown_types_; ///< unknown types that have been reported
};

/// Parses statements.
class StatementParser : public ExpressionParser {
protected:
    using ExpressionParser::ExpressionParser;
    virtual ~StatementParser() = default;
    virtual void alias(TranslationUnit& tree) = 0; ///< parses a `typedef` or an alias declaration (`using`)

    /// The declaration specifiers of a function or variable, excluding its type.
    struct Specifiers {
        bool is_kernel = false, is_device = false, is_host = false, is_constexpr = false, is_static = false;
        bool is_const = false, is_volatile = false, is_shared = false, is_extern = false;
        bool is_constant_memory = false;
        /// Values of __launch_bounds__ and __maxnreg__; null if they are not specified.
        ExpressionPointer most_threads, registers;
        bool has_bounds = false, has_registers = false;
    };
    [[noreturn]] void refuse_unclosed(SourceLocation open, const std::string& sentence);
    StatementPointer block();
    StatementPointer statement();
    void note_shared(std::size_t begin);
    void add_shared(Function& kernel, std::size_t begin);
    StatementPointer declaration_statement();
    void specifiers(Specifiers& found, bool is_inside);
    void bounds(Specifiers& found);
    std::vector<Declaration> declarations();
    void declarator(Declaration& declaration);
    ExpressionPointer condition(const char* of_what);
    StatementPointer if_statement();
    StatementPointer for_statement();
    StatementPointer range_for(StatementPointer made, StatementPointer each, std::size_t around);
    StatementPointer while_statement();
    StatementPointer do_statement();
    StatementPointer switch_statement();

    /// The `__shared__` variables at namespace scope, and the first tokens of their declarations.
    std::map<std::string, std::size_t> shared_;
    std::vector<SourceLocation> open_blocks_;    ///< opening braces of the blocks around the current statement
    bool is_damaged_ = false;                    ///< value of Function::is_damaged for the current function
    std::set<std::string> damaged_declarations_; ///< names whose declarations at file scope have errors
    std::set<std::string> damaged_;              ///< value of Function::damaged for the current function
    /// Whether a closing brace is missing. If so, the entire declaration is invalid.
    bool has_unclosed_block_ = false;
};

/// Parses a CUDA C source file. Continues after syntax errors; errors() returns all of them.
class Parser final : public StatementParser {
public:
    using StatementParser::StatementParser;
    /// Parses a source file. Ignores errors in all host functions except `entry_points`.
    TranslationUnit file(std::set<std::string> entry_points = {"run", "prepare"});
    /// Returns the declarations of the file after parsing it.
    const std::vector<ParsedItem>& items() const { return items_; }

private:
    void item(TranslationUnit& tree);
    std::vector<TemplateParameter> template_parameters();
    void add_alias(TranslationUnit& tree, const std::string& name, const std::string& of, SourceLocation at);
    void enumeration(TranslationUnit& tree, bool is_typedef = false);
    void record(TranslationUnit& tree, std::vector<TemplateParameter> parameters, bool is_typedef = false);
    /// Parses the members in a declaration such as `int a, *b;` in a struct. `of` is the type without pointer
    /// declarators, and `first` the type of the first member.
    void field(Record& record, const TypeWords& of, TypeWords first);
    void static_constants(Record& record, const TypeWords& of);
    void method(Record& record, std::unique_ptr<Function> method);
    std::vector<TemplateParameter> method_template(std::vector<std::string>& added);
    void alias(TranslationUnit& tree) override;
    void function_or_constant(TranslationUnit& tree, std::vector<TemplateParameter> parameters);
    void variables(TranslationUnit& tree, const TypeWords& of, bool is_read_only);
    void parameters(Function& function);
    Declaration parameter();
    void body(Function& function);

    std::vector<std::string> template_types_;
    std::set<std::string> entry_points_;
    std::vector<ParsedItem> items_;
};

struct ParsedFile {
    TranslationUnit tree;
    std::vector<Diagnostic> errors;
};
/// Parses a source file. Ignores errors in host functions other than `entry_points`. If the file was not written for
/// Warploom, also ignores errors in declarations that only such functions use.
ParsedFile parse_file(std::vector<Token> tokens, CompileBudget& effort,
                      const std::set<std::string>& entry_points = {"run", "prepare"});

/// Turns a function with parameters of type `thread_group`, which accept any cooperative group, into a template. Each
/// such parameter gets a type parameter of its own.
void accept_any_group(Function& function);
ExpressionPointer make_expression(Expression::What what, SourceLocation place, std::string text = {},
                                  Operator op = Operator::none);
StatementPointer make_statement(Statement::What what, SourceLocation place);

} // namespace warploom::simt
