-- Up Migration

-- Substrings are found by trigrams. The extension belongs to the whole database, so it stands in a schema that outlives
-- this one; it is not created twice, though several schemas may migrate at once. Where the owner of this schema may not
-- create it, an administrator of the database has done so before (deploy/local does).
SELECT pg_advisory_xact_lock(hashtextextended('extension pg_trgm', 0));
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

-- What administrators find an account by. The line ends keep a substring from reaching over two fields.
ALTER TABLE accounts ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  lower(id::text || E'\n' || username || E'\n' || global_name || E'\n' || coalesce(email, '') || E'\n' || discriminator)
) STORED;

-- Without a list of pending entries, which every search would have to read besides.
CREATE INDEX accounts_by_trigram ON accounts USING gin (search_text public.gin_trgm_ops) WITH (fastupdate = off);
