-- What the picture is called in our own addresses; another one whenever the picture changes. Absent: there is no picture.
ALTER TABLE accounts ADD COLUMN avatar_key text;
