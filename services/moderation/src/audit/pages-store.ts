import type { Database, Refused } from '@kla/chassis'
import { AUDIT_READS, refusedField } from '@kla/proto/web'
import type { Visibility } from '../shared/rules.js'
import { type AuditRow, entryOf } from './chain-store.js'
import type { ChainedEntry } from './rules/chain.js'
import type { AuditSearch } from './rules/input.js'

/** One page of audit entries, newest first. */
export interface AuditPage {
  readonly entries: readonly ChainedEntry[]
  readonly more: boolean
}

/** Pages of the audit log, filtered by visibility. */
export interface AuditPages {
  /** Refuses with INVALID_FIELD if the entry to continue from is not visible. */
  find(search: AuditSearch, visibility: Visibility): Promise<AuditPage | Refused>
  /** Counts up to one more than `max`: the log grows without bound. */
  count(search: AuditSearch, visibility: Visibility, max: number): Promise<number>
  filters(visibility: Visibility): Promise<AuditFilters>
}

/** What the visible entries can be filtered by, sorted and without duplicates. */
export interface AuditFilters {
  readonly actors: string[]
  readonly actions: string[]
  readonly subjectKinds: string[]
}

const FILTERS = `
SELECT coalesce(array_agg(DISTINCT actor) FILTER (WHERE actor <> ''), '{}') AS actors,
       coalesce(array_agg(DISTINCT action), '{}') AS actions,
       coalesce(array_agg(DISTINCT subject_kind) FILTER (WHERE subject_kind <> ''), '{}') AS "subjectKinds"
FROM audit_groups WHERE NOT restricted OR $1`

export const createAuditPages = (database: Pick<Database, 'query'>): AuditPages => ({
  async find(search, { grave }) {
    const place = search.before === undefined ? LATEST : await placeOf(database, search.before, grave)
    if (!place) return refusedField('before')
    const { text, values } = pageQuery(search, grave, place)
    const { rows } = await database.query<AuditRow>(text, values)
    return { entries: rows.slice(0, search.limit).map(entryOf), more: rows.length > search.limit }
  },

  async count(search, { grave }, max) {
    const { text, values } = pageQuery({ ...search, limit: max }, grave)
    const { rows } = await database.query<{ total: number }>(`SELECT count(*) AS total FROM (${text}) AS found`, values)
    return rows[0]!.total
  },

  async filters({ grave }) {
    const { rows } = await database.query<AuditFilters>(FILTERS, [grave])
    return rows[0]!
  },
})

interface Place {
  readonly at_ms: number
  readonly seq: number
}

const LATEST: Place = { at_ms: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER }

async function placeOf(database: Pick<Database, 'query'>, seq: number, grave: boolean): Promise<Place | undefined> {
  const { rows } = await database.query<Place>(
    'SELECT at_ms, seq FROM audit_log WHERE seq = $1 AND (NOT restricted OR $2)',
    [seq, grave],
  )
  return rows[0]
}

export function pageQuery(
  search: AuditSearch,
  grave: boolean,
  place: Place = LATEST,
): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const value = (given: unknown): string => `$${values.push(given)}`
  const equals = (column: string, given: string | undefined): string[] =>
    given === undefined ? [] : [`${column} = ${value(given)}`]
  const { actor, action, subjectKind, subjectId, fromMs, toMs, changesOnly = false, limit } = search

  const within = [
    `(at_ms, seq) < (${value(place.at_ms)}, ${value(place.seq)})`,
    ...(fromMs === undefined ? [] : [`at_ms >= ${value(fromMs)}`]),
    ...(toMs === undefined ? [] : [`at_ms <= ${value(toMs)}`]),
  ].join(' AND ')
  const group = [
    ...(actor === undefined ? [] : [`search_fold(actor) = search_fold(${value(actor)})`]),
    ...equals('action', action),
    ...equals('subject_kind', subjectKind),
    ...(changesOnly ? [`action <> ALL(${value(AUDIT_READS)})`] : []),
    ...(grave ? [] : ['NOT restricted']),
  ].join(' AND ')
  const end = `ORDER BY at_ms DESC, seq DESC LIMIT ${value(limit + 1)}`

  const all = actor === undefined && action === undefined && subjectKind === undefined && !changesOnly
  if (subjectId !== undefined || all) {
    const subject = equals('subject_id', subjectId).flatMap((condition) => [condition, `subject_id <> ''`])
    const where = [within, group, ...subject].filter((condition) => condition !== '').join(' AND ')
    return { text: `SELECT * FROM audit_log WHERE ${where} ${end}`, values }
  }
  return {
    text: `
      SELECT entry.* FROM audit_log AS entry JOIN (
        SELECT at_ms, seq FROM (SELECT * FROM audit_groups WHERE ${group}) AS g CROSS JOIN LATERAL (
          SELECT at_ms, seq FROM audit_log
          WHERE actor = g.actor AND action = g.action AND subject_kind = g.subject_kind AND restricted = g.restricted
            AND ${within} ${end}
        ) AS newest ${end}
      ) AS page USING (seq) ORDER BY entry.at_ms DESC, entry.seq DESC`,
    values,
  }
}
