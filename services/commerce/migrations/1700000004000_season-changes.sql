-- Up Migration

-- Who made the last change, for those who made theirs on an older version; null, 0 and empty: before this was recorded.
ALTER TABLE pass_seasons
  ADD COLUMN changed_at timestamptz,
  ADD COLUMN changed_by_id bigint NOT NULL DEFAULT 0,
  ADD COLUMN changed_by text NOT NULL DEFAULT '';
