-- Substrings are found by trigrams. The extension belongs to the whole database, so its schema must outlive this one; the
-- lock keeps schemas that migrate at once from creating it twice. Where the owner of this schema may not create it, a
-- database administrator has done so before (deploy/local does).
SELECT pg_advisory_xact_lock(hashtextextended('extension pg_trgm', 0));
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

-- Form in which every search compares texts, stored and wanted ones: without differences of compatibility forms, case,
-- accents and points, invisible characters, and letters that Unicode does not decompose. Most texts are ASCII.
CREATE FUNCTION search_fold(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(given) = length(given) THEN lower(given)
  ELSE replace(replace(replace(replace(translate(
      lower(regexp_replace(normalize(given, NFKD),
        '[\u00AD\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20F0\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]',
        '', 'g')),
      'ıςøłđħ', 'iσoldh'), 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'œ', 'oe')
  END
$$;

-- Pattern that finds a part of a folded text. Wildcards are escaped after folding, which turns wide characters into some.
CREATE FUNCTION search_pattern(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '%' || regexp_replace(search_fold(given), '([\\%_])', '\\\1', 'g') || '%'
$$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

-- Makes a table append-only: the trigger prevents mistakes, and the service's own role loses the privileges, whatever the
-- schema grants to roles by default.
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

-- Every change by administrators and every read of personal data, in chains: each entry is hashed with the hash of the
-- one before it (src/audit/rules). Times are Unix milliseconds and details plain text, so that what is read back is
-- exactly what was hashed.
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
  -- True for reports of child safety: shown only with that permission, and in a chain of its own.
  restricted   boolean NOT NULL,
  -- Of another service's event; empty for our own entries.
  event_id     text NOT NULL,
  previous     bytea NOT NULL,
  hash         bytea NOT NULL
);
CREATE UNIQUE INDEX audit_log_once ON audit_log (event_id) WHERE event_id <> '';
CREATE INDEX audit_log_by_time ON audit_log (at_ms, seq);
CREATE INDEX audit_log_open_by_time ON audit_log (at_ms, seq) WHERE NOT restricted;
CREATE INDEX audit_log_by_group ON audit_log (actor, action, subject_kind, restricted, at_ms, seq);
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, at_ms, seq) WHERE subject_id <> '';

-- Combinations of actor, action and kind of subject, a short list: a page of any filter is the newest of the groups that
-- fit.
CREATE TABLE audit_groups (
  actor        text NOT NULL,
  action       text NOT NULL,
  subject_kind text NOT NULL,
  restricted   boolean NOT NULL,
  PRIMARY KEY (actor, action, subject_kind, restricted)
);

-- Audit events that could not be read, as they arrived, for whoever finds out what they were.
CREATE TABLE audit_unreadable (
  sha256      bytea PRIMARY KEY,
  payload     bytea NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);

CALL make_append_only('audit_log');
CALL make_append_only('audit_groups');
CALL make_append_only('audit_unreadable');

CREATE FUNCTION raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

-- Sorted as declared: a list by category begins with the gravest (CATEGORIES_BY_GRAVITY), one by status with the undecided.
CREATE TYPE report_category AS ENUM
  ('possible_minor', 'threat', 'self_harm', 'illegal_content', 'non_consensual', 'recorded_me', 'harassment', 'abuse',
   'cheating', 'name', 'spam', 'other');
CREATE TYPE report_status AS ENUM ('pending', 'reviewed', 'action_taken', 'dismissed');

CREATE TABLE reports (
  -- Drawn at random: it reveals nothing of the queue, the order or the number of reports.
  id                bigint PRIMARY KEY CHECK (id BETWEEN 100000000 AND 999999999),
  created_at        timestamptz NOT NULL,
  reporter_id       bigint NOT NULL,
  reported_id       bigint NOT NULL,
  category          report_category NOT NULL,
  status            report_status NOT NULL DEFAULT 'pending',
  reason            text NOT NULL,
  notes             text NOT NULL DEFAULT '',
  -- Number of submissions merged into it.
  submissions       integer NOT NULL DEFAULT 1 CHECK (submissions > 0),
  reviewed_at       timestamptz,
  reviewed_by       text NOT NULL DEFAULT '',
  held              boolean NOT NULL DEFAULT false,
  -- Deleted, and waiting to be erased.
  hidden_at         timestamptz,
  -- The call that deleted it: a repeat gets the same answer.
  hidden_by_request text,
  -- Who deleted it, and by which approval, if one was needed: without one, only few can be deleted.
  hidden_by_id      bigint,
  hidden_by         text NOT NULL DEFAULT '',
  hidden_approval   uuid,
  -- A change names the version it was made on; a trigger raises it.
  version           integer NOT NULL DEFAULT 1,
  -- Of the last change; null, 0 and empty: none yet, or by no administrator.
  changed_at        timestamptz,
  changed_by_id     bigint NOT NULL DEFAULT 0,
  changed_by        text NOT NULL DEFAULT '',
  -- Visible only with the permission for grave reports.
  grave             boolean NOT NULL GENERATED ALWAYS AS (category IN ('possible_minor', 'illegal_content')) STORED,
  CHECK ((status = 'pending') = (reviewed_at IS NULL))
);

-- Pages and totals come from an index alone, with any filters and sorts, and only the rows of the page are read. For that,
-- pages of the table must be known as visible soon after a change.
ALTER TABLE reports SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX reports_by_time ON reports (created_at, id)
  INCLUDE (status, category, reporter_id, reported_id, grave) WHERE hidden_at IS NULL;
CREATE INDEX reports_by_status ON reports (status, created_at DESC, id DESC)
  INCLUDE (category, reporter_id, reported_id, grave) WHERE hidden_at IS NULL;
CREATE INDEX reports_by_category ON reports (category, created_at DESC, id DESC)
  INCLUDE (status, reporter_id, reported_id, grave) WHERE hidden_at IS NULL;
CREATE INDEX reports_by_reporter ON reports (reporter_id, created_at, id)
  INCLUDE (status, category, reported_id, grave) WHERE hidden_at IS NULL;
CREATE INDEX reports_by_reported ON reports (reported_id, created_at, id)
  INCLUDE (status, category, reporter_id, grave) WHERE hidden_at IS NULL;
-- For the reports of an account within a day, deleted ones included.
CREATE INDEX reports_of_reporter ON reports (reporter_id, created_at);
CREATE INDEX reports_by_words_folded ON reports
  USING gin (search_fold(reason) public.gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX reports_to_erase ON reports (hidden_at) WHERE hidden_at IS NOT NULL;
CREATE TRIGGER raise_version BEFORE UPDATE ON reports FOR EACH ROW
  WHEN ((NEW.category, NEW.status, NEW.reason, NEW.notes, NEW.submissions, NEW.hidden_at, NEW.changed_at)
    IS DISTINCT FROM (OLD.category, OLD.status, OLD.reason, OLD.notes, OLD.submissions, OLD.hidden_at, OLD.changed_at))
  EXECUTE FUNCTION raise_version();

-- Submissions, each with what the server knew at that moment: a report is all of them together.
CREATE TABLE report_submissions (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  report_id    bigint NOT NULL REFERENCES reports ON DELETE CASCADE,
  submitted_at timestamptz NOT NULL,
  category     report_category NOT NULL,
  reason       text NOT NULL,
  -- The call that made it: a repeat adds nothing.
  request_id   text NOT NULL,
  -- Null: the reporter was in no room, or no service could tell. Not jsonb, which cannot hold zero characters.
  context      json
);
CREATE INDEX report_submissions_of ON report_submissions (report_id);
CREATE INDEX report_submissions_by_request ON report_submissions (request_id);

-- States of reports that have a place for stills in evidence, and the state that evidence has acknowledged. Rows outlive
-- the report until evidence knows that it was erased.
CREATE TABLE evidence_states (
  report_id       bigint PRIMARY KEY,
  -- Begins at the time in milliseconds, so that a reused id is ahead of its predecessor.
  version         bigint NOT NULL,
  sent_version    bigint NOT NULL DEFAULT 0,
  -- With the last category of the report.
  erased_at       timestamptz,
  erased_category report_category,
  CHECK ((erased_at IS NULL) = (erased_category IS NULL))
);
CREATE INDEX evidence_states_unsent ON evidence_states (report_id) WHERE sent_version < version;

CREATE TABLE bans (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id    bigint NOT NULL,
  scope         text NOT NULL CHECK (scope IN ('global', 'rooms', 'chat', 'api')),
  -- The banned person reads it; empty for none.
  reason        text NOT NULL,
  notes         text NOT NULL,
  evidence      text NOT NULL,
  banned_at     timestamptz NOT NULL,
  -- Null: permanent.
  expires_at    timestamptz CHECK (expires_at > banned_at),
  -- When it got its present end; null: with the ban.
  extended_at   timestamptz,
  banned_by_id  bigint NOT NULL,
  banned_by     text NOT NULL,
  lifted_at     timestamptz,
  lifted_by     text NOT NULL DEFAULT '',
  lift_reason   text NOT NULL DEFAULT '',
  -- Deleted, which lifts it; erased by the sweep when neither a hold nor its retention forbids it.
  hidden_at     timestamptz,
  -- The call that deleted it: a repeat gets the same answer.
  hidden_by_request text,
  held          boolean NOT NULL DEFAULT false,
  -- As in reports.
  version       integer NOT NULL DEFAULT 1,
  changed_at    timestamptz,
  changed_by_id bigint NOT NULL DEFAULT 0,
  changed_by    text NOT NULL DEFAULT ''
);

-- Pages and totals come from an index alone, as for reports.
ALTER TABLE bans SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX bans_listed ON bans (id DESC) INCLUDE (scope, lifted_at, expires_at) WHERE hidden_at IS NULL;
CREATE INDEX bans_of_account ON bans (account_id, id DESC) INCLUDE (scope, lifted_at, expires_at)
  WHERE hidden_at IS NULL;
CREATE INDEX bans_of_scope ON bans (scope, id DESC) INCLUDE (lifted_at, expires_at) WHERE hidden_at IS NULL;
-- Bans that may be in force: only the clock tells.
CREATE INDEX bans_unlifted ON bans (id DESC) INCLUDE (scope, expires_at) WHERE lifted_at IS NULL AND hidden_at IS NULL;
CREATE INDEX bans_unlifted_of_account ON bans (account_id, scope) WHERE lifted_at IS NULL AND hidden_at IS NULL;
CREATE INDEX bans_hidden ON bans (hidden_at) WHERE hidden_at IS NOT NULL;
CREATE TRIGGER raise_version BEFORE UPDATE ON bans FOR EACH ROW
  WHEN ((NEW.reason, NEW.notes, NEW.evidence, NEW.expires_at, NEW.lifted_at, NEW.hidden_at, NEW.changed_at)
    IS DISTINCT FROM (OLD.reason, OLD.notes, OLD.evidence, OLD.expires_at, OLD.lifted_at, OLD.hidden_at, OLD.changed_at))
  EXECUTE FUNCTION raise_version();

-- States of an account's bans, and the state that auth has acknowledged. Every change of them locks this row first.
CREATE TABLE restriction_versions (
  account_id   bigint PRIMARY KEY,
  version      bigint NOT NULL DEFAULT 0,
  sent_version bigint NOT NULL DEFAULT 0
);
CREATE INDEX restriction_versions_unsent ON restriction_versions (account_id) WHERE sent_version < version;

-- Why something is held, for later administrators. The held row says so as well, for the sweep that erases.
CREATE TABLE holds (
  kind         text NOT NULL CHECK (kind IN ('report', 'ban')),
  id           bigint NOT NULL,
  reason       text NOT NULL,
  placed_by_id bigint NOT NULL,
  placed_by    text NOT NULL,
  placed_at    timestamptz NOT NULL,
  PRIMARY KEY (kind, id)
);

-- Administrators' notes about reports and bans; those about tickets are ticket_entries. Added, never changed; erased with
-- their subject.
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

CREATE TABLE tickets (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id    bigint NOT NULL,
  created_at    timestamptz NOT NULL,
  subject       text NOT NULL,
  message       text NOT NULL,
  category      text NOT NULL CHECK (category IN ('Technical', 'Billing', 'Account', 'Abuse', 'Other')),
  priority      text NOT NULL CHECK (priority IN ('Low', 'Normal', 'High', 'Urgent')),
  resolved      boolean NOT NULL DEFAULT false,
  -- Address of a receipt, and the room it is about; empty for none.
  receipt_email text NOT NULL,
  room_id       text NOT NULL,
  -- JSON of the connection check, without addresses; empty for none.
  diagnostics   text NOT NULL DEFAULT '',
  -- As in reports.
  version       integer NOT NULL DEFAULT 1,
  changed_at    timestamptz,
  changed_by_id bigint NOT NULL DEFAULT 0,
  changed_by    text NOT NULL DEFAULT '',
  -- Lower case once, not with every search.
  searched      text NOT NULL GENERATED ALWAYS AS (lower(subject || E'\n' || message)) STORED
);

-- Pages and totals come from an index alone where no text is searched.
ALTER TABLE tickets SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- A player's own, and how many lately.
CREATE INDEX tickets_of_account ON tickets (account_id, id DESC) INCLUDE (created_at);
-- The console's pages and counts for each filter.
CREATE INDEX tickets_by_state ON tickets (resolved, category, priority, id DESC);
CREATE INDEX tickets_by_resolved ON tickets (resolved, id DESC);
CREATE INDEX tickets_by_category ON tickets (category, id DESC);
CREATE INDEX tickets_by_priority ON tickets (priority, id DESC);
CREATE INDEX tickets_by_text_folded ON tickets
  USING gin (search_fold(searched) public.gin_trgm_ops) WITH (fastupdate = off);
CREATE TRIGGER raise_version BEFORE UPDATE ON tickets FOR EACH ROW
  WHEN ((NEW.message, NEW.category, NEW.priority, NEW.resolved, NEW.changed_at)
    IS DISTINCT FROM (OLD.message, OLD.category, OLD.priority, OLD.resolved, OLD.changed_at))
  EXECUTE FUNCTION raise_version();

-- Answers to the player; notes, and messages before they were edited, only for administrators.
CREATE TABLE ticket_entries (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_id bigint NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  kind      text NOT NULL CHECK (kind IN ('answer', 'note', 'original')),
  text      text NOT NULL,
  by_id     bigint NOT NULL,
  by_name   text NOT NULL,
  at        timestamptz NOT NULL,
  -- Chosen by the page, so that a repeat adds nothing; null for entries that came with other changes.
  entry_id  uuid
);
CREATE INDEX ticket_entries_of_ticket ON ticket_entries (ticket_id, id);

-- Emails to players, written in the transaction that they are about and sent later. A row holds only ids; the address and
-- the words are looked up when the email is sent.
CREATE TABLE mails (
  id         uuid PRIMARY KEY,
  account_id bigint NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('ticket-answered', 'ban-set', 'ban-lifted')),
  -- An answer's id in ticket_entries, or a ban's.
  subject_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  -- "unsure": the mail server may or may not have taken it, and it is not sent again.
  state      text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'unsure')),
  changed_at timestamptz NOT NULL,
  -- While it waits: time of the next try. A try postpones it first, so that no other process tries meanwhile.
  due_at     timestamptz NOT NULL,
  tries      integer NOT NULL DEFAULT 0,
  -- Result of the last try, such as "smtp-550"; never the mail server's words, which name addresses.
  outcome    text NOT NULL DEFAULT '',
  -- True if the player had an email about the same before: then its end is sent even if this one never was.
  follows    boolean NOT NULL DEFAULT false,
  UNIQUE (kind, subject_id)
);
CREATE INDEX mails_due ON mails (due_at) WHERE state = 'waiting';
CREATE INDEX mails_waiting_since ON mails (created_at) WHERE state = 'waiting';
CREATE INDEX mails_sending ON mails (changed_at) WHERE state = 'sending';
CREATE INDEX mails_unsure ON mails (id) WHERE state = 'unsure';
CREATE INDEX mails_by_change ON mails (changed_at);

-- Times at which the players of a veiled room saw each other, by ids alone.
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

-- Requests that wait for a second person: see approvals in @kla/chassis.
CREATE TABLE approvals (
  id                uuid PRIMARY KEY,
  action            text NOT NULL,
  params            text NOT NULL,
  params_hash       text NOT NULL,
  reason            text NOT NULL,
  restricted        boolean NOT NULL,
  asked_by_id       bigint NOT NULL,
  asked_by          text NOT NULL,
  asked_at          timestamptz NOT NULL,
  -- The requester's independence at the time of the request.
  asked_makers      bigint[] NOT NULL DEFAULT '{}',
  asked_controllers bigint[] NOT NULL DEFAULT '{}',
  approved_by_id    bigint CHECK (approved_by_id <> asked_by_id),
  approved_by       text NOT NULL DEFAULT '',
  approved_at       timestamptz,
  until             timestamptz NOT NULL,
  used_at           timestamptz
);
CREATE INDEX approvals_open ON approvals (until) WHERE used_at IS NULL;

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
