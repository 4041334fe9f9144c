// refused: 2:22 Kernel `kernle` is not declared.
void run(int rows) { kernle<<<1, 1>>>(rows); }
