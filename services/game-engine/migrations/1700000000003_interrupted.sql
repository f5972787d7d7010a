-- Up Migration

-- A battle that was on while no engine was there.
ALTER TABLE battles DROP CONSTRAINT battles_reason_check;
ALTER TABLE battles ADD CONSTRAINT battles_reason_check
  CHECK (reason IN ('finished', 'left', 'time-cap', 'interrupted')) NOT VALID;
