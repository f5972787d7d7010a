-- Second opinions about a share of decisions. A row is written with its decision, and erased with it.

-- As for jobs: gaps among the others would reveal grave ones.
CREATE SEQUENCE opinion_ids;
CREATE SEQUENCE grave_opinion_ids START 1000000000001;
CREATE TABLE second_opinions (
  id            bigint PRIMARY KEY,
  decision_id   uuid NOT NULL UNIQUE REFERENCES decisions ON DELETE CASCADE,
  -- Of the decision.
  grave         boolean NOT NULL,
  -- Who has known the credentials of the first administrator, at that time.
  independence  jsonb NOT NULL,
  -- From when to when it may be given: not while the decision can be undone.
  asked_at      timestamptz NOT NULL,
  lapses_at     timestamptz NOT NULL CHECK (lapses_at > asked_at),
  given_at      timestamptz,
  given_by_id   bigint,
  given_by      text NOT NULL DEFAULT '',
  outcome       text CHECK (outcome IN ('acted', 'dismissed')),
  rule          text NOT NULL DEFAULT '',
  -- [{"kind": "global", "durationMs": 0}]
  measures      jsonb NOT NULL DEFAULT '[]',
  reason        text NOT NULL DEFAULT '',
  agrees        boolean,
  CHECK ((given_at IS NULL) = (given_by_id IS NULL) AND (given_at IS NULL) = (outcome IS NULL)),
  CHECK ((given_at IS NULL) = (agrees IS NULL))
);
CREATE INDEX second_opinions_open ON second_opinions (asked_at, id) WHERE given_at IS NULL;
CREATE INDEX second_opinions_given ON second_opinions (given_at DESC, id DESC) WHERE given_at IS NOT NULL;
