-- Up Migration

-- How a former name looks, as accounts.name_skeleton. Null: of a name from before; the service fills it in batches.
ALTER TABLE former_names ADD COLUMN skeleton text;

CREATE OR REPLACE FUNCTION keep_name_of_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO %I.former_names (account_id, folded, name, until, skeleton)
     VALUES ($1, replace(lower($2), '' '', ''''), $2, now() + interval ''90 days'', $3)
     ON CONFLICT (folded, account_id) DO UPDATE SET until = excluded.until', TG_TABLE_SCHEMA)
  USING OLD.id, OLD.player_name, OLD.name_skeleton;
  RETURN OLD;
END $$;
