-- Up Migration

CREATE TABLE age_verdicts (
  account_id   integer NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  method       text NOT NULL CHECK (method IN ('declaration', 'estimation', 'document')),
  jurisdiction text NOT NULL,
  declared_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, method, jurisdiction)
);
