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

// The parser consists of layers. Each layer uses only the layers before it: TokenReader, ExpressionParser (including
// types), StatementParser, and Parser (declarations).

/// Reads tokens and recovers from errors by skipping to the next statement or declaration.
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
    std::string shown() const; ///< text of the current token for messages
    [[noreturn]] void refuse_here(const std::string& sentence, const std::string& hint = {}) const;
    void refuse_word() const; ///< throws if the current word is unsupported, and suggests a replacement
    void refuse_sign() const; ///< throws if the current operator or punctuation is unsupported
    bool begins_pointer_declarator(std::size_t ahead) const;
    [[noreturn]] void refuse_pointer_declarator() const; ///< throws for `(*p)[4]`, `(*f)(int)`, `(&r)[4]`
    void skip_attributes();
    void report(const Refusal& refusal);
    bool begins_item(std::size_t at) const;
    void skip_item(std::size_t begin);
    void skip_statement(std::size_t begin);
    template <class Kind> bool is(Kind kind) const { return now().is(kind); } ///< `kind` is a Mark or a Keyword
    template <class Kind> bool accept(Kind kind) {
        const bool is_there = is(kind);
        if (is_there) take();
        return is_there;
    }

    /// Limits the nesting depth, so that deeply nested sources do not overflow the stack.
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
    bool is_half_closed_ = false; ///< whether the first `>` of `>>` has been consumed
    std::vector<Diagnostic> errors_;
};

/// Parses expressions and types.
class ExpressionParser : public TokenReader {
public:
    ExpressionParser(const std::vector<Token>& tokens, CompileBudget& effort);
    ExpressionPointer whole(); ///< parses all tokens as a single expression without assignment

protected:
    // parser_types.cpp
    void declare(const std::string& variable);
    void forget_variables(std::size_t from);
    bool is_type_name(const Token& token) const;
    bool begins_type(std::size_t ahead = 0) const;
    bool begins_static_member(std::size_t ahead = 0) const; ///< `Type::` or `Type<...>::`
    void require_type() const;
    [[noreturn]] void refuse_as_type() const;
    TypeWords type();
    TypeWords type_without_stars();
    TypeWords template_argument();
    std::string number_type(TypeWords& type);
    void pointers(TypeWords& type);
    void extents(Declaration& of, bool may_be_open);

    // parser_expressions.cpp
    static void count_depth(Expression& of, const Expression& part);
    /// Adds a child to an expression and updates its height. All children must be added here, because the compiler and
    /// the destructor recurse into the tree, and even the loops of the parser build deep trees, as for `a + b + c`.
    static void give(Expression& to, ExpressionPointer part);
    static void give(Expression& to, std::vector<ExpressionPointer> parts);
    ExpressionPointer expression(); ///< the expression may contain the comma operator
    ExpressionPointer assignment();
    ExpressionPointer initializer();
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
    /// Sets the end of an expression's range to the end of the last consumed token.
    void end_here(Expression& e) const { e.range.end = tokens_[at_ > 0 ? at_ - 1 : 0].end; }

    std::map<std::string, bool> enumerations_; ///< maps each enumeration to whether it is an `enum class`
    /// names of records, aliases, and type parameters of the current template
    std::set<std::string> types_;
    std::set<std::string> templates_; ///< names of functions and records with template parameters
    /// names of variables in scope, which hide templates with the same name
    std::set<std::string> variables_;
    std::vector<std::string> declared_;           ///< names in `variables_`, in declaration order
    mutable std::set<std::string> unknown_types_; ///< unknown types that have already been reported as errors
};

/// Parses statements.
class StatementParser : public ExpressionParser {
protected:
    using ExpressionParser::ExpressionParser;
    virtual ~StatementParser() = default;
    virtual void alias(TranslationUnit& tree) = 0; ///< parses `typedef` or `using`

    /// Declaration specifiers that are not part of the type.
    struct Specifiers {
        bool is_kernel = false, is_device = false, is_host = false, is_constexpr = false, is_static = false;
        bool is_const = false, is_volatile = false, is_shared = false, is_extern = false;
        bool is_constant_memory = false;
        ExpressionPointer most_threads, registers;      ///< may be null
        bool has_bounds = false, has_registers = false; ///< __launch_bounds__, __maxnreg__
    };
    [[noreturn]] void refuse_unclosed(SourceLocation open, const std::string& sentence);
    StatementPointer block();
    StatementPointer statement();
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

    std::vector<SourceLocation> open_blocks_; ///< location of the opening brace of each enclosing block
    bool is_damaged_ = false;                 ///< is_damaged of the current function
    std::set<std::string> damaged_;           ///< damaged names of the current function
    bool has_unclosed_block_ = false;         ///< whether a missing `}` makes the entire declaration invalid
};

/// Parses the tokens of a file as CUDA C. Collects syntax errors in errors() and continues after them.
class Parser final : public StatementParser {
public:
    using StatementParser::StatementParser;
    /// Parses a source. Errors in host functions are ignored, except in those named in `entry_points`.
    TranslationUnit file(std::set<std::string> entry_points = {"run", "prepare"});

private:
    void item(TranslationUnit& tree);
    std::vector<TemplateParameter> template_parameters();
    std::string host_function_at(std::size_t begin) const;
    std::string name_behind_block() const;
    void add_alias(TranslationUnit& tree, const std::string& name, const std::string& of, SourceLocation at);
    void enumeration(TranslationUnit& tree, bool is_typedef = false);
    void record(TranslationUnit& tree, std::vector<TemplateParameter> parameters, bool is_typedef = false);
    void field(Record& record, const TypeWords& of, TypeWords first); ///< `first` is `of` with its pointer declarators
    void static_constants(Record& record, const TypeWords& of);
    void method(Record& record, std::unique_ptr<Function> method);
    std::vector<TemplateParameter> method_template(std::vector<std::string>& added);
    void alias(TranslationUnit& tree) override;
    void function_or_constant(TranslationUnit& tree, std::vector<TemplateParameter> parameters);
    void variables(TranslationUnit& tree, const TypeWords& of, bool is_read_only);
    void parameters(Function& function);
    Declaration parameter();
    void body(Function& function);

    std::vector<std::string> template_types_; ///< type parameters of the current template
    std::set<std::string> entry_points_;
};

/// Creates a node of the syntax tree.
ExpressionPointer make_expression(Expression::What what, SourceLocation place, std::string text = {},
                                  Operator op = Operator::none);
StatementPointer make_statement(Statement::What what, SourceLocation place);

} // namespace warploom::simt
