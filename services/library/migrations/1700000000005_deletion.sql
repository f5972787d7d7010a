-- Up Migration

ALTER TABLE gifs
  -- Deleted by an administrator: out of everything, and erased once its retention is over.
  ADD COLUMN deleted_at timestamptz,
  -- Why it must not be erased, deleted or not; null: it may.
  ADD COLUMN hold_reason text CHECK (hold_reason <> ''),
  ADD CHECK (NOT goes_live OR deleted_at IS NULL);
ALTER TABLE gifs
  DROP COLUMN dealt,
  ADD COLUMN dealt boolean NOT NULL
    GENERATED ALWAYS AS (state = 'live' AND NOT broken AND deleted_at IS NULL) STORED;
CREATE INDEX gifs_to_erase ON gifs (deleted_at) WHERE deleted_at IS NOT NULL AND hold_reason IS NULL;

-- Down Migration

DELETE FROM gifs WHERE deleted_at IS NOT NULL;
ALTER TABLE gifs
  DROP COLUMN dealt,
  ADD COLUMN dealt boolean NOT NULL GENERATED ALWAYS AS (state = 'live' AND NOT broken) STORED;
ALTER TABLE gifs DROP COLUMN deleted_at, DROP COLUMN hold_reason;
