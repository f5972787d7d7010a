-- An account may begin with an alias, which is then shown instead of its id. Fails for numbers that are taken.
CREATE OR REPLACE FUNCTION take_account_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO %I.account_numbers (number, account_id, shown_from)
    SELECT $1, $1, CASE WHEN $2 IS NULL THEN now() END UNION ALL SELECT $2, $1, now() WHERE $2 IS NOT NULL', TG_TABLE_SCHEMA)
  USING NEW.id, NEW.alias;
  RETURN NULL;
END $$;
