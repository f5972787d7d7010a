-- Up Migration

-- Substrings are found by trigrams. The extension belongs to the whole database, so it stands in a schema that outlives
-- this one; it is not created twice, though several schemas may migrate at once. Where the owner of this schema may not
-- create it, an administrator of the database has done so before (deploy/local does).
SELECT pg_advisory_xact_lock(hashtextextended('extension pg_trgm', 0));
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
