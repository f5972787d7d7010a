-- Up Migration

-- When the players of a veiled room saw each other, by ids alone.
CREATE TABLE reveal_log (
  room_id    uuid NOT NULL,
  epoch      bigint NOT NULL,
  accounts   bigint[] NOT NULL,
  opened_at  timestamptz NOT NULL,
  -- Null: open.
  closed_at  timestamptz,
  -- 0: no player.
  closed_by  bigint NOT NULL DEFAULT 0,
  closed_why text NOT NULL DEFAULT '',
  PRIMARY KEY (room_id, epoch)
);
CREATE INDEX reveal_log_by_time ON reveal_log (opened_at);
