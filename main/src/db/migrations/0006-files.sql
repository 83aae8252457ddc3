-- Which chapter was which file with which bytes when the app last read it: by this a file that was moved while the app
-- was closed is recognised. The ids themselves are in the project's book.json.
CREATE TABLE files (
  id TEXT PRIMARY KEY,
  file TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  -- The title line of the text; empty when it has none.
  heading TEXT NOT NULL
) STRICT, WITHOUT ROWID;
