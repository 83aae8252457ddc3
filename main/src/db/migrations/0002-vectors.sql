-- One vector per passage, of unit length, float32 in the byte order of the machine that made it.
CREATE TABLE passage_vectors (
  -- Never used twice, so that count and greatest number together say whether anything has changed.
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  passage_id INTEGER NOT NULL UNIQUE,
  model TEXT NOT NULL,
  vector BLOB NOT NULL
) STRICT;

CREATE TRIGGER passage_leaves AFTER DELETE ON passages BEGIN
  DELETE FROM passage_vectors WHERE passage_id = old.id;
END;
