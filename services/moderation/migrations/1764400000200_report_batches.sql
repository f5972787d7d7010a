-- Reports by one reporter that were closed together, for the undo and the letter to the reporter. Kept for as long as
-- someone may ask what happened (src/retention).
CREATE TABLE report_batches (
  -- Chosen by the page: a repeat closes nothing more.
  id           uuid PRIMARY KEY,
  reporter_id  bigint NOT NULL,
  status       report_status NOT NULL,
  reason       text NOT NULL,
  digest       text NOT NULL,
  -- True if one of its reports is visible only with the permission for grave reports.
  grave        boolean NOT NULL,
  -- The reports, and the version that closing gave each.
  report_ids   bigint[] NOT NULL,
  versions     integer[] NOT NULL,
  -- Open jobs of the people reported, when each was overdue, and how many closed with the reports.
  job_ids      bigint[] NOT NULL,
  breached     timestamptz[] NOT NULL,
  jobs_closed  integer NOT NULL,
  closed_at    timestamptz NOT NULL,
  closed_by_id bigint NOT NULL,
  closed_by    text NOT NULL,
  undone_at    timestamptz,
  -- Changed before the undo, which left them as they were.
  left_ids     bigint[] NOT NULL DEFAULT '{}',
  CHECK (cardinality(report_ids) = cardinality(versions)),
  CHECK (cardinality(job_ids) = cardinality(breached))
);
CREATE INDEX report_batches_of_reporter ON report_batches (reporter_id, closed_at DESC);
CREATE INDEX report_batches_to_erase ON report_batches (closed_at);
