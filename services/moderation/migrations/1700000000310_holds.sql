-- Up Migration

-- Why something is held, for the administrators who come after. That it is held stands in its own row as well, where
-- the sweep that erases looks.
CREATE TABLE holds (
  kind         text NOT NULL CHECK (kind IN ('report', 'ban')),
  id           bigint NOT NULL,
  reason       text NOT NULL,
  placed_by_id bigint NOT NULL,
  placed_by    text NOT NULL,
  placed_at    timestamptz NOT NULL,
  PRIMARY KEY (kind, id)
);
