-- Up Migration

-- Why a battle has no winner, and by which aliases its players knew each other, so that either can read the result later.
-- Null where an older engine recorded it.
ALTER TABLE battles
  ADD COLUMN no_winner text,
  ADD COLUMN low_alias bigint,
  ADD COLUMN high_alias bigint;
