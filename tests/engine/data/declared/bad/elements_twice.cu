// in: a T[n]
// out: b T[n]
// n: 1 .. 100
// a: uniform
// a: sorted

// line: 5
// says: `a` has already been declared on line 4.
// hint: Remove one of the two lines.
