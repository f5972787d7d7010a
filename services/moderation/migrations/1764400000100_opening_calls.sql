-- Requests to open stills for jobs with short clocks, about which the on-call list is called once.
CREATE TABLE opening_calls (
  opening    uuid PRIMARY KEY,
  grave      boolean NOT NULL,
  category   report_category NOT NULL,
  until      timestamptz NOT NULL,
  -- When a pod may try again; null: none has.
  call_after timestamptz,
  called_at  timestamptz
);
