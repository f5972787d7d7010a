-- Up Migration

-- Draft: not looked at yet. Hidden: taken out by an administrator, who may bring it back. Blocked: never again.
ALTER TABLE gifs DROP CONSTRAINT gifs_state_check;
ALTER TABLE gifs
  -- The address did not answer, or not with media, when it was last asked.
  ADD COLUMN broken boolean NOT NULL DEFAULT false,
  -- SHA-256 of the bytes that the address held when it was last fetched; null until then.
  ADD COLUMN content_digest text CHECK (content_digest ~ '^[0-9a-f]{64}$'),
  -- A draft that is to be live as soon as its content is known not to be blocked.
  ADD COLUMN goes_live boolean NOT NULL DEFAULT false,
  -- When its content is to be looked at next; null when there is nothing to find out.
  ADD COLUMN look_at timestamptz,
  -- Looks in a row that found nobody who answers.
  ADD COLUMN looks integer NOT NULL DEFAULT 0;
UPDATE gifs SET
  broken = state = 'broken',
  state = CASE WHEN state = 'blocked' THEN 'blocked' WHEN visible THEN 'live' ELSE 'hidden' END;
ALTER TABLE gifs
  DROP COLUMN visible,
  ALTER COLUMN state DROP DEFAULT,
  ADD CHECK (state IN ('draft', 'live', 'hidden', 'blocked')),
  ADD CHECK (NOT goes_live OR state = 'draft'),
  ADD COLUMN dealt boolean NOT NULL GENERATED ALWAYS AS (state = 'live' AND NOT broken) STORED;
CREATE INDEX gifs_to_look_at ON gifs (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX gifs_by_content ON gifs (content_digest);

-- Only what changes a live list changes its revision. What a deleted GIF was is no longer known to the trigger of its
-- tags, so that one takes every GIF for a live one.
CREATE OR REPLACE FUNCTION tags_added() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM bump_revisions(array(SELECT DISTINCT tag FROM changed JOIN gifs ON gifs.id = gif_id WHERE dealt));
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION gifs_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM bump_revisions(array(
    SELECT DISTINCT tag FROM gif_tags
    JOIN changed ON changed.id = gif_tags.gif_id
    JOIN before ON before.id = gif_tags.gif_id
    WHERE changed.dealt <> before.dealt
      OR (changed.dealt AND (changed.gif_url, changed.thumbnail) <> (before.gif_url, before.thumbnail))));
  RETURN NULL;
END $$;
DROP TRIGGER tags_added ON gif_tags;
CREATE TRIGGER tags_added AFTER INSERT ON gif_tags
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tags_added();
DROP TRIGGER gifs_updated ON gifs;
CREATE TRIGGER gifs_updated AFTER UPDATE ON gifs
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION gifs_changed();

-- One row. Its revision rises with each block, so that pods learn of it; who blocks holds the row, and who lets a GIF go
-- live shares it, so that neither overlooks the other.
CREATE TABLE blocks (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  revision bigint NOT NULL DEFAULT 0
);
INSERT INTO blocks DEFAULT VALUES;

-- They outlive the GIFs they came from.
CREATE TABLE blocked_addresses (
  gif_url text PRIMARY KEY,
  revision bigint NOT NULL,
  blocked_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX blocked_addresses_by_revision ON blocked_addresses (revision);
CREATE TABLE blocked_content (
  digest text PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$'),
  revision bigint NOT NULL,
  blocked_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX blocked_content_by_revision ON blocked_content (revision);
INSERT INTO blocked_addresses (gif_url, revision) SELECT gif_url, 1 FROM gifs WHERE state = 'blocked';
UPDATE blocks SET revision = 1 WHERE EXISTS (SELECT FROM blocked_addresses);

-- Facts written in the transaction they tell of; a relay publishes them.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fact_id text NOT NULL UNIQUE,
  subject text NOT NULL,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL;

-- Down Migration

DROP TABLE outbox, blocked_content, blocked_addresses, blocks;
DROP TRIGGER gifs_updated ON gifs;
CREATE OR REPLACE FUNCTION gifs_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM bump_revisions(array(SELECT DISTINCT tag FROM gif_tags JOIN changed ON changed.id = gif_tags.gif_id));
  RETURN NULL;
END $$;
CREATE TRIGGER gifs_updated AFTER UPDATE ON gifs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION gifs_changed();
DROP TRIGGER tags_added ON gif_tags;
DROP FUNCTION tags_added;
CREATE TRIGGER tags_added AFTER INSERT ON gif_tags
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tags_changed();
ALTER TABLE gifs ADD COLUMN visible boolean NOT NULL DEFAULT true;
ALTER TABLE gifs DROP COLUMN dealt, DROP CONSTRAINT gifs_state_check, DROP CONSTRAINT gifs_check;
UPDATE gifs SET
  visible = state NOT IN ('draft', 'hidden'),
  state = CASE WHEN state = 'blocked' THEN 'blocked' WHEN broken THEN 'broken' ELSE 'live' END;
ALTER TABLE gifs
  DROP COLUMN broken, DROP COLUMN content_digest, DROP COLUMN goes_live, DROP COLUMN look_at, DROP COLUMN looks,
  ALTER COLUMN state SET DEFAULT 'live',
  ADD CHECK (state IN ('live', 'broken', 'blocked'));
