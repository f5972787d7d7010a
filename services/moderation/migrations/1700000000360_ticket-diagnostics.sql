-- Up Migration

-- What the connection coach saw, as JSON that names no address; empty for none.
ALTER TABLE tickets ADD COLUMN diagnostics text NOT NULL DEFAULT '';
