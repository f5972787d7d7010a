-- Up Migration

CREATE TABLE accounts (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  discord_id    text NOT NULL UNIQUE,
  username      text NOT NULL,
  global_name   text NOT NULL DEFAULT '',
  email         text,
  avatar        text NOT NULL DEFAULT '',
  discriminator text NOT NULL DEFAULT '',
  -- Where the person is taken to be, if an operator knows better than AGE_JURISDICTION.
  jurisdiction  text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  last_login_at timestamptz NOT NULL DEFAULT now()
);

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
