-- Up Migration

-- Whether the session's owner asked to end all sessions of the account. Only Redis knows which account that is.
ALTER TABLE unfinished_endings ADD COLUMN everywhere boolean NOT NULL DEFAULT false;
