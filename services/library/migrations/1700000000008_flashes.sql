-- Up Migration

-- Its content flashes more than three times a second: not dealt, and not to go live again unless its content has changed.
ALTER TABLE gifs ADD COLUMN flashes boolean NOT NULL DEFAULT false;

-- Down Migration

ALTER TABLE gifs DROP COLUMN flashes;
