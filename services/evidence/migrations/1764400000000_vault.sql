-- Sealed stills of grave reports, in a schema of their own: "vault", or the name of this schema with "_vault". The service's
-- role puts bytes in and reads all else; only the role that the schema was made for reads bytes (README.md, "The vault").
DO $$
DECLARE
  place text := CASE current_schema() WHEN 'evidence' THEN 'vault' ELSE current_schema() || '_vault' END;
  home text := quote_ident(current_schema());
  grantee_name text;
BEGIN
  IF to_regnamespace(place) IS NULL THEN
    EXECUTE format('CREATE SCHEMA %I', place);
  END IF;

  EXECUTE format($table$
    CREATE TABLE %1$I.vault_bytes (
      seq               bigint PRIMARY KEY,
      report_id         bigint NOT NULL,
      sealed            bytea,
      -- Unix milliseconds. 0: moderation has not said yet.
      preserve_until_ms bigint NOT NULL,
      erased_at_ms      bigint,
      CHECK ((sealed IS NULL) = (erased_at_ms IS NOT NULL))
    )$table$, place);
  EXECUTE format('ALTER TABLE %I.vault_bytes ALTER COLUMN sealed SET STORAGE EXTERNAL', place);
  EXECUTE format('CREATE INDEX vault_bytes_by_report ON %I.vault_bytes (report_id)', place);

  -- Lengths and digests of the bytes, so that the chain can be verified without reading them.
  EXECUTE format($digests$
    CREATE FUNCTION %1$I.vault_digests(seqs bigint[]) RETURNS TABLE (seq bigint, bytes integer, sha256 bytea)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = %1$I, pg_temp AS
    'SELECT b.seq, octet_length(b.sealed), pg_catalog.sha256(b.sealed) FROM vault_bytes AS b
     WHERE b.seq = ANY (seqs) AND b.sealed IS NOT NULL'$digests$, place);
  EXECUTE format('REVOKE ALL ON FUNCTION %I.vault_digests(bigint[]) FROM PUBLIC', place);

  -- Only the bytes that the chain has hashed come in.
  EXECUTE format($intake$
    CREATE FUNCTION %1$I.allow_known_bytes() RETURNS trigger LANGUAGE plpgsql SET search_path = %2$s, pg_temp AS $body$
    BEGIN
      IF NEW.erased_at_ms IS NOT NULL OR NOT EXISTS (
        SELECT FROM evidence
        WHERE seq = NEW.seq AND report_id = NEW.report_id AND sha256 = pg_catalog.sha256(NEW.sealed)
      ) THEN
        RAISE EXCEPTION 'row %% is not what the chain has hashed', NEW.seq;
      END IF;
      RETURN NEW;
    END $body$ $intake$, place, home);

  EXECUTE format($change$
    CREATE FUNCTION %1$I.allow_preservation_alone() RETURNS trigger LANGUAGE plpgsql SET search_path = %2$s, pg_temp AS $body$
    DECLARE
      kept record := NEW;
    BEGIN
      kept.sealed := OLD.sealed;
      kept.erased_at_ms := OLD.erased_at_ms;
      kept.preserve_until_ms := OLD.preserve_until_ms;
      IF kept IS DISTINCT FROM OLD OR OLD.erased_at_ms IS NOT NULL THEN
        RAISE EXCEPTION '%% is append-only', TG_TABLE_NAME;
      END IF;
      IF NEW.preserve_until_ms < OLD.preserve_until_ms THEN
        RAISE EXCEPTION 'preserve_until_ms of row %% only grows', OLD.seq;
      END IF;
      IF NEW.erased_at_ms IS NULL AND NEW.sealed IS NOT DISTINCT FROM OLD.sealed THEN
        RETURN NEW;
      END IF;
      IF NEW.erased_at_ms IS NULL OR NEW.sealed IS NOT NULL THEN
        RAISE EXCEPTION '%% is append-only', TG_TABLE_NAME;
      END IF;
      IF NEW.preserve_until_ms > NEW.erased_at_ms OR NOT EXISTS (
        SELECT FROM report_states
        WHERE report_id = OLD.report_id AND NOT held AND expires_at_ms <= NEW.erased_at_ms
      ) THEN
        RAISE EXCEPTION 'the stills of report %% are kept', OLD.report_id;
      END IF;
      RETURN NEW;
    END $body$ $change$, place, home);

  EXECUTE format('CREATE TRIGGER known_bytes BEFORE INSERT ON %1$I.vault_bytes FOR EACH ROW
                  EXECUTE FUNCTION %1$I.allow_known_bytes()', place);
  EXECUTE format('CREATE TRIGGER preservation_alone BEFORE UPDATE ON %1$I.vault_bytes FOR EACH ROW
                  EXECUTE FUNCTION %1$I.allow_preservation_alone()', place);
  EXECUTE format('CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON %1$I.vault_bytes FOR EACH STATEMENT
                  EXECUTE FUNCTION %2$s.refuse_change()', place, home);

  -- As before, and stills may also move to the vault, where they are erased first.
  EXECUTE format($erasure$
    CREATE OR REPLACE FUNCTION allow_erasure_alone() RETURNS trigger LANGUAGE plpgsql
    SET search_path = %1$s, %2$I, pg_temp AS $body$
    DECLARE
      kept record := NEW;
    BEGIN
      kept.sealed := OLD.sealed;
      kept.erased_at_ms := OLD.erased_at_ms;
      IF kept IS DISTINCT FROM OLD OR OLD.erased_at_ms IS NOT NULL OR NEW.sealed IS NOT NULL THEN
        RAISE EXCEPTION '%% is append-only', TG_TABLE_NAME;
      END IF;
      IF NEW.erased_at_ms IS NULL THEN
        IF OLD.sealed IS NULL OR NOT EXISTS (SELECT FROM vault_bytes WHERE seq = OLD.seq AND erased_at_ms IS NULL) THEN
          RAISE EXCEPTION '%% is append-only', TG_TABLE_NAME;
        END IF;
        RETURN NEW;
      END IF;
      IF NOT EXISTS (
        SELECT FROM report_states
        WHERE report_id = OLD.report_id AND NOT held AND expires_at_ms <= NEW.erased_at_ms
      ) OR (OLD.sealed IS NULL AND NOT EXISTS (
        SELECT FROM vault_bytes WHERE seq = OLD.seq AND erased_at_ms IS NOT NULL
      )) THEN
        RAISE EXCEPTION 'the stills of report %% are kept', OLD.report_id;
      END IF;
      RETURN NEW;
    END $body$ $erasure$, home, place);

  FOR grantee_name IN
    SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END
    FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid = 'evidence'::regclass AND grantee <> relowner AND privilege_type = 'INSERT'
  LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %s', place, grantee_name);
    EXECUTE format('GRANT INSERT, SELECT (seq, report_id, preserve_until_ms, erased_at_ms),
                    UPDATE (sealed, preserve_until_ms, erased_at_ms) ON %I.vault_bytes TO %s', place, grantee_name);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %I.vault_digests(bigint[]) TO %s', place, grantee_name);
  END LOOP;
END $$;
