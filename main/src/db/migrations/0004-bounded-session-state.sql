-- At most 2,000 scenes are remembered; a new one pushes out the one written longest ago. An update fires no
-- insert trigger, and the row just written stays even when the clock has gone back.
CREATE INDEX session_state_started_at ON session_state (started_at);

DELETE FROM session_state WHERE key IN (
  SELECT key FROM session_state ORDER BY started_at DESC LIMIT -1 OFFSET 2000
);

CREATE TRIGGER session_state_is_bounded AFTER INSERT ON session_state BEGIN
  DELETE FROM session_state WHERE key IN (
    SELECT key FROM session_state WHERE key <> new.key ORDER BY started_at DESC LIMIT -1 OFFSET 1999
  );
END;
