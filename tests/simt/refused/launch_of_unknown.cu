// refused: 2:22 There is no kernel `kernle`.
void run(int rows) { kernle<<<1, 1>>>(rows); }
