-- Up Migration

-- A row is an attempt to save a GIF. It stands here before anything is asked of commerce, so that whoever dies in between
-- leaves something to go by.
CREATE TABLE saved_gifs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  command_id uuid NOT NULL,
  -- In the form that the URL parser gives it, so that one address is one text.
  gif_url text NOT NULL CHECK (gif_url ~ '^https?://' AND octet_length(gif_url) <= 2048),
  thumbnail text NOT NULL CHECK (thumbnail = '' OR (thumbnail ~ '^https?://' AND octet_length(thumbnail) <= 2048)),
  -- Pending becomes saved or abandoned, once; neither becomes anything else.
  state text NOT NULL CHECK (state IN ('pending', 'saved', 'abandoned')),
  -- Why it was abandoned: a reason of the contract.
  refused text,
  created_at timestamptz NOT NULL DEFAULT now(),
  saved_at timestamptz,
  hidden_at timestamptz,
  -- When commerce is next told how it ended; null while pending, and once commerce has acknowledged.
  settle_at timestamptz,
  settle_tries integer NOT NULL DEFAULT 0,
  settled_at timestamptz,
  UNIQUE (account_id, command_id),
  CHECK ((refused IS NOT NULL) = (state = 'abandoned')),
  CHECK ((saved_at IS NOT NULL) = (state = 'saved')),
  CHECK (hidden_at IS NULL OR state = 'saved'),
  CHECK (num_nonnulls(settle_at, settled_at) = CASE state WHEN 'pending' THEN 0 ELSE 1 END)
);

-- Two attempts at one address may both be pending; only one of them becomes saved.
CREATE UNIQUE INDEX saved_gifs_visible ON saved_gifs (account_id, gif_url) WHERE state = 'saved' AND hidden_at IS NULL;
CREATE INDEX saved_gifs_unsettled ON saved_gifs (created_at) WHERE settled_at IS NULL;
CREATE INDEX saved_gifs_abandoned ON saved_gifs (settled_at) WHERE state = 'abandoned';

-- Down Migration

DROP TABLE saved_gifs;
