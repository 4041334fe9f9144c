// out: 2b T[n]
// n: 1 .. 100

// line: 1
// says: Invalid `out` line.
// hint: Write the name, the type and the size
