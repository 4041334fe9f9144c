// out: b T[n]
// n: 1 .. 100
// b: uniform

// line: 3
// says: Array `b` is an output, so its elements cannot be chosen.
// hint: declare the array with `// inout:`
