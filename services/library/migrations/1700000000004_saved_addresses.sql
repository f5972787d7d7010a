-- Up Migration

-- Whether any player has saved an address, asked when blocked content is found there. Only ever for equality, and
-- addresses are long.
CREATE INDEX saved_gifs_by_address ON saved_gifs USING hash (gif_url);

-- Down Migration

DROP INDEX saved_gifs_by_address;
