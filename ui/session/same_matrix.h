#pragma once

#include "engine/protocol/serialization/json.h"

#include <QStringList>

namespace warploom::ui {

struct LoadedMatrix;

/// Compares the hash that an answer of the worker carries with that of the open matrix. The window and the worker load
/// a matrix separately, possibly on two computers, and a file may change between the two. Does nothing where the
/// request is about another matrix, or where the answer has no hash. Throws Error("matrix.differs").
void requireSameMatrix(const LoadedMatrix& open, const QStringList& worker_command, const Json& request,
                       const Json& answer);

} // namespace warploom::ui
