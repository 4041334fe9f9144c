#pragma once

#include "engine/simt/language/tokens.h"
#include "engine/simt/language/tree.h"

#include <cstddef>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warploom::simt {

/// Parses the tokens of a file as CUDA C. Errors in declarations and statements are collected in errors(), and
/// parsing continues after them.
class Parser {
public:
    Parser(const std::vector<Token>& tokens, CompileBudget& effort);
    TranslationUnit file();
    const std::vector<Diagnostic>& errors() const { return errors_; }
    ExpressionPointer whole(); ///< parses a single expression without assignments up to the end

private:
    // Tokens.
    const Token& now() const { return tokens_[at_]; }
    const Token& next(std::size_t ahead = 1) const;
    const Token& take();
    template <class Kind> bool is(Kind kind) const { return now().is(kind); } ///< `kind`: a Mark or a Keyword
    template <class Kind> bool accept(Kind kind) {
        const bool is_there = is(kind);
        if (is_there) take();
        return is_there;
    }
    void expect(Mark mark);
    void expect_end_of_statement();
    std::string name();
    [[noreturn]] void refuse_here(const std::string& sentence, const std::string& hint = {}) const;
    std::string shown() const; ///< the token as displayed in messages

    // Error recovery.
    void report(const Refusal& refusal);
    bool begins_item(std::size_t at) const;
    void skip_item(std::size_t begin);
    void skip_statement(std::size_t begin);

    // Parses a declaration at namespace scope.
    void item(TranslationUnit& tree);
    void record(TranslationUnit& tree, std::vector<TemplateParameter> parameters, bool is_typedef = false);
    void enumeration(TranslationUnit& tree, bool is_typedef = false);
    std::string name_behind_block() const;
    std::string host_function_at(std::size_t begin) const;
    void add_alias(TranslationUnit& tree, const std::string& name, const std::string& of, SourceLocation at);
    void alias(TranslationUnit& tree);
    std::vector<TemplateParameter> template_parameters();
    void function_or_constant(TranslationUnit& tree, std::vector<TemplateParameter> parameters);
    void method(Record& record, SourceLocation begin, Function::Where where, bool is_everywhere,
                const TypeWords& returns);
    void field(Record& record, const TypeWords& of, TypeWords first); ///< `first` is `of` with its pointer declarators
    void parameters(Function& function);
    void body(Function& function);
    Declaration parameter();

    // Types.
    bool is_type_name(const Token& token) const;
    bool begins_type(std::size_t ahead = 0) const;
    TypeWords type();
    TypeWords type_without_stars();
    TypeWords template_argument();
    std::string number_type(TypeWords& type);
    /// The specifiers of a declaration that are not part of its type.
    struct Specifiers {
        bool is_kernel = false, is_device = false, is_host = false, is_constexpr = false, is_static = false;
        bool is_const = false, is_volatile = false, is_shared = false, is_extern = false;
        ExpressionPointer most_threads, registers;      ///< may be null
        bool has_bounds = false, has_registers = false; ///< __launch_bounds__, __maxnreg__
    };
    void specifiers(Specifiers& found, bool is_inside);
    void bounds(Specifiers& found);
    void pointers(TypeWords& type);

    // Statements.
    StatementPointer statement();
    StatementPointer block();
    StatementPointer declaration_statement();
    std::vector<Declaration> declarations();
    void declarator(Declaration& declaration);
    ExpressionPointer initializer();
    StatementPointer if_statement();
    StatementPointer for_statement();
    StatementPointer range_for(StatementPointer made, StatementPointer each, std::size_t around);
    StatementPointer while_statement();
    StatementPointer do_statement();
    StatementPointer switch_statement();
    ExpressionPointer condition(const char* of_what);
    void refuse_word() const; ///< throws for unsupported C++ words, with a suggested replacement
    void refuse_sign() const; ///< likewise for unsupported operators and punctuation
    [[noreturn]] void refuse_pointer_declarator() const; ///< throws for `(*p)[4]`, `(*f)(int)`, `(&r)[4]`
    bool begins_pointer_declarator(std::size_t ahead) const;
    [[noreturn]] void refuse_unclosed(SourceLocation open, const std::string& sentence);
    void skip_attributes();

    // Expressions.
    ExpressionPointer expression(); ///< with the comma operator
    ExpressionPointer assignment();
    ExpressionPointer conditional();
    ExpressionPointer binary(int weakest);
    ExpressionPointer unary();
    ExpressionPointer postfix();
    ExpressionPointer primary();
    ExpressionPointer named();
    std::vector<ExpressionPointer> arguments(Mark close);
    void template_arguments(Expression& call);
    ExpressionPointer launch(ExpressionPointer kernel);

    /// Adds a child to an expression and updates its depth. All children must be added here: the compiler and the
    /// destructor recurse into the tree, and even loops in the parser can build deep trees.
    static void give(Expression& to, ExpressionPointer part);
    static void give(Expression& to, std::vector<ExpressionPointer> parts);
    static void count_depth(Expression& of, const Expression& part);
    /// Ends the range of an expression behind the last token that was taken.
    void end_here(Expression& e) const { e.range.end = tokens_[at_ > 0 ? at_ - 1 : 0].end; }
    void extents(Declaration& of, bool may_be_open);
    void require_type() const;
    [[noreturn]] void refuse_as_type() const;
    void declare(const std::string& variable);
    void forget_variables(std::size_t from);

    /// Limits the nesting depth, so that deeply nested source does not overflow the stack.
    class Depth {
    public:
        explicit Depth(Parser& parser);
        ~Depth() { --parser_.depth_; }
        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;

    private:
        Parser& parser_;
    };

    const std::vector<Token>& tokens_;
    CompileBudget& effort_;
    std::size_t at_ = 0;
    int depth_ = 0;
    bool is_half_closed_ = false;              ///< whether the first `>` of a `>>` has been consumed
    std::map<std::string, bool> enumerations_; ///< maps each enumeration to whether it is an `enum class`
    std::set<std::string> types_;              ///< records, aliases, and type parameters of the current template
    std::set<std::string> templates_;          ///< functions and records with template parameters
    std::set<std::string> variables_;          ///< variables in scope; they shadow templates with the same name
    std::vector<std::string> declared_;        ///< the names in `variables_` in declaration order
    std::vector<SourceLocation> open_blocks_;  ///< start of each enclosing block
    std::vector<Diagnostic> errors_;
    std::vector<std::string> template_types_;     ///< type parameters of the current template
    mutable std::set<std::string> unknown_types_; ///< unknown types that have been reported
    bool is_damaged_ = false;                     ///< like Function::is_damaged, for the current function
    std::set<std::string> damaged_;               ///< like Function::damaged, for the current function
    bool has_unclosed_block_ = false; ///< a block is not closed, so the error belongs to the whole declaration
};

/// Creates a node of the syntax tree.
ExpressionPointer make_expression(Expression::What what, SourceLocation place, std::string text = {},
                                  Operator op = Operator::none);
StatementPointer make_statement(Statement::What what, SourceLocation place);

} // namespace warploom::simt
