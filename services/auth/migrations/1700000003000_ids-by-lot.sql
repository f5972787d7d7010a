-- Up Migration

-- Ids of accounts are drawn by lot (domain/account-id.ts), so they say nothing about who came when: the newest are found by time.
CREATE INDEX accounts_by_age ON accounts (created_at, id);

-- What the picture is called in our own addresses; another one whenever the picture changes. Absent: there is no picture.
ALTER TABLE accounts ADD COLUMN avatar_key text UNIQUE;
