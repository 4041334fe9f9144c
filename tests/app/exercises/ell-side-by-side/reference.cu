// from: textbook/lesson_5_format.cu
