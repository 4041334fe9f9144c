// out: a T[seed]
// seed: 1 .. 100

// line: 2
// says: `seed` is part of the names of inputs, so it cannot be declared.
// hint: Choose another name.
