#pragma once

#include <QList>
#include <QSet>
#include <QString>

/// Sizes of classes, read from their sources with a simple tokenizer.
namespace structure {

struct ClassSize {
    QString name; ///< with the names of enclosing classes, such as `RunStore::Entry`
    int methods = 0;
};

/// Returns the classes and structs that a source defines, with the number of their methods: all declared member
/// functions, including constructors, destructors, operators and signals, but not friends. Comments, strings,
/// preprocessor lines, macros and the bodies of functions are ignored.
QList<ClassSize> classes_in(const QString& source);

/// Returns the names of the classes whose member functions a source defines outside of the class, as in
/// `void Name::method() {`. A nested class has the name of its enclosing class before it.
QSet<QString> classes_with_bodies_in(const QString& source);

} // namespace structure
