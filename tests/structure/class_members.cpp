#include "class_members.h"

#include <QRegularExpression>
#include <QStringList>

namespace structure {

namespace {

/// Returns the tokens of a source without comments and preprocessor lines. Literals are one token each.
QStringList tokens_of(const QString& source) {
    static const QRegularExpression token("//[^\\n]*|/\\*.*?\\*/"                                // comments
                                          "|^[ \\t]*#(?:[^\\n]*\\\\\\n)*[^\\n]*"                 // preprocessor lines
                                          "|R\"(\\w*)\\(.*?\\)\\1\"|\"(?:\\\\.|[^\"\\\\\\n])*\"" // strings
                                          "|\\b\\d[\\w.']*|'(?:\\\\.|[^'\\\\\\n])+'"             // numbers, characters
                                          "|\\w+|::|->|\\S",
                                          QRegularExpression::MultilineOption |
                                              QRegularExpression::DotMatchesEverythingOption);
    QStringList tokens;
    for (auto matches = token.globalMatch(source); matches.hasNext();) {
        const QString text = matches.next().captured().trimmed();
        if (!text.startsWith("//") && !text.startsWith("/*") && !text.startsWith('#')) tokens << text;
    }
    return tokens;
}

/// Reads declarations, from a class head to the end of its body.
class ClassReader {
public:
    explicit ClassReader(const QString& source) : tokens_(tokens_of(source)) {}

    QList<ClassSize> classes() {
        while (at_ < tokens_.size()) {
            const QStringList head = next_head();
            const QString name = class_of(head);
            if (ended_with("{") && !name.isEmpty()) read_body(name);
            else if (ended_with("{") && !head.contains("namespace") && !head.contains("extern")) skip_braces();
        }
        return found_;
    }

private:
    /// Returns the tokens up to the next `{`, `}` or `;` that is not within parentheses, and moves behind it.
    QStringList next_head() {
        QStringList head;
        for (int depth = 0; at_ < tokens_.size(); ++at_) {
            const QString& token = tokens_[at_];
            if (depth == 0 && (token == "{" || token == "}" || token == ";")) break;
            if (token == "(") ++depth;
            if (token == ")") --depth;
            // A label, such as `public:` or `private slots:`.
            static const QSet<QString> labels{"public", "private", "protected", "signals"};
            if (depth == 0 && token == ":" && !head.isEmpty() && labels.contains(head.first()) && head.size() <= 2)
                head.clear();
            else head << token;
        }
        end_ = tokens_.value(at_++);
        return head;
    }
    bool ended_with(const char* token) const { return end_ == QLatin1String(token); }

    /// Moves behind the `}` of the block that has just begun.
    void skip_braces() {
        for (int depth = 1; depth > 0 && at_ < tokens_.size(); ++at_)
            depth += tokens_[at_] == "{" ? 1 : tokens_[at_] == "}" ? -1 : 0;
    }

    /// Returns the name of the class whose head this is; empty for anything else.
    static QString class_of(const QStringList& head) {
        if (head.contains("enum") || head.contains("=")) return {};
        QString name;
        for (int i = 0, angles = 0; i + 1 < head.size(); ++i) {
            angles += head[i] == "<" ? 1 : head[i] == ">" ? -1 : 0;
            if (angles > 0) continue;
            if (head[i] == "(") return {}; // a function that returns a class
            if (!name.isEmpty() || (head[i] != "class" && head[i] != "struct" && head[i] != "union")) continue;
            name = head[i + 1];
            for (int k = i + 2; k + 1 < head.size() && head[k] == "::"; k += 2) name += "::" + head[k + 1];
        }
        return name;
    }

    /// Removes macros such as `Q_OBJECT` and `Q_PROPERTY(...)` from the beginning.
    static QStringList without_macros(QStringList head) {
        static const QRegularExpression macro("^[A-Z][A-Z0-9]*_[A-Z0-9_]+$");
        while (!head.isEmpty() && macro.match(head.first()).hasMatch()) {
            head.removeFirst();
            if (head.value(0) != "(") continue;
            for (int depth = 0; !head.isEmpty();) {
                const QString token = head.takeFirst();
                depth += token == "(" ? 1 : token == ")" ? -1 : 0;
                if (depth == 0) break;
            }
        }
        return head;
    }

    /// Returns whether the tokens before a `{` or `;` declare a function: parentheses that belong neither to an
    /// initial value nor to a template argument such as `std::function<void(int)>`.
    static bool is_function(const QStringList& declaration) {
        const QStringList head = without_macros(declaration);
        static const QSet<QString> others{"friend", "using", "typedef", "static_assert", "enum"};
        if (head.isEmpty() || others.contains(head.first())) return false;
        int angles = 0;
        for (int i = 0; i < head.size(); ++i) {
            const bool is_operator = i > 0 && head[i - 1] == "operator";
            if (is_operator && head[i] != "(") continue; // an operator such as `<` or `=`
            if (head[i] == "(" && angles == 0) return true;
            if (head[i] == "=" && angles == 0 && !head.mid(0, i).contains("operator")) return false;
            if (head[i] == "<") ++angles;
            if (head[i] == ">" && angles > 0) --angles;
        }
        return false;
    }

    void read_body(const QString& name) {
        int methods = 0;
        while (at_ < tokens_.size()) {
            const QStringList head = next_head();
            const bool opens = ended_with("{");
            if (ended_with("}")) break;
            if (const QString inner = class_of(head); opens && !inner.isEmpty()) {
                read_body(name + "::" + inner);
                next_head(); // the rest up to `;`, such as the name of a member
                continue;
            }
            if (is_function(head)) ++methods;
            if (!opens) continue;
            skip_braces();
            // Behind a body, a new declaration begins. Behind an initializer, `;` follows.
            while (tokens_.value(at_) == "," || tokens_.value(at_) == "{") { // a(x), b{y} in front of a body
                next_head();
                if (ended_with("{")) skip_braces();
            }
        }
        found_.append({name, methods});
    }

    QStringList tokens_;
    qsizetype at_ = 0;
    QString end_;
    QList<ClassSize> found_;
};

} // namespace

QList<ClassSize> classes_in(const QString& source) { return ClassReader(source).classes(); }

QSet<QString> classes_with_bodies_in(const QString& source) {
    // A definition begins at the left margin. Its name is the last qualified name before the parameters.
    static const QRegularExpression definition(
        "^(?![ \\t}])(?!return\\b|using\\b|namespace\\b|//|#)[^\\n(;={]*?\\b([A-Z]\\w*(?:::[A-Z]\\w*)*)::"
        "(?:~?\\w+|operator[^\\w\\s(]+)\\(",
        QRegularExpression::MultilineOption);
    QSet<QString> names;
    for (auto matches = definition.globalMatch(source); matches.hasNext();) names << matches.next().captured(1);
    return names;
}

} // namespace structure
