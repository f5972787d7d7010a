-- Up Migration

-- A battle that a player took the way out of.
ALTER TABLE battles DROP CONSTRAINT battles_reason_check;
ALTER TABLE battles ADD CONSTRAINT battles_reason_check
  CHECK (reason IN ('finished', 'left', 'time-cap', 'interrupted', 'safety')) NOT VALID;
