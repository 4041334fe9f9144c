#pragma once

#include "engine/protocol/serialization/json.h"

#include <QStringList>

namespace warploom::ui {

struct LoadedMatrix;

/// Compares the matrix hash in a worker's response with the hash of the open matrix. The hashes may differ because the
/// window and the worker load the matrix separately, possibly on two computers, and the file may change in the
/// meantime. Does nothing if the request refers to a different matrix or if the response has no hash. Throws
/// Error("matrix.differs").
void requireSameMatrix(const LoadedMatrix& open, const QStringList& worker_command, const Json& request,
                       const Json& answer);

} // namespace warploom::ui
