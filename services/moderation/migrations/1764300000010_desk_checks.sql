-- Checks of 1764300000000_desk.sql, on the rows from before. Reads and writes go on meanwhile.
ALTER TABLE notes VALIDATE CONSTRAINT notes_kind_check;
ALTER TABLE mails VALIDATE CONSTRAINT mails_kind_check;
ALTER TABLE mails VALIDATE CONSTRAINT mails_one_subject;
