// in: a T[]
// out: b T[n]
// n: 1 .. 100

// line: 1
// says: Invalid `in` line.
// hint: Write the name, the type and the size
