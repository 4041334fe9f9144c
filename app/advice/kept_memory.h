#pragma once

namespace warploom::app {

/// While one lives, memory that is freed stays with the process. The formats of an advice follow each other, a hundred megabytes
/// each, and a fifth of its time went by while the system cleared pages that had just been given back. Without glibc it does
/// nothing.
class KeptMemory {
public:
    KeptMemory();
    ~KeptMemory();
    KeptMemory(const KeptMemory&) = delete;
    KeptMemory& operator=(const KeptMemory&) = delete;
};

} // namespace warploom::app
