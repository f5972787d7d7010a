-- Up Migration

CREATE TABLE administrators (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- In lower case, of ASCII: one name cannot be mistaken for another.
  name            text NOT NULL UNIQUE,
  password_hash   text NOT NULL,
  -- Until its owner has set another, the password follows the environment.
  password_given  boolean NOT NULL DEFAULT false,
  role            text NOT NULL,
  child_safety    boolean NOT NULL,
  disabled        boolean NOT NULL DEFAULT false,
  -- Encrypted; the pending one is in force once confirmed.
  totp_secret     bytea,
  totp_pending    bytea,
  -- A code is good for one time step, and steps never go back.
  totp_last_step  bigint NOT NULL DEFAULT 0,
  -- Rises with whatever a sign-in under way has to notice.
  revision        integer NOT NULL DEFAULT 0,
  created_at      timestamptz NOT NULL DEFAULT now(),
  last_seen_at    timestamptz
);

CREATE INDEX administrators_owners ON administrators (id) WHERE role = 'owner' AND NOT disabled;
CREATE INDEX administrators_with_child_safety ON administrators (id) WHERE child_safety AND NOT disabled;

CREATE TABLE administrator_sessions (
  token_hash       text PRIMARY KEY,
  administrator_id bigint NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  opened_at        timestamptz NOT NULL,
  -- If it is not used.
  expires_at       timestamptz NOT NULL
);

CREATE INDEX administrator_sessions_of ON administrator_sessions (administrator_id);
CREATE INDEX administrator_sessions_by_expiry ON administrator_sessions (expires_at);
