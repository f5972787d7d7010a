-- Up Migration

-- Keys that were released without ever being held, by age, for the sweep that forgets them.
CREATE INDEX holds_never_held ON holds (settled_at) WHERE account_id IS NULL;
