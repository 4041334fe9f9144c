#include "engine/proposal/computations.h"

#include "engine/proposal/words.h"
#include "engine/sentence.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace warploom::proposal {

namespace {

/// Finds the well-known computation that a function appears to perform.
class Recognizer {
public:
    Recognizer(const FunctionUse& function, const std::string& words) : words_(lower_case(words)) {
        for (std::string* const name : {&sum_, &i_, &row_, &col_})
            while (function.find(*name) != nullptr) *name += "_";
        for (const ParameterUse& each : function.parameters) {
            if (!each.is_pointer && each.is_real()) factors_.push_back(&each);
            if (!each.is_pointer) continue;
            if (each.is_written) outs_.push_back(&each);
            else if (each.is_read) ins_.push_back(&each);
        }
    }

    std::optional<Computation> find() const {
        if (outs_.size() != 1 || ins_.size() > 2) return std::nullopt;
        const ParameterUse& out = *outs_[0];
        if (out.sizes.empty()) return std::nullopt;
        if (ins_.empty()) return in_place();
        const ParameterUse& a = *ins_[0];
        if (a.sizes.empty() || ins_.back()->sizes.empty()) return std::nullopt;
        if (ins_.size() == 2) return of_two(a, *ins_[1], out);
        return of_one(a, out);
    }

private:
    bool says(std::initializer_list<const char*> any) const {
        return std::any_of(any.begin(), any.end(),
                           [&](const char* word) { return words_.find(word) != std::string::npos; });
    }
    static std::optional<Computation> named(const std::string& about, const std::string& body) {
        return Computation{about, body, sentence("The name of the kernel and the sizes of its arrays suggest it.")};
    }
    static std::optional<Computation> shaped(const std::string& about, const std::string& body) {
        return Computation{about, body, sentence("The sizes of the arrays suggest it.")};
    }
    static std::string loop(const std::string& variable, const std::string& size) {
        return "for (int " + variable + " = 0; " + variable + " < " + size + "; ++" + variable + ") ";
    }
    static std::string at(const ParameterUse& array, const std::string& index) {
        return array.name + "[" + index + "]";
    }
    static std::string at(const ParameterUse& array, const std::string& row, const std::string& width,
                          const std::string& col) {
        return at(array, row + " * " + times(width) + " + " + col);
    }
    std::string each_row(const std::string& rows) const {
        const std::string head = "    " + loop(row_, rows);
        return head.substr(0, head.size() - 1) + "\n        ";
    }
    static std::string times(const std::string& size) {
        return size.find(' ') == std::string::npos ? size : "(" + size + ")";
    }
    static std::string count(const ParameterUse& array) {
        return array.sizes.size() == 2 ? times(array.sizes[0]) + " * " + times(array.sizes[1]) : array.sizes[0];
    }
    std::string each_element(const ParameterUse& out, const std::string& value) const {
        return "    " + loop(i_, count(out)) + out.name + "[" + i_ + "] = " + value + ";\n";
    }
    std::string factor() const { return factors_.empty() ? std::string() : factors_[0]->name; }

    std::optional<Computation> in_place() const {
        const ParameterUse& out = *outs_[0];
        const std::string element = out.name + "[" + i_ + "]";
        if (says({"square"})) return named(sentence("squares"), each_element(out, element + " * " + element));
        if (says({"relu"})) return named(sentence("ReLU"), each_element(out, element + " > 0 ? " + element + " : 0"));
        if (factors_.size() == 1 && says({"scal", "mul"}))
            return named(sentence("scaling"), each_element(out, factor() + " * " + element));
        return std::nullopt;
    }

    std::optional<Computation> of_one(const ParameterUse& a, const ParameterUse& out) const {
        const std::string element = a.name + "[" + i_ + "]";
        if (out.sizes == std::vector<std::string>{"1"} && a.sizes != out.sizes) {
            const std::string first = "    " + out.type + " " + sum_ + " = ";
            const std::string last = "    " + out.name + "[0] = " + sum_ + ";\n";
            if (says({"max"}))
                return named(sentence("the maximum"), first + a.name + "[0];\n    " + loop(i_, count(a)) + "if (" +
                                                          element + " > " + sum_ + ") " + sum_ + " = " + element +
                                                          ";\n" + last);
            if (says({"min"}))
                return named(sentence("the minimum"), first + a.name + "[0];\n    " + loop(i_, count(a)) + "if (" +
                                                          element + " < " + sum_ + ") " + sum_ + " = " + element +
                                                          ";\n" + last);
            if (says({"sum", "redu", "add"}))
                return named(sentence("the sum"),
                             first + "0;\n    " + loop(i_, count(a)) + sum_ + " += " + element + ";\n" + last);
            return std::nullopt;
        }
        if (says({"hist"}) && !out.is_real() && out.sizes.size() == 1)
            return named(sentence("a histogram"), "    " + loop(i_, out.sizes[0]) + at(out, i_) + " = 0;\n    " +
                                                      loop(i_, count(a)) + out.name + "[" + element + "] += 1;\n");
        if (a.sizes.size() == 2 && out.sizes.size() == 2 && a.sizes[0] == out.sizes[1] && a.sizes[1] == out.sizes[0] &&
            (a.sizes[0] != a.sizes[1] || says({"transp"}))) {
            const std::string body = each_row(a.sizes[0]) + loop(col_, a.sizes[1]) + at(out, col_, a.sizes[0], row_) +
                                     " = " + at(a, row_, a.sizes[1], col_) + ";\n";
            return says({"transp"}) ? named(sentence("the transpose"), body) : shaped(sentence("the transpose"), body);
        }
        if (count(a) != count(out)) return std::nullopt;
        if (says({"relu"})) return named(sentence("ReLU"), each_element(out, element + " > 0 ? " + element + " : 0"));
        if (says({"square"})) return named(sentence("squares"), each_element(out, element + " * " + element));
        if (factors_.size() == 1 && says({"axpy"}) && out.is_read)
            return named("y = a x + y",
                         each_element(out, factor() + " * " + element + " + " + out.name + "[" + i_ + "]"));
        if (factors_.size() == 1 && says({"scal", "mul"}))
            return named(sentence("scaling"), each_element(out, factor() + " * " + element));
        if (says({"copy"})) return named(sentence("a copy"), each_element(out, element));
        if (says({"reverse"}))
            return named(sentence("reversal"), each_element(out, a.name + "[" + count(a) + " - 1 - " + i_ + "]"));
        if (says({"scan", "prefix"})) {
            const bool is_exclusive = says({"exclusive"});
            const std::string add = sum_ + " += " + element + ";", give = out.name + "[" + i_ + "] = " + sum_ + ";";
            return named(is_exclusive ? sentence("exclusive prefix sums") : sentence("inclusive prefix sums"),
                         "    " + out.type + " " + sum_ + " = 0;\n    " + loop(i_, count(a)) + "{\n        " +
                             (is_exclusive ? give + "\n        " + add : add + "\n        " + give) + "\n    }\n");
        }
        return std::nullopt;
    }

    std::optional<Computation> of_two(const ParameterUse& a, const ParameterUse& b, const ParameterUse& out) const {
        if (const auto product = matrix_product(a, b, out)) return product;
        if (const auto product = matrix_vector(a, b, out)) return product;
        if (const auto product = matrix_vector(b, a, out)) return product;
        const std::string left = a.name + "[" + i_ + "]", right = b.name + "[" + i_ + "]";
        if (out.sizes == std::vector<std::string>{"1"} && a.sizes == b.sizes && says({"dot", "inner"}))
            return named(sentence("the dot product"), "    " + out.type + " " + sum_ + " = 0;\n    " +
                                                          loop(i_, count(a)) + sum_ + " += " + left + " * " + right +
                                                          ";\n    " + out.name + "[0] = " + sum_ + ";\n");
        if (count(a) != count(out) || count(b) != count(out)) return std::nullopt;
        if (factors_.size() == 1 && says({"axpy"}))
            return named("a x + y", each_element(out, factor() + " * " + left + " + " + right));
        if (!factors_.empty()) return std::nullopt;
        if (says({"sub", "diff", "minus"}))
            return named(sentence("the difference"), each_element(out, left + " - " + right));
        if (says({"add", "sum", "plus"})) return named(sentence("the sum"), each_element(out, left + " + " + right));
        if (says({"mul", "prod", "hadamard"}))
            return named(sentence("the product of the elements"), each_element(out, left + " * " + right));
        return std::nullopt;
    }

    std::optional<Computation> matrix_product(const ParameterUse& a, const ParameterUse& b,
                                              const ParameterUse& out) const {
        if (a.sizes.size() != 2 || b.sizes.size() != 2 || out.sizes.size() != 2) return std::nullopt;
        const std::string &rows = a.sizes[0], &inner = a.sizes[1], &cols = b.sizes[1];
        if (b.sizes[0] != inner || out.sizes[0] != rows || out.sizes[1] != cols) return std::nullopt;
        const bool is_square = rows == inner && inner == cols;
        const bool is_named = says({"mul", "mm", "gemm", "prod"});
        if (is_square && (!is_named || says({"hadamard", "element"}))) return std::nullopt;
        const std::string body = each_row(rows) + loop(col_, cols) + "{\n            " + out.type + " " + sum_ +
                                 " = 0;\n            " + loop(i_, inner) + sum_ + " += " + at(a, row_, inner, i_) +
                                 " * " + at(b, i_, cols, col_) + ";\n            " + at(out, row_, cols, col_) + " = " +
                                 sum_ + ";\n        }\n";
        return is_named ? named(sentence("the matrix product"), body) : shaped(sentence("the matrix product"), body);
    }

    std::optional<Computation> matrix_vector(const ParameterUse& a, const ParameterUse& x,
                                             const ParameterUse& out) const {
        if (a.sizes.size() != 2 || x.sizes.size() != 1 || out.sizes.size() != 1) return std::nullopt;
        const std::string &rows = a.sizes[0], &cols = a.sizes[1];
        if (x.sizes[0] != cols || out.sizes[0] != rows) return std::nullopt;
        if (rows == cols && !says({"mv", "vec", "mul", "prod"})) return std::nullopt;
        return shaped(sentence("the product of a matrix and a vector"),
                      "    " + loop(row_, rows) + "{\n        " + out.type + " " + sum_ + " = 0;\n        " +
                          loop(i_, cols) + sum_ + " += " + at(a, row_, cols, i_) + " * " + at(x, i_) + ";\n        " +
                          at(out, row_) + " = " + sum_ + ";\n    }\n");
    }

    /// Variable names that differ from all parameter names.
    std::string words_, sum_ = "total", i_ = "i", row_ = "row", col_ = "col";
    std::vector<const ParameterUse*> ins_, outs_, factors_;
};

} // namespace

std::optional<Computation> find_computation(const FunctionUse& function, const std::string& words) {
    return Recognizer(function, words).find();
}

} // namespace warploom::proposal
