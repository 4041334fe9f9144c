// out: a T[n]
// n: 1 .. 100
// n: 1 .. 200

// line: 3
// says: `n` has already been declared on line 2.
// hint: Remove one of the two lines.
