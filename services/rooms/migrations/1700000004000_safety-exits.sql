-- Up Migration

-- Who took the way out of which tie's room; one exit a row, however often its events arrive.
CREATE TABLE safety_exits (
  account_id bigint NOT NULL,
  room_id uuid NOT NULL,
  -- When the battle ended, or the seat became free.
  at timestamptz NOT NULL,
  -- Costs nothing: the tie is disputed. Else it counts as leaving.
  excused boolean NOT NULL,
  PRIMARY KEY (account_id, room_id)
);
CREATE INDEX safety_exits_by_time ON safety_exits (at);
