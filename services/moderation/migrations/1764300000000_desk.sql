-- The desk: jobs with claims, decisions with reasons, appeals, duties and hand-over notes (safety designs W7 and W8).

-- Pending reports about one account, grave ones apart. Written in the transaction that changes the reports (src/jobs).
-- Grave ones have numbers of their own: gaps among the others would reveal them.
CREATE SEQUENCE job_ids;
CREATE SEQUENCE grave_job_ids START 1000000000001;
CREATE TABLE jobs (
  id            bigint PRIMARY KEY,
  subject_id    bigint NOT NULL,
  grave         boolean NOT NULL,
  -- The most serious of its pending reports; of the last ones once it is closed.
  category      report_category NOT NULL,
  opened_at     timestamptz NOT NULL,
  due_at        timestamptz NOT NULL,
  reports       integer NOT NULL CHECK (reports >= 0),
  reporters     integer NOT NULL CHECK (reporters >= 0),
  -- A claim that has lapsed is none: only the clock tells.
  claim         uuid,
  claimed_by_id bigint,
  claimed_by    text NOT NULL DEFAULT '',
  claimed_until timestamptz,
  -- When the alarm about its time was raised, once.
  breached_at   timestamptz,
  -- When the on-call list was called, once; and before that, when another try may begin.
  called_at     timestamptz,
  call_after    timestamptz,
  closed_at     timestamptz,
  CHECK ((claim IS NULL) = (claimed_until IS NULL) AND (claim IS NULL) = (claimed_by_id IS NULL)),
  CHECK (closed_at IS NULL OR claim IS NULL)
);
CREATE UNIQUE INDEX jobs_open ON jobs (subject_id, grave) WHERE closed_at IS NULL;
CREATE INDEX jobs_queue ON jobs (category, opened_at, id) INCLUDE (grave, due_at, claimed_until) WHERE closed_at IS NULL;
CREATE INDEX jobs_claimed ON jobs (claimed_by_id) WHERE claim IS NOT NULL;
CREATE INDEX jobs_due ON jobs (due_at) WHERE closed_at IS NULL AND breached_at IS NULL;
CREATE INDEX jobs_to_erase ON jobs (closed_at) WHERE closed_at IS NOT NULL;

-- Who is on duty. One row an administrator and duty; the present one has not ended and is not over.
CREATE TABLE duties (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  administrator_id bigint NOT NULL,
  name             text NOT NULL,
  -- Whether it covers reports of child safety.
  grave            boolean NOT NULL,
  since            timestamptz NOT NULL,
  until            timestamptz NOT NULL CHECK (until > since)
);
CREATE INDEX duties_by_end ON duties (until);

-- Notes from one shift to the next, and about accounts, beside those of reports and bans.
ALTER TABLE notes DROP CONSTRAINT notes_kind_check;
ALTER TABLE notes ADD CONSTRAINT notes_kind_check CHECK (kind IN ('report', 'ban', 'account', 'handover')) NOT VALID;

CREATE TABLE decisions (
  -- Chosen by the page: a repeat decides nothing.
  id             uuid PRIMARY KEY,
  seq            bigint GENERATED ALWAYS AS IDENTITY,
  account_id     bigint NOT NULL,
  job_id         bigint NOT NULL,
  -- Of the job: visible only with the permission for grave reports.
  grave          boolean NOT NULL,
  outcome        text NOT NULL CHECK (outcome IN ('acted', 'dismissed')),
  -- Empty for a dismissal.
  rule           text NOT NULL,
  facts          text NOT NULL,
  basis          text[] NOT NULL,
  letter         text NOT NULL,
  report_ids     bigint[] NOT NULL,
  -- Always false today: kept for the statement of reasons.
  automated      boolean NOT NULL DEFAULT false,
  decided_by_id  bigint NOT NULL,
  decided_by     text NOT NULL,
  decided_at     timestamptz NOT NULL,
  approved_by_id bigint,
  approved_by    text NOT NULL DEFAULT '',
  state          text NOT NULL DEFAULT 'in_force' CHECK (state IN ('in_force', 'undone', 'overturned')),
  ended_at       timestamptz,
  ended_by       text NOT NULL DEFAULT '',
  appeal_until   timestamptz NOT NULL,
  CHECK (outcome = 'dismissed' OR (rule <> '' AND facts <> '' AND cardinality(basis) > 0)),
  CHECK ((state = 'in_force') = (ended_at IS NULL))
);
CREATE INDEX decisions_listed ON decisions (seq DESC);
CREATE INDEX decisions_of_account ON decisions (account_id, seq DESC);
CREATE INDEX decisions_of_job ON decisions (job_id);
CREATE INDEX decisions_to_erase ON decisions (appeal_until);

-- Warnings have no ban; a ban that was extended belongs to both decisions.
CREATE TABLE decision_measures (
  decision_id uuid NOT NULL REFERENCES decisions ON DELETE CASCADE,
  place       integer NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('warning', 'global', 'rooms', 'chat', 'api')),
  -- 0: permanent, or a warning.
  duration_ms bigint NOT NULL CHECK (duration_ms >= 0),
  ban_id      bigint,
  -- The ban's end and text before it was extended, and the ban that it replaced: for an undo. Null: a new ban.
  before      jsonb,
  PRIMARY KEY (decision_id, place),
  CHECK ((kind = 'warning') = (ban_id IS NULL))
);
CREATE INDEX decision_measures_of_ban ON decision_measures (ban_id) WHERE ban_id IS NOT NULL;

-- As for jobs.
CREATE SEQUENCE appeal_ids;
CREATE SEQUENCE grave_appeal_ids START 1000000000001;
CREATE TABLE appeals (
  id            bigint PRIMARY KEY DEFAULT nextval('appeal_ids'),
  decision_id   uuid NOT NULL UNIQUE REFERENCES decisions ON DELETE CASCADE,
  text          text NOT NULL,
  opened_at     timestamptz NOT NULL,
  due_at        timestamptz NOT NULL,
  state         text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'overturned')),
  answer        text NOT NULL DEFAULT '',
  decided_by_id bigint,
  decided_by    text NOT NULL DEFAULT '',
  decided_at    timestamptz,
  -- When the alarm about its time was raised, once.
  breached_at   timestamptz,
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE INDEX appeals_open ON appeals (due_at, id) WHERE state = 'open';
CREATE INDEX appeals_decided ON appeals (decided_at DESC, id DESC) WHERE state <> 'open';

ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails ADD CONSTRAINT mails_kind_check
  CHECK (kind IN ('ticket-answered', 'ban-set', 'ban-lifted', 'decision', 'appeal-decided', 'report-decided', 'job-due'))
  NOT VALID;
-- Of letters about decisions, whose ids are UUIDs.
ALTER TABLE mails ADD subject_uuid uuid;
ALTER TABLE mails ALTER subject_id DROP NOT NULL;
ALTER TABLE mails ADD CONSTRAINT mails_one_subject CHECK ((subject_id IS NULL) <> (subject_uuid IS NULL)) NOT VALID;
