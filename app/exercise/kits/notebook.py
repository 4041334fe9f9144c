# Judges the text of the cell above (`%%warploom --name answer`), or the file answer.cu beside the notebook.
# nbgrader: an autograder test cell of @POINTS@ points; its last line gives partial credit. otter: a test that asserts.
import warploom

judgement = warploom.judge("answer", exercise="@ID@", seed=@SEED@)
print(judgement.attrs["sentence"])
assert judgement.attrs["points"] > 0, judgement.attrs["sentence"]
judgement.attrs["points"]
