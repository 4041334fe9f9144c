// in: a T[n]
// out: a T[n]
// n: 1 .. 100

// line: 2
// says: `a` has already been declared on line 1.
// hint: Remove one of the two lines.
