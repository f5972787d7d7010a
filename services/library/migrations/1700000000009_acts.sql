-- What a GIF shows, by the tokens of ACTS in proto/web/limits-card.ts; null: not told, as for every GIF from before. The
-- list of tokens grows without a migration, so only its size is checked here.
ALTER TABLE gifs ADD COLUMN acts text[];
ALTER TABLE gifs ADD CONSTRAINT gifs_acts_check CHECK (cardinality(acts) <= 100) NOT VALID;

CREATE OR REPLACE FUNCTION gifs_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM bump_revisions(array(
    SELECT DISTINCT tag FROM gif_tags
    JOIN changed ON changed.id = gif_tags.gif_id
    JOIN before ON before.id = gif_tags.gif_id
    WHERE changed.dealt <> before.dealt
      OR (changed.dealt AND (changed.gif_url, changed.thumbnail) <> (before.gif_url, before.thumbnail))
      OR (changed.dealt AND changed.acts IS DISTINCT FROM before.acts)));
  RETURN NULL;
END $$;
