// in: a T[n]
// out: b T
// n: 1 .. 100

// line: 2
// says: Invalid `out` line.
// hint: Write the name, the type and the size
