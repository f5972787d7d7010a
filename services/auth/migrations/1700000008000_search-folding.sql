-- Up Migration

-- How every search compares texts, both what is stored and what is looked for: compatibility forms, upper and lower case,
-- accents and points, invisible characters, and letters that Unicode does not take apart. Texts in ASCII are the most.
CREATE FUNCTION search_fold(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(given) = length(given) THEN lower(given)
  ELSE replace(replace(replace(replace(translate(
      lower(regexp_replace(normalize(given, NFKD),
        '[\u00AD\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20F0\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]',
        '', 'g')),
      'ıςøłđħ', 'iσoldh'), 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'œ', 'oe')
  END
$$;

-- The pattern that finds a part of a folded text. Wildcards are escaped after the folding, which makes some of wide characters.
CREATE FUNCTION search_pattern(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '%' || regexp_replace(search_fold(given), '([\\%_])', '\\\1', 'g') || '%'
$$;
