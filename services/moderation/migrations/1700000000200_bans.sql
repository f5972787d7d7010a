-- Up Migration

CREATE TABLE bans (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id   bigint NOT NULL,
  scope        text NOT NULL CHECK (scope IN ('global', 'rooms', 'chat', 'api')),
  -- The banned person reads it; empty for none.
  reason       text NOT NULL,
  notes        text NOT NULL,
  evidence     text NOT NULL,
  banned_at    timestamptz NOT NULL,
  -- Null: permanent.
  expires_at   timestamptz CHECK (expires_at > banned_at),
  banned_by_id bigint NOT NULL,
  banned_by    text NOT NULL,
  lifted_at    timestamptz,
  lifted_by    text NOT NULL DEFAULT '',
  lift_reason  text NOT NULL DEFAULT '',
  -- Deleted, which lifts it; erased by the sweep when neither a hold nor its retention forbids it.
  hidden_at    timestamptz,
  -- The call that deleted it: repeated on its way, it gets the same answer.
  hidden_by_request text,
  held         boolean NOT NULL DEFAULT false
);

-- Pages of the console and their totals are found in an index alone, whichever filters are combined; for that, pages of
-- the table have to be known as visible soon after a change.
ALTER TABLE bans SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX bans_listed ON bans (id DESC) INCLUDE (scope, lifted_at, expires_at) WHERE hidden_at IS NULL;
CREATE INDEX bans_of_account ON bans (account_id, id DESC) INCLUDE (scope, lifted_at, expires_at)
  WHERE hidden_at IS NULL;
CREATE INDEX bans_of_scope ON bans (scope, id DESC) INCLUDE (lifted_at, expires_at) WHERE hidden_at IS NULL;
-- What may be in force: whether it is over is for the clock to say.
CREATE INDEX bans_unlifted ON bans (id DESC) INCLUDE (scope, expires_at) WHERE lifted_at IS NULL AND hidden_at IS NULL;
CREATE INDEX bans_unlifted_of_account ON bans (account_id, scope) WHERE lifted_at IS NULL AND hidden_at IS NULL;
CREATE INDEX bans_hidden ON bans (hidden_at) WHERE hidden_at IS NOT NULL;

-- How often the bans of an account have changed, and which of these states auth has acknowledged. Whoever changes them
-- locks this row first.
CREATE TABLE restriction_versions (
  account_id   bigint PRIMARY KEY,
  version      bigint NOT NULL DEFAULT 0,
  told_version bigint NOT NULL DEFAULT 0
);
CREATE INDEX restriction_versions_untold ON restriction_versions (account_id) WHERE told_version < version;
