-- Up Migration

-- Every administrative read of personal data and every change, in one chain: each entry is hashed with the hash of the
-- one before it (src/domain/audit/chain.ts). Times are Unix milliseconds and details plain text, so that what is read
-- back is, byte for byte, what was hashed.
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
  -- About a report of child safety: shown only to who may see those.
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

CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The service's own role may not even try.
DO $$
DECLARE grantee_name text;
BEGIN
  FOR grantee_name IN
    SELECT DISTINCT grantee FROM information_schema.table_privileges
    WHERE table_schema = current_schema() AND table_name = 'audit_log' AND grantee <> current_user
  LOOP
    EXECUTE format('REVOKE ALL ON audit_log FROM %I', grantee_name);
    EXECUTE format('GRANT SELECT, INSERT ON audit_log TO %I', grantee_name);
  END LOOP;
END $$;
