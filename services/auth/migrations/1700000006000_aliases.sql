-- Up Migration

-- By which number others know an account. Null: its id, until others see it under another name (accounts from before this).
-- Blocks and reports let a player change its name before the usual time: the last one, and when that was used.
ALTER TABLE accounts
  ADD COLUMN alias            integer,
  ADD COLUMN name_unlocked_at timestamptz,
  ADD COLUMN early_names_at   timestamptz[] NOT NULL DEFAULT '{}';

-- Every number that is or was an account's id or alias. Rows outlive their accounts, so that no number is given out twice.
CREATE TABLE account_numbers (
  number      integer PRIMARY KEY,
  account_id  integer NOT NULL,
  -- Null: an id that others never see.
  shown_from  timestamptz,
  -- Null: it is shown now.
  shown_until timestamptz,
  -- The name that it stood beside; null: the one of now.
  shown_name  text
);

-- Also for pods of the release before. An id that is an alias already fails.
CREATE FUNCTION take_account_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO %I.account_numbers (number, account_id, shown_from) VALUES ($1, $1, now())', TG_TABLE_SCHEMA)
  USING NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER take_account_number AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION take_account_number();
