// in: a int[n]
// out: b T[n]
// n: 1 .. 100
// a: integers 9 .. 0

// line: 4
// says: The range of the elements of `a` is empty.
// hint: Write the smaller number first.
