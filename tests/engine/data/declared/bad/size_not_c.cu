// out: a T[n +]
// n: 1 .. 100

// line: 1
// says: `n +` is not a size.
