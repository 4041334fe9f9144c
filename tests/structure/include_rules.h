#pragma once

#include <QString>

/// The dependency rule of docs/architecture.md as a table: which folder may include what.
namespace structure {

/// Why this `#include` may not stand in this file; empty where it may.
/// `file` is relative to the repository root, `include` is what stands behind `#include`, with its quotes or brackets.
QString forbidden_include(const QString& file, const QString& include);

} // namespace structure
