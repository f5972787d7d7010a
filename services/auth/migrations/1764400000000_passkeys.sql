-- small: administrators of one platform
CREATE TABLE passkeys (
  id               uuid PRIMARY KEY,
  administrator_id bigint NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  -- As the authenticator names it (credential id).
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

CREATE TABLE recovery_codes (
  administrator_id bigint NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  code_hash        bytea NOT NULL,
  used_at          timestamptz,
  PRIMARY KEY (administrator_id, code_hash)
);
