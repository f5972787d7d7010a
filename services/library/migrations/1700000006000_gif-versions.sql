-- Up Migration

-- A change by an administrator raises the version and names the one that it was made on.
ALTER TABLE gifs
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN changed_at timestamptz,
  ADD COLUMN changed_by_id bigint NOT NULL DEFAULT 0,
  ADD COLUMN changed_by text NOT NULL DEFAULT '';
