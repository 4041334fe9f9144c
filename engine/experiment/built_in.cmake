# The experiments and the printed tables travel inside the program. Included where the library is made: a source that a
# command writes belongs to targets of the same folder only.
include(WarploomTexts)
warploom_embed_texts(warploom_engine built_in_experiments experiments *.json)
warploom_embed_texts(warploom_engine built_in_published published *.csv)
