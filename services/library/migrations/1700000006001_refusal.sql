-- Up Migration

-- Why the file of a GIF cannot be shown, in words for administrators; empty where nothing is wrong with it.
ALTER TABLE gifs ADD COLUMN refusal text NOT NULL DEFAULT '';

-- Down Migration

ALTER TABLE gifs DROP COLUMN refusal;
