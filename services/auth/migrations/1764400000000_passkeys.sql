CREATE TABLE passkeys (
  id               uuid PRIMARY KEY,
  administrator_id bigint NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  -- As the authenticator names it.
  credential_id    bytea NOT NULL UNIQUE,
  -- COSE key.
  public_key       bytea NOT NULL,
  -- Signature counter; 0 for passkeys that do not count.
  counter          bigint NOT NULL,
  transports       text[] NOT NULL,
  synced           boolean NOT NULL,
  name             text NOT NULL,
  created_at       timestamptz NOT NULL,
  last_used_at     timestamptz
);
CREATE INDEX passkeys_of ON passkeys (administrator_id, created_at);

-- SHA-256 of 80 random bits each.
CREATE TABLE recovery_codes (
  administrator_id bigint NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  code_hash        bytea NOT NULL,
  used_at          timestamptz,
  PRIMARY KEY (administrator_id, code_hash)
);

-- By which passkeys know their owner; it says nothing about the account.
-- small: administrators of one platform
ALTER TABLE administrators ADD COLUMN passkey_handle uuid NOT NULL DEFAULT gen_random_uuid();

-- Pods of the previous release leave these empty: such a session was proved and used when it was opened.
-- small: administrators of one platform
ALTER TABLE administrator_sessions
  ADD COLUMN session_id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN verified_at timestamptz,
  ADD COLUMN last_used_at timestamptz,
  ADD COLUMN method text NOT NULL DEFAULT 'password',
  ADD COLUMN browser text NOT NULL DEFAULT '',
  -- A recovery code opened it, and no passkey was added since.
  ADD COLUMN recovered boolean NOT NULL DEFAULT false;
-- small: administrators of one platform
CREATE UNIQUE INDEX administrator_sessions_by_session_id ON administrator_sessions (session_id);
