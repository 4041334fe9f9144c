# Grades the kernel in the cell above (`%%warploom --name answer`), or the file answer.cu in the notebook's folder.
# nbgrader: Use this as an autograder test cell worth @POINTS@ points. The last line gives partial credit.
# otter: Use this as an assertion test.
import warploom

judgement = warploom.judge("answer", exercise="@ID@", seed=@SEED@)
print(judgement.attrs["sentence"])
assert judgement.attrs["points"] > 0, judgement.attrs["sentence"]
judgement.attrs["points"]
