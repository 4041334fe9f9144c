// out: a T[n][n][n]
// n: 1 .. 100

// line: 1
// says: Array `a` has more than two dimensions.
// hint: Multiply the sizes
