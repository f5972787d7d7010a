-- Moderation's states of reports that have a place for stills. The higher version is newer; 0: none received yet. Times are
-- Unix milliseconds, so that what is read back is what was hashed.
CREATE TABLE report_states (
  report_id     bigint PRIMARY KEY,
  version       bigint NOT NULL DEFAULT 0,
  category      text NOT NULL,
  grave         boolean NOT NULL,
  expires_at_ms bigint NOT NULL,
  held          boolean NOT NULL DEFAULT false,
  hidden        boolean NOT NULL DEFAULT false
);
CREATE INDEX report_states_by_expiry ON report_states (expires_at_ms) WHERE NOT held;

CREATE TABLE places (
  token_sha256  bytea PRIMARY KEY,
  report_id     bigint NOT NULL,
  reporter_id   bigint NOT NULL,
  content       text NOT NULL CHECK (content IN ('stills', 'patches')),
  until_ms      bigint NOT NULL,
  -- Digest of the stills it was used for.
  sealed_sha256 bytea
);
CREATE INDEX places_by_report ON places (report_id);
CREATE INDEX places_by_time ON places (until_ms);

-- Sealed stills in one chain: each row is hashed with the hash of the one before (src/vault/rules.ts). Rows remain when
-- their stills are erased.
CREATE TABLE evidence (
  seq           bigint PRIMARY KEY,
  id            uuid NOT NULL UNIQUE,
  report_id     bigint NOT NULL,
  at_ms         bigint NOT NULL,
  -- Used token of its place: the envelope is bound to it.
  token         text NOT NULL UNIQUE,
  pictures      integer NOT NULL,
  has_stills    boolean NOT NULL,
  bytes         integer NOT NULL,
  sha256        bytea NOT NULL,
  sealed        bytea,
  erased_at_ms  bigint,
  previous_hash bytea NOT NULL,
  hash          bytea NOT NULL
);
CREATE INDEX evidence_by_report ON evidence (report_id, seq);
-- Sealed stills do not compress.
ALTER TABLE evidence ALTER COLUMN sealed SET STORAGE EXTERNAL;

CREATE TABLE openings (
  id             uuid PRIMARY KEY,
  report_id      bigint NOT NULL,
  reason         text NOT NULL,
  asked_by_id    bigint NOT NULL,
  asked_by       text NOT NULL,
  asked_at_ms    bigint NOT NULL,
  -- The requester's independence at the time of the request: see approvals in @kla/chassis.
  asked_makers      bigint[] NOT NULL DEFAULT '{}',
  asked_controllers bigint[] NOT NULL DEFAULT '{}',
  approved_by_id bigint CHECK (approved_by_id <> asked_by_id),
  approved_by    text NOT NULL DEFAULT '',
  until_ms       bigint NOT NULL
);
CREATE INDEX openings_by_report ON openings (report_id);
CREATE INDEX openings_by_time ON openings (until_ms);

-- Events written in the transaction they are about. A relay publishes them.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL UNIQUE,
  subject text NOT NULL,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

-- The only change: erasing stills whose time has passed and that no one holds.
CREATE FUNCTION allow_erasure_alone() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  kept record := NEW;
BEGIN
  kept.sealed := OLD.sealed;
  kept.erased_at_ms := OLD.erased_at_ms;
  IF kept IS DISTINCT FROM OLD OR OLD.sealed IS NULL OR NEW.sealed IS NOT NULL OR NEW.erased_at_ms IS NULL THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  IF NOT EXISTS (
    SELECT FROM report_states
    WHERE report_id = OLD.report_id AND NOT held AND expires_at_ms <= NEW.erased_at_ms
  ) THEN
    RAISE EXCEPTION 'the stills of report % are kept', OLD.report_id;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON evidence FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER erasure_alone BEFORE UPDATE ON evidence FOR EACH ROW EXECUTE FUNCTION allow_erasure_alone();

-- The service's own role can erase and change nothing else, whatever the schema grants to roles by default.
DO $$
DECLARE grantee_name text;
BEGIN
  FOR grantee_name IN
    SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END
    FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid = 'evidence'::regclass AND grantee <> relowner
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON evidence FROM %s', grantee_name);
    EXECUTE format('GRANT UPDATE (sealed, erased_at_ms) ON evidence TO %s', grantee_name);
  END LOOP;
END $$;
