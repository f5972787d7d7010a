-- Up Migration

-- Reports for which the evidence service has a place for stills: how often what becomes of them has changed, and which of these
-- states evidence has acknowledged. Outlives the report until evidence knows that it was erased.
CREATE TABLE evidence_states (
  report_id       bigint PRIMARY KEY,
  -- Begins at the time in milliseconds: an id that is drawn again is ahead of its predecessor's.
  version         bigint NOT NULL,
  sent_version    bigint NOT NULL DEFAULT 0,
  -- With the category that the report had last.
  erased_at       timestamptz,
  erased_category report_category,
  CHECK ((erased_at IS NULL) = (erased_category IS NULL))
);
CREATE INDEX evidence_states_unsent ON evidence_states (report_id) WHERE sent_version < version;
