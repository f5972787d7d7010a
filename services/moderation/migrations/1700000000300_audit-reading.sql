-- Up Migration

-- The entries of one actor, action and kind of subject. Which of these there are is a short list, whatever is asked
-- for: a page of any combination is the newest of the groups that fit.
CREATE TABLE audit_groups (
  actor        text NOT NULL,
  action       text NOT NULL,
  subject_kind text NOT NULL,
  restricted   boolean NOT NULL,
  PRIMARY KEY (actor, action, subject_kind, restricted)
);
INSERT INTO audit_groups SELECT DISTINCT actor, action, subject_kind, restricted FROM audit_log;

CREATE INDEX audit_log_by_time ON audit_log (at_ms, seq);
CREATE INDEX audit_log_open_by_time ON audit_log (at_ms, seq) WHERE NOT restricted;
CREATE INDEX audit_log_by_group ON audit_log (actor, action, subject_kind, restricted, at_ms, seq);
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, at_ms, seq) WHERE subject_id <> '';

-- Facts for the log that could not be read, as they came: for whoever has to find out what they were.
CREATE TABLE audit_unreadable (
  sha256      bytea PRIMARY KEY,
  payload     bytea NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);

-- Nobody changes what such a table has: no mistake (the trigger), and not the service's own role at all (its
-- privileges, whatever the schema gives to roles by default).
CREATE PROCEDURE make_append_only(target regclass) LANGUAGE plpgsql AS $$
DECLARE grantee_name text;
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s
                  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
  FOR grantee_name IN
    SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END
    FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid = target AND grantee <> relowner
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON %s FROM %s', target, grantee_name);
  END LOOP;
END $$;

CALL make_append_only('audit_log');
CALL make_append_only('audit_groups');
CALL make_append_only('audit_unreadable');
