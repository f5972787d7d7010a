-- Up Migration

-- Who has declared to be under 18 stays locked, whatever is declared later, until an administrator lifts it. The revision
-- rises with both, so that who hears of several changes knows the newest.
ALTER TABLE accounts
  ADD COLUMN age_locked_at timestamptz,
  ADD COLUMN age_revision  integer NOT NULL DEFAULT 0;
