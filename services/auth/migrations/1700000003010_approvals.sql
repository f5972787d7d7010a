-- Up Migration

-- What waits for a second person: see approvals in @kla/chassis.
CREATE TABLE approvals (
  id             uuid PRIMARY KEY,
  action         text NOT NULL,
  params         text NOT NULL,
  params_hash    text NOT NULL,
  reason         text NOT NULL,
  restricted     boolean NOT NULL,
  asked_by_id    bigint NOT NULL,
  asked_by       text NOT NULL,
  asked_at       timestamptz NOT NULL,
  approved_by_id bigint CHECK (approved_by_id <> asked_by_id),
  approved_by    text NOT NULL DEFAULT '',
  approved_at    timestamptz,
  until          timestamptz NOT NULL,
  used_at        timestamptz
);
CREATE INDEX approvals_open ON approvals (until) WHERE used_at IS NULL;

-- Somebody else set the password: nothing is open until its owner has set another.
ALTER TABLE administrators ADD COLUMN password_must_change boolean NOT NULL DEFAULT false;
