-- Substrings are found by trigrams. The extension belongs to the whole database, so its schema must outlive this one; the
-- lock keeps schemas that migrate at once from creating it twice. Where the owner of this schema may not create it, a
-- database administrator has done so before (deploy/local does).
SELECT pg_advisory_xact_lock(hashtextextended('extension pg_trgm', 0));
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

-- Form in which every search compares texts, stored and wanted ones: without differences of compatibility forms, case,
-- accents and points, invisible characters, and letters that Unicode does not decompose. Most texts are ASCII.
CREATE FUNCTION search_fold(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(given) = length(given) THEN lower(given)
  ELSE replace(replace(replace(replace(translate(
      lower(regexp_replace(normalize(given, NFKD),
        '[\u00AD\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20F0\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]',
        '', 'g')),
      'ıςøłđħ', 'iσoldh'), 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'œ', 'oe')
  END
$$;

-- Pattern that finds a part of a folded text. Wildcards are escaped after folding, which turns wide characters into some.
CREATE FUNCTION search_pattern(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '%' || regexp_replace(search_fold(given), '([\\%_])', '\\\1', 'g') || '%'
$$;

CREATE TABLE accounts (
  -- Drawn at random, so that it says nothing about the order of accounts.
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  discord_id    text NOT NULL UNIQUE,
  username      text NOT NULL,
  global_name   text NOT NULL DEFAULT '',
  email         text,
  avatar        text NOT NULL DEFAULT '',
  discriminator text NOT NULL DEFAULT '',
  -- Name of the avatar in our own addresses; a new one for each avatar. Null: no avatar.
  avatar_key    text,
  -- Where the person lives, if an operator knows better than AGE_JURISDICTION.
  jurisdiction  text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  last_login_at timestamptz NOT NULL DEFAULT now(),
  -- A declaration to be under 18 locks the account, whatever is declared later, until an administrator unlocks it. The
  -- revision rises with both, so that consumers know the newest.
  age_locked_at timestamptz,
  age_revision  integer NOT NULL DEFAULT 0,
  -- The name that others see. The revision rises with each change of it.
  player_name     text,
  player_name_at  timestamptz,
  shown_as        text NOT NULL DEFAULT 'unchosen',
  name_revision   integer NOT NULL DEFAULT 0,
  on_leaderboards boolean NOT NULL DEFAULT true,
  -- How the player name looks, whatever script it is written in.
  name_skeleton   text,
  -- The number by which others know the account. Null: its id, until others see it under another name.
  alias            integer,
  -- Blocks and reports allow a new name before the usual time: the last of these, and when they were used.
  name_unlocked_at timestamptz,
  early_names_at   timestamptz[] NOT NULL DEFAULT '{}',
  -- What administrators find an account by. Line ends keep a substring from spanning two fields.
  search_text text NOT NULL GENERATED ALWAYS AS (
    lower(id::text || E'\n' || username || E'\n' || global_name || E'\n' || coalesce(email, '') || E'\n' || discriminator)
  ) STORED
);
CREATE INDEX accounts_by_age ON accounts (created_at, id);
CREATE UNIQUE INDEX accounts_by_avatar_key ON accounts (avatar_key);
CREATE UNIQUE INDEX accounts_by_player_name ON accounts (replace(lower(player_name), ' ', ''));
-- Not unique: locks keep similar new names apart.
CREATE INDEX accounts_by_name_skeleton ON accounts (name_skeleton);
-- Without a list of pending entries, which every search would have to read as well.
CREATE INDEX accounts_by_trigram_folded ON accounts
  USING gin (search_fold(search_text) public.gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX accounts_by_player_name_trigram_folded ON accounts
  USING gin (search_fold(player_name) public.gin_trgm_ops) WITH (fastupdate = off);

-- Every number that is or was an account's id or alias. Rows outlive their accounts, so that no number is used twice.
CREATE TABLE account_numbers (
  number      integer PRIMARY KEY,
  account_id  integer NOT NULL,
  -- Null: an id that others never see.
  shown_from  timestamptz,
  -- Null: it is shown now.
  shown_until timestamptz,
  -- The name beside which it was shown; null: the current one.
  shown_name  text
);

-- Fails for an id that is already an alias.
CREATE FUNCTION take_account_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO %I.account_numbers (number, account_id, shown_from) VALUES ($1, $1, now())', TG_TABLE_SCHEMA)
  USING NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER take_account_number AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION take_account_number();

-- Names that were given up remain taken for a while, also after their account is erased. `folded` as in the index above.
CREATE TABLE former_names (
  account_id integer NOT NULL,
  folded     text NOT NULL,
  name       text NOT NULL,
  until      timestamptz NOT NULL,
  -- As accounts.name_skeleton.
  skeleton   text,
  PRIMARY KEY (folded, account_id)
);
CREATE INDEX former_names_by_skeleton ON former_names (skeleton);

CREATE FUNCTION keep_name_of_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO %I.former_names (account_id, folded, name, until, skeleton)
     VALUES ($1, replace(lower($2), '' '', ''''), $2, now() + interval ''90 days'', $3)
     ON CONFLICT (folded, account_id) DO UPDATE SET until = excluded.until', TG_TABLE_SCHEMA)
  USING OLD.id, OLD.player_name, OLD.name_skeleton;
  RETURN OLD;
END $$;
CREATE TRIGGER keep_name_of_erased BEFORE DELETE ON accounts
FOR EACH ROW WHEN (OLD.player_name IS NOT NULL) EXECUTE FUNCTION keep_name_of_erased();

CREATE TABLE guilds (
  id        text PRIMARY KEY,
  name      text NOT NULL,
  icon      text NOT NULL DEFAULT '',
  last_seen timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE account_guilds (
  account_id integer NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  guild_id   text NOT NULL REFERENCES guilds (id) ON DELETE CASCADE,
  last_seen  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, guild_id)
);
CREATE INDEX account_guilds_by_guild ON account_guilds (guild_id);

CREATE TABLE age_verdicts (
  account_id   integer NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  method       text NOT NULL CHECK (method IN ('declaration', 'estimation', 'document')),
  jurisdiction text NOT NULL,
  declared_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, method, jurisdiction)
);

-- Restrictions by bans, as moderation last published them. Written and read as a whole: the version covers all of them.
CREATE TABLE account_restrictions (
  account_id   integer PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  version      bigint NOT NULL CHECK (version > 0),
  restrictions json NOT NULL
);

-- Sessions that ended while Redis could not be changed. They open nothing, and a sweep removes them from Redis later.
CREATE TABLE unfinished_endings (
  session_key text PRIMARY KEY,
  ended_at    timestamptz NOT NULL DEFAULT now(),
  -- True if the session's owner asked to end all sessions of the account. Only Redis knows the account.
  everywhere  boolean NOT NULL DEFAULT false
);

CREATE TABLE administrators (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Lower-case ASCII: no name can be mistaken for another.
  name            text NOT NULL UNIQUE,
  password_hash   text NOT NULL,
  -- True while the password follows the environment, until its owner sets another.
  password_given  boolean NOT NULL DEFAULT false,
  -- True if someone else set the password: nothing is open until its owner sets another.
  password_must_change boolean NOT NULL DEFAULT false,
  role            text NOT NULL,
  child_safety    boolean NOT NULL,
  disabled        boolean NOT NULL DEFAULT false,
  -- Encrypted; the pending one applies once confirmed.
  totp_secret     bytea,
  totp_pending    bytea,
  -- A code is valid for one time step, and steps never go back.
  totp_last_step  bigint NOT NULL DEFAULT 0,
  -- Rises with every change that a login in progress must notice.
  revision        integer NOT NULL DEFAULT 0,
  created_at      timestamptz NOT NULL DEFAULT now(),
  last_seen_at    timestamptz,
  -- When another administrator last gave the account credentials, or rights that count for approvals. Null for founders.
  given_at        timestamptz
);
CREATE INDEX administrators_owners ON administrators (id) WHERE role = 'owner' AND NOT disabled;
CREATE INDEX administrators_with_child_safety ON administrators (id) WHERE child_safety AND NOT disabled;

-- Administrators who created another one, set its password or reset its authenticator. In force until someone else sets
-- the password: until then the maker may know it.
CREATE TABLE administrator_makers (
  administrator_id bigint NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  maker_id         bigint NOT NULL,
  in_force         boolean NOT NULL,
  at               timestamptz NOT NULL,
  PRIMARY KEY (administrator_id, maker_id)
);

CREATE TABLE administrator_sessions (
  token_hash       text PRIMARY KEY,
  administrator_id bigint NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  opened_at        timestamptz NOT NULL,
  -- If it is not used.
  expires_at       timestamptz NOT NULL
);
CREATE INDEX administrator_sessions_of ON administrator_sessions (administrator_id);
CREATE INDEX administrator_sessions_by_expiry ON administrator_sessions (expires_at);

-- Requests that wait for a second person: see approvals in @kla/chassis.
CREATE TABLE approvals (
  id                uuid PRIMARY KEY,
  action            text NOT NULL,
  params            text NOT NULL,
  params_hash       text NOT NULL,
  reason            text NOT NULL,
  restricted        boolean NOT NULL,
  asked_by_id       bigint NOT NULL,
  asked_by          text NOT NULL,
  asked_at          timestamptz NOT NULL,
  -- The requester's independence at the time of the request.
  asked_makers      bigint[] NOT NULL DEFAULT '{}',
  asked_controllers bigint[] NOT NULL DEFAULT '{}',
  approved_by_id    bigint CHECK (approved_by_id <> asked_by_id),
  approved_by       text NOT NULL DEFAULT '',
  approved_at       timestamptz,
  until             timestamptz NOT NULL,
  used_at           timestamptz
);
CREATE INDEX approvals_open ON approvals (until) WHERE used_at IS NULL;

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
