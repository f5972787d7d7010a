-- Up Migration

-- Under which name others see an account. The revision rises with each change of that, so that consumers know the newest.
ALTER TABLE accounts
  ADD COLUMN player_name     text,
  ADD COLUMN player_name_at  timestamptz,
  ADD COLUMN shown_as        text NOT NULL DEFAULT 'unchosen',
  ADD COLUMN name_revision   integer NOT NULL DEFAULT 0,
  ADD COLUMN on_leaderboards boolean NOT NULL DEFAULT true;

-- Names that were given up stay taken for a while, also after their account is gone. `folded` as the index below has it.
CREATE TABLE former_names (
  account_id integer NOT NULL,
  folded     text NOT NULL,
  name       text NOT NULL,
  until      timestamptz NOT NULL,
  PRIMARY KEY (folded, account_id)
);

CREATE FUNCTION keep_name_of_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO %I.former_names (account_id, folded, name, until)
     VALUES ($1, replace(lower($2), '' '', ''''), $2, now() + interval ''90 days'')
     ON CONFLICT (folded, account_id) DO UPDATE SET until = excluded.until', TG_TABLE_SCHEMA)
  USING OLD.id, OLD.player_name;
  RETURN OLD;
END $$;

CREATE TRIGGER keep_name_of_erased BEFORE DELETE ON accounts
FOR EACH ROW WHEN (OLD.player_name IS NOT NULL) EXECUTE FUNCTION keep_name_of_erased();
