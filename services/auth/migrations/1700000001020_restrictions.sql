-- Up Migration

-- What bans leave people, as moderation last told it. Written and read as a whole: the version belongs to all of it.
CREATE TABLE account_restrictions (
  account_id   integer PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  version      bigint NOT NULL CHECK (version > 0),
  restrictions json NOT NULL
);
