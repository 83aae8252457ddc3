-- Terms are stored in Simplified characters from here on: everything is indexed again.
-- What a request remembers (session_state) does not depend on terms and stays.
DELETE FROM passage_vectors;
DELETE FROM passages;
INSERT INTO passage_terms (passage_terms) VALUES ('delete-all');
UPDATE documents SET hash = '', characters = 0;
UPDATE revision SET value = value + 1;
