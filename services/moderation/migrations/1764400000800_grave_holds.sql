-- True for a hold on a report that was grave: releasing it takes two people, whatever category the report has now.
ALTER TABLE holds ADD COLUMN grave boolean NOT NULL DEFAULT false;

CREATE FUNCTION keep_grave_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE %I.holds SET grave = true WHERE kind = ''report'' AND id = $1', TG_TABLE_SCHEMA) USING OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_grave_hold AFTER UPDATE ON reports FOR EACH ROW
WHEN (OLD.held AND OLD.grave AND NOT NEW.grave) EXECUTE FUNCTION keep_grave_hold();
