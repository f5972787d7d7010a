-- Categories of reports that were merged from several submissions, so that filters find them by each.
CREATE TABLE merged_categories (
  category  report_category NOT NULL,
  report_id bigint NOT NULL REFERENCES reports ON DELETE CASCADE,
  PRIMARY KEY (category, report_id)
);
CREATE INDEX merged_categories_of ON merged_categories (report_id);

INSERT INTO merged_categories (category, report_id)
SELECT DISTINCT report_submissions.category, report_id
FROM report_submissions JOIN reports ON reports.id = report_id
WHERE submissions > 1;
