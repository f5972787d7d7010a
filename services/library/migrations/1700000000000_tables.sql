-- Subjects of rooms. The revision rises with every change of the category's live list. It starts at the clock, so that a
-- database that is set up anew never repeats a revision that someone remembers.
CREATE TABLE categories (
  name text PRIMARY KEY,
  revision bigint NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint
);
INSERT INTO categories (name) VALUES ('default'), ('gay'), ('hentai'), ('trans');

CREATE TABLE gifs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  gif_url text NOT NULL UNIQUE CHECK (gif_url ~ '^https?://' AND length(gif_url) <= 2048),
  thumbnail text NOT NULL CHECK (thumbnail = '' OR (thumbnail ~ '^https?://' AND length(thumbnail) <= 2048)),
  -- Draft: not looked at yet. Hidden: taken out by an administrator, who may bring it back. Blocked: never again.
  state text NOT NULL CHECK (state IN ('draft', 'live', 'hidden', 'blocked')),
  -- True if the address did not answer, or not with media, at the last look.
  broken boolean NOT NULL DEFAULT false,
  -- SHA-256 of the bytes at the address at the last fetch; null until then.
  content_digest text CHECK (content_digest ~ '^[0-9a-f]{64}$'),
  -- A draft that goes live as soon as its content is known not to be blocked.
  goes_live boolean NOT NULL DEFAULT false,
  -- Time of the next look at its content; null when there is nothing to find out.
  look_at timestamptz,
  -- Looks in a row that found no answer.
  looks integer NOT NULL DEFAULT 0,
  -- True if its content flashes more than three times a second: not dealt, and not live again until its content changes.
  flashes boolean NOT NULL DEFAULT false,
  -- Tokens of ACTS in proto/web/limits-card.ts; null: not labelled. The list of tokens grows without a migration, so only
  -- its size is checked here.
  acts text[] CONSTRAINT gifs_acts_check CHECK (cardinality(acts) <= 100),
  -- Why its file cannot be shown, for administrators; empty for none.
  refusal text NOT NULL DEFAULT '',
  -- Deleted by an administrator: no longer shown anywhere, and erased after its retention.
  deleted_at timestamptz,
  -- Why it must not be erased, deleted or not; null: it may.
  hold_reason text CHECK (hold_reason <> ''),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A change by an administrator raises the version and names the one it was made on.
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz,
  changed_by_id bigint NOT NULL DEFAULT 0,
  changed_by text NOT NULL DEFAULT '',
  dealt boolean NOT NULL GENERATED ALWAYS AS (state = 'live' AND NOT broken AND deleted_at IS NULL) STORED,
  CHECK (NOT goes_live OR state = 'draft'),
  CHECK (NOT goes_live OR deleted_at IS NULL)
);
CREATE INDEX gifs_to_look_at ON gifs (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX gifs_by_content ON gifs (content_digest);
CREATE INDEX gifs_to_erase ON gifs (deleted_at) WHERE deleted_at IS NOT NULL AND hold_reason IS NULL;
CREATE INDEX gifs_by_thumbnail ON gifs USING hash (thumbnail) WHERE thumbnail <> '';

CREATE TABLE gif_tags (
  gif_id bigint NOT NULL REFERENCES gifs ON DELETE CASCADE,
  tag text NOT NULL REFERENCES categories,
  PRIMARY KEY (tag, gif_id)
);
CREATE INDEX gif_tags_of_gif ON gif_tags (gif_id);

-- Locks rows in the order of their names, so that two statements cannot wait for each other, and without blocking the
-- foreign key of gif_tags, which every statement that adds a tag already holds.
CREATE FUNCTION bump_revisions(changed text[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM 1 FROM categories WHERE name = ANY (changed) ORDER BY name FOR NO KEY UPDATE;
  UPDATE categories SET revision = revision + 1 WHERE name = ANY (changed);
END $$;

-- Only changes of a live list raise its revision.
CREATE FUNCTION tags_added() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM bump_revisions(array(SELECT DISTINCT tag FROM changed JOIN gifs ON gifs.id = gif_id WHERE dealt));
  RETURN NULL;
END $$;

-- A deleted GIF takes its tags with it, and the trigger no longer knows what it was: it treats every GIF as live.
CREATE FUNCTION tags_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM bump_revisions(array(SELECT DISTINCT tag FROM changed));
  RETURN NULL;
END $$;

CREATE FUNCTION gifs_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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

CREATE TRIGGER tags_added AFTER INSERT ON gif_tags
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tags_added();
CREATE TRIGGER tags_removed AFTER DELETE ON gif_tags
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tags_changed();
CREATE TRIGGER gifs_updated AFTER UPDATE ON gifs
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION gifs_changed();

-- One row. Its revision rises with each block, so that pods notice. Blocking locks the row and making a GIF live shares
-- it, so that neither misses the other.
CREATE TABLE blocks (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  revision bigint NOT NULL DEFAULT 0
);
INSERT INTO blocks DEFAULT VALUES;

-- Blocked addresses and content outlive their GIFs.
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

-- Addresses of the GIF provider that administrators were shown and may look at, on whichever pod. Only hashes: they are
-- only ever compared. Thumbnails of the rotation and of saved GIFs are looked up in their tables.
CREATE TABLE offered_addresses (
  hash bytea PRIMARY KEY,
  until timestamptz NOT NULL
);
CREATE INDEX offered_addresses_by_end ON offered_addresses (until);

-- A row is an attempt to save a GIF. It is written before commerce is asked, so that a process that dies in between
-- leaves a trace.
CREATE TABLE saved_gifs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  command_id uuid NOT NULL,
  -- As the URL parser writes it, so that one address is one text.
  gif_url text NOT NULL CHECK (gif_url ~ '^https?://' AND octet_length(gif_url) <= 2048),
  thumbnail text NOT NULL CHECK (thumbnail = '' OR (thumbnail ~ '^https?://' AND octet_length(thumbnail) <= 2048)),
  -- Pending becomes saved or abandoned, once.
  state text NOT NULL CHECK (state IN ('pending', 'saved', 'abandoned')),
  -- Why it was abandoned: a reason of the contract.
  refused text,
  created_at timestamptz NOT NULL DEFAULT now(),
  saved_at timestamptz,
  hidden_at timestamptz,
  -- When commerce is next notified of the outcome; null while pending, and once commerce has acknowledged.
  settle_at timestamptz,
  settle_tries integer NOT NULL DEFAULT 0,
  settled_at timestamptz,
  UNIQUE (account_id, command_id),
  CHECK ((refused IS NOT NULL) = (state = 'abandoned')),
  CHECK ((saved_at IS NOT NULL) = (state = 'saved')),
  CHECK (hidden_at IS NULL OR state = 'saved'),
  CHECK (num_nonnulls(settle_at, settled_at) = CASE state WHEN 'pending' THEN 0 ELSE 1 END)
);
-- Two attempts at one address may be pending; only one of them becomes saved.
CREATE UNIQUE INDEX saved_gifs_visible ON saved_gifs (account_id, gif_url) WHERE state = 'saved' AND hidden_at IS NULL;
CREATE INDEX saved_gifs_unsettled ON saved_gifs (created_at) WHERE settled_at IS NULL;
CREATE INDEX saved_gifs_abandoned ON saved_gifs (settled_at) WHERE state = 'abandoned';
-- Finds whether any player has saved an address with blocked content. Only for equality, and addresses are long.
CREATE INDEX saved_gifs_by_address ON saved_gifs USING hash (gif_url);
CREATE INDEX saved_gifs_by_thumbnail ON saved_gifs USING hash (thumbnail) WHERE thumbnail <> '';

-- Players' limits cards. An act without a row is a "yes".
CREATE TABLE limits (
  account_id bigint NOT NULL,
  act text NOT NULL CHECK (length(act) BETWEEN 1 AND 40),
  limit_kind text NOT NULL CHECK (limit_kind IN ('no', 'soft')),
  PRIMARY KEY (account_id, act)
);

-- Events written in the transaction they are about. A relay publishes them.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL UNIQUE,
  subject text NOT NULL,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL;
