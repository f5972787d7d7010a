-- Up Migration

-- Every administrative read of personal data and every change, in chains: each entry is hashed with the hash of the one
-- before it (src/domain/audit/chain.ts). Times are Unix milliseconds and details plain text, so that what is read back
-- is, byte for byte, what was hashed.
CREATE TABLE audit_log (
  seq          bigint PRIMARY KEY,
  at_ms        bigint NOT NULL,
  actor_id     bigint NOT NULL,
  actor        text NOT NULL,
  action       text NOT NULL,
  subject_kind text NOT NULL,
  subject_id   text NOT NULL,
  details      text NOT NULL,
  request_id   text NOT NULL,
  -- About a report of child safety: shown only to who may see those, and in a chain of its own.
  restricted   boolean NOT NULL,
  -- Of a fact that another service told; empty for our own.
  fact_id      text NOT NULL,
  previous     bytea NOT NULL,
  hash         bytea NOT NULL
);

CREATE UNIQUE INDEX audit_log_once ON audit_log (fact_id) WHERE fact_id <> '';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
