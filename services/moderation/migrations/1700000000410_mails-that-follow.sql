-- Up Migration

-- Whether the player has had a letter about the same before: then its end is told, even if this one was never sent.
ALTER TABLE mails ADD COLUMN follows boolean NOT NULL DEFAULT false;
