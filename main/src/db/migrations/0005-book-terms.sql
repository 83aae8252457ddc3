-- All terms of the book in one piece, as they were at a revision: counting them anew takes longer than anything else
-- that opening a long book waits for. Read only at exactly that revision.
CREATE TABLE book_terms (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  revision INTEGER NOT NULL,
  packed BLOB NOT NULL
) STRICT;
