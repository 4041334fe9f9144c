#pragma once

#include <QString>

/// The dependency rule of docs/architecture.md as a table: which folder may include what.
namespace structure {

/// Returns why `#include` is not allowed in a file; empty if it is.
/// `file` is relative to the root; `include` is the text after `#include`, with its quotes or brackets.
QString forbidden_include(const QString& file, const QString& include);

} // namespace structure
