-- Up Migration

-- Under which number a blocker knows an account, an entry for each: lists show these alone, or they would tell that two of them are
-- one person. A block without an entry here (of an earlier release) is known by its account id.
CREATE TABLE block_aliases (
  blocker_id bigint NOT NULL,
  alias      bigint NOT NULL,
  blocked_id bigint NOT NULL,
  blocked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (blocker_id, alias)
);
CREATE INDEX block_aliases_by_pair ON block_aliases (blocker_id, blocked_id);

-- Null: the champion's account id.
ALTER TABLE cups ADD COLUMN champion_alias bigint;
