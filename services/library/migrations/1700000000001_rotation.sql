-- Up Migration

-- What a room can be about. The revision changes with every change of the category's live list. It starts at the clock, so
-- that a database that was set up anew does not repeat a revision that somebody remembers.
CREATE TABLE categories (
  name text PRIMARY KEY,
  revision bigint NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint
);
INSERT INTO categories (name) VALUES ('default'), ('gay'), ('hentai'), ('trans');

CREATE TABLE gifs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  gif_url text NOT NULL UNIQUE CHECK (gif_url ~ '^https?://' AND length(gif_url) <= 2048),
  thumbnail text NOT NULL CHECK (thumbnail = '' OR (thumbnail ~ '^https?://' AND length(thumbnail) <= 2048)),
  -- An administrator's switch.
  visible boolean NOT NULL DEFAULT true,
  -- What is known of the address: live; broken, its link does not answer; blocked, it must not be shown again.
  state text NOT NULL DEFAULT 'live' CHECK (state IN ('live', 'broken', 'blocked')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE gif_tags (
  gif_id bigint NOT NULL REFERENCES gifs ON DELETE CASCADE,
  tag text NOT NULL REFERENCES categories,
  PRIMARY KEY (tag, gif_id)
);
CREATE INDEX gif_tags_of_gif ON gif_tags (gif_id);

-- Rows are locked in the order of their names, so that two statements cannot wait for each other; and not against the
-- foreign key of gif_tags, which every statement that adds a tag holds already.
CREATE FUNCTION bump_revisions(changed text[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM 1 FROM categories WHERE name = ANY (changed) ORDER BY name FOR NO KEY UPDATE;
  UPDATE categories SET revision = revision + 1 WHERE name = ANY (changed);
END $$;

CREATE FUNCTION tags_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM bump_revisions(array(SELECT DISTINCT tag FROM changed));
  RETURN NULL;
END $$;

CREATE FUNCTION gifs_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM bump_revisions(array(SELECT DISTINCT tag FROM gif_tags JOIN changed ON changed.id = gif_tags.gif_id));
  RETURN NULL;
END $$;

CREATE TRIGGER tags_added AFTER INSERT ON gif_tags
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tags_changed();
-- A deleted GIF takes its tags along, so this one tells of it too.
CREATE TRIGGER tags_removed AFTER DELETE ON gif_tags
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tags_changed();
CREATE TRIGGER gifs_updated AFTER UPDATE ON gifs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION gifs_changed();

-- Down Migration

DROP TABLE gif_tags, gifs, categories;
DROP FUNCTION bump_revisions, tags_changed, gifs_changed;
