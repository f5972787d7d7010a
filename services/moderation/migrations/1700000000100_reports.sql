-- Up Migration

-- Sorted as they are declared: a list by category begins with the gravest, one by status with what is undecided.
CREATE TYPE report_category AS ENUM
  ('possible_minor', 'illegal_content', 'non_consensual', 'harassment', 'abuse', 'cheating', 'spam', 'other');
CREATE TYPE report_status AS ENUM ('pending', 'reviewed', 'action_taken', 'dismissed');

CREATE TABLE reports (
  -- Drawn by lot: tells nothing of the queue, the order or the number of reports.
  id                bigint PRIMARY KEY CHECK (id BETWEEN 100000000 AND 999999999),
  created_at        timestamptz NOT NULL,
  reporter_id       bigint NOT NULL,
  reported_id       bigint NOT NULL,
  category          report_category NOT NULL,
  status            report_status NOT NULL DEFAULT 'pending',
  reason            text NOT NULL,
  -- What a search looks at: one spelling for what reads the same.
  reason_folded     text NOT NULL GENERATED ALWAYS AS (lower(normalize(reason, NFKC))) STORED,
  notes             text NOT NULL DEFAULT '',
  -- How many submissions were merged into it.
  submissions       integer NOT NULL DEFAULT 1 CHECK (submissions > 0),
  reviewed_at       timestamptz,
  reviewed_by       text NOT NULL DEFAULT '',
  held              boolean NOT NULL DEFAULT false,
  -- Deleted, and waiting to be erased.
  hidden_at         timestamptz,
  -- The call that deleted it: repeated on its way, it gets the same answer.
  hidden_by_request text,
  -- Exists only for who may see the grave ones.
  grave             boolean NOT NULL GENERATED ALWAYS AS (category IN ('possible_minor', 'illegal_content')) STORED,
  CHECK ((status = 'pending') = (reviewed_at IS NULL))
);

-- Pages and totals are found in an index alone, whichever filters and sorts are combined, and only the rows of the page
-- are read; for that, pages of the table have to be known as visible soon after a change.
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
CREATE INDEX reports_by_words ON reports USING gin (reason_folded public.gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX reports_to_erase ON reports (hidden_at) WHERE hidden_at IS NOT NULL;

-- What was submitted, each with what the server knew in that moment: a report is what they come to together.
CREATE TABLE report_submissions (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  report_id    bigint NOT NULL REFERENCES reports ON DELETE CASCADE,
  submitted_at timestamptz NOT NULL,
  category     report_category NOT NULL,
  reason       text NOT NULL,
  -- The call that brought it: repeated on its way, it adds nothing.
  request_id   text NOT NULL,
  -- NULL: the reporter was in no room, or nobody could tell. As it was said: jsonb has no room for zero characters.
  context      json
);
CREATE INDEX report_submissions_of ON report_submissions (report_id);
CREATE INDEX report_submissions_by_request ON report_submissions (request_id);
