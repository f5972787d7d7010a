-- Up Migration

-- When blocks were lifted: the event of an earlier block, however late it comes, must not block again.
CREATE TABLE unblocks (
  blocker_id bigint NOT NULL,
  blocked_id bigint NOT NULL,
  unblocked_at timestamptz NOT NULL,
  PRIMARY KEY (blocker_id, blocked_id)
);
CREATE INDEX unblocks_by_age ON unblocks (unblocked_at);
