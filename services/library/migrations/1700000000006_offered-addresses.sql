-- Addresses of the GIF provider that administrators were shown and may look at, whichever pod is asked for them. Of
-- addresses only the hash: they are only ever compared. Rotation and saved GIFs are asked for their thumbnails too.
CREATE TABLE offered_addresses (
  hash bytea PRIMARY KEY,
  until timestamptz NOT NULL
);
CREATE INDEX offered_addresses_by_end ON offered_addresses (until);
