import type { Database } from '@kla/chassis'

/** What the entries of a group have in common, but for who it was. */
export interface MissingGroup {
  readonly action: string
  readonly subjectKind: string
}

/** The groups of entries that the log has, and pages would not show. */
export type MissingGroups = () => Promise<readonly MissingGroup[]>

// From one group of the index to the next, however many entries are between them.
const MISSING = `
WITH RECURSIVE present AS (
  (SELECT actor, action, subject_kind, restricted FROM audit_log
   ORDER BY actor, action, subject_kind, restricted LIMIT 1)
  UNION ALL
  SELECT next.* FROM present AS p CROSS JOIN LATERAL (
    SELECT actor, action, subject_kind, restricted FROM audit_log
    WHERE (actor, action, subject_kind, restricted) > (p.actor, p.action, p.subject_kind, p.restricted)
    ORDER BY actor, action, subject_kind, restricted LIMIT 1
  ) AS next
)
SELECT action, subject_kind AS "subjectKind" FROM (TABLE present EXCEPT TABLE audit_groups) AS missing
ORDER BY action, subject_kind`

export const createMissingGroups =
  (database: Pick<Database, 'query'>): MissingGroups =>
  async () =>
    (await database.query<MissingGroup>(MISSING)).rows
