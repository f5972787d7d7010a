-- Bans and age locks go with their account's row, and the next login at the same provider would be free of them.
CREATE FUNCTION keep_banned_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_banned boolean;
BEGIN
  EXECUTE format(
    'SELECT EXISTS (SELECT FROM %I.account_restrictions, json_array_elements(restrictions) AS ban
       WHERE account_id = $1 AND ((ban->>''untilMs'')::bigint = 0
         OR (ban->>''untilMs'')::bigint > extract(epoch FROM clock_timestamp()) * 1000))', TG_TABLE_SCHEMA)
  INTO is_banned USING OLD.id;
  IF is_banned OR OLD.age_locked_at IS NOT NULL THEN
    RAISE EXCEPTION 'account % is kept: %', OLD.id,
      concat_ws(' and ', CASE WHEN is_banned THEN 'a ban is in force' END,
        CASE WHEN OLD.age_locked_at IS NOT NULL THEN 'its age is locked' END)
    USING ERRCODE = 'restrict_violation',
      DETAIL = 'Without its row, the next login of the same person would be a new account without them.',
      HINT = 'Remove its personal data and keep the row: see "Deleting an account" in services/auth/README.md.';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER keep_banned_account BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION keep_banned_account();
