-- Rules that may put a job first within its category, and what they found. They only count until an owner lets them act.
CREATE TABLE signal_rules (
  rule          text PRIMARY KEY,
  acting        boolean NOT NULL DEFAULT false,
  changed_at    timestamptz,
  changed_by_id bigint,
  changed_by    text NOT NULL DEFAULT ''
);
INSERT INTO signal_rules (rule) VALUES ('independent_reporters'), ('new_account');

CREATE TABLE signals (
  job_id    bigint NOT NULL REFERENCES jobs ON DELETE CASCADE,
  rule      text NOT NULL REFERENCES signal_rules,
  raised_at timestamptz NOT NULL,
  -- Independent reporters, or people met in a day.
  people    integer NOT NULL CHECK (people > 0),
  PRIMARY KEY (job_id, rule)
);
CREATE INDEX signals_by_time ON signals (raised_at);

-- 0: before others of its category. Without an acting rule it is 1 for all.
ALTER TABLE jobs ADD precedence smallint NOT NULL DEFAULT 1;
