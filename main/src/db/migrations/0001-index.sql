-- The index of one project. Everything here is derived from the manuscript and may be deleted.
-- A change of the passage or term rules needs a new migration that empties these tables.

CREATE TABLE documents (
  key INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  -- SHA-256 of the indexed bytes; empty while the document is not, or only partly, indexed.
  hash TEXT NOT NULL,
  characters INTEGER NOT NULL,
  -- 0-based place in the order of chapters.
  position INTEGER NOT NULL
) STRICT;

-- id = document key × 2^20 + a number of its own, so that a hit names its document without a look-up.
CREATE TABLE passages (
  id INTEGER PRIMARY KEY,
  from_offset INTEGER NOT NULL,
  to_offset INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;

-- The terms come ready made and separated by spaces. The ascii tokenizer takes every other character above
-- U+007F as part of a term, whatever Unicode version SQLite was built with.
CREATE VIRTUAL TABLE passage_terms USING fts5(terms, content='', contentless_delete=1, tokenize='ascii');
-- Fewer merges inside a commit, where they hold up the event loop; a long indexing run does the rest in steps.
INSERT INTO passage_terms (passage_terms, rank) VALUES ('automerge', 8);
CREATE VIRTUAL TABLE passage_vocabulary USING fts5vocab(passage_terms, row);

-- Grows with every write to the tables above, so that another process's caches notice it.
CREATE TABLE revision (id INTEGER PRIMARY KEY CHECK (id = 1), value INTEGER NOT NULL) STRICT;
INSERT INTO revision (id, value) VALUES (1, 0);

CREATE TABLE session_state (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  -- When the request that wrote the value started, in the caller's milliseconds.
  started_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
