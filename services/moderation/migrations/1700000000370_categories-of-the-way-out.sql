-- Up Migration

-- In the order of CATEGORIES_BY_GRAVITY.
ALTER TYPE report_category ADD VALUE 'threat' AFTER 'possible_minor';
ALTER TYPE report_category ADD VALUE 'self_harm' AFTER 'threat';
ALTER TYPE report_category ADD VALUE 'recorded_me' AFTER 'non_consensual';
ALTER TYPE report_category ADD VALUE 'name' AFTER 'cheating';
