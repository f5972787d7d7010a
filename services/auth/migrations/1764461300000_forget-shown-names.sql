-- Numbers outlive their account, the names shown beside them do not.
CREATE FUNCTION forget_shown_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'UPDATE %I.account_numbers SET shown_name = NULL WHERE account_id = $1 AND shown_name IS NOT NULL', TG_TABLE_SCHEMA)
  USING OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_shown_names AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION forget_shown_names();
