// in: a T[n]
// out: b [n]
// n: 1 .. 100

// line: 2
// says: `` is not a type of array elements.
// hint: Choose int, unsigned
