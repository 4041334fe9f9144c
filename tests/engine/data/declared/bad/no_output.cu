// in: a T[n]
// n: 1 .. 100

// line: 1
// says: The source declares no array that the kernel writes.
// hint: name a shipped problem
