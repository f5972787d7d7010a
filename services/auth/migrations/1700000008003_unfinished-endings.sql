-- Up Migration

-- Sessions that were ended while Redis could not be changed. They open nothing, and a sweep removes them from Redis later.
CREATE TABLE unfinished_endings (
  session_key text PRIMARY KEY,
  ended_at    timestamptz NOT NULL DEFAULT now()
);
