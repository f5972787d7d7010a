-- Up Migration

-- A change names the version that it was made on. The trigger raises it, whichever release's pod writes.
ALTER TABLE reports
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- Of the last change; null, 0 and empty: none yet, or by no administrator.
  ADD COLUMN changed_at timestamptz,
  ADD COLUMN changed_by_id bigint NOT NULL DEFAULT 0,
  ADD COLUMN changed_by text NOT NULL DEFAULT '';
ALTER TABLE bans
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN changed_at timestamptz,
  ADD COLUMN changed_by_id bigint NOT NULL DEFAULT 0,
  ADD COLUMN changed_by text NOT NULL DEFAULT '',
  -- When it got its present end; null: with the ban.
  ADD COLUMN extended_at timestamptz;
ALTER TABLE tickets
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN changed_at timestamptz,
  ADD COLUMN changed_by_id bigint NOT NULL DEFAULT 0,
  ADD COLUMN changed_by text NOT NULL DEFAULT '';
-- Chosen by the page, so that a repeat adds nothing; null for entries that came with other changes.
ALTER TABLE ticket_entries ADD COLUMN entry_id uuid;

CREATE FUNCTION raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER raise_version BEFORE UPDATE ON reports FOR EACH ROW
  WHEN ((NEW.category, NEW.status, NEW.reason, NEW.notes, NEW.submissions, NEW.hidden_at, NEW.changed_at)
    IS DISTINCT FROM (OLD.category, OLD.status, OLD.reason, OLD.notes, OLD.submissions, OLD.hidden_at, OLD.changed_at))
  EXECUTE FUNCTION raise_version();
CREATE TRIGGER raise_version BEFORE UPDATE ON bans FOR EACH ROW
  WHEN ((NEW.reason, NEW.notes, NEW.evidence, NEW.expires_at, NEW.lifted_at, NEW.hidden_at, NEW.changed_at)
    IS DISTINCT FROM (OLD.reason, OLD.notes, OLD.evidence, OLD.expires_at, OLD.lifted_at, OLD.hidden_at, OLD.changed_at))
  EXECUTE FUNCTION raise_version();
CREATE TRIGGER raise_version BEFORE UPDATE ON tickets FOR EACH ROW
  WHEN ((NEW.message, NEW.category, NEW.priority, NEW.resolved, NEW.changed_at)
    IS DISTINCT FROM (OLD.message, OLD.category, OLD.priority, OLD.resolved, OLD.changed_at))
  EXECUTE FUNCTION raise_version();

-- Administrators' notes about reports and bans; those about tickets are ticket_entries. Added, never changed; erased with what
-- they are about. A note from before this table is in the column `notes` alone, and comes here with the next one.
CREATE TABLE notes (
  id         uuid PRIMARY KEY,
  seq        bigint GENERATED ALWAYS AS IDENTITY,
  kind       text NOT NULL CHECK (kind IN ('report', 'ban')),
  subject_id bigint NOT NULL,
  -- 0 and empty: unknown.
  by_id      bigint NOT NULL,
  by_name    text NOT NULL,
  at         timestamptz NOT NULL,
  text       text NOT NULL
);
CREATE INDEX notes_of_subject ON notes (kind, subject_id, seq);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
