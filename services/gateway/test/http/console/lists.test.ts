import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '../../support/world.js'

/** Lists that are short by nature, and what bounds them. */
const BOUNDED: Readonly<Record<string, string>> = {
  '/admin/session': 'permissions of one administrator',
  '/admin/passkeys': 'PASSKEYS_MAX of one administrator',
  '/admin/sessions': "one administrator's own, the newest 1,000",
  '/admin/administrators': 'people who work here, at most 1,000',
  '/admin/administrators/sessions': "the administrators' sessions, the newest 1,000",
  '/admin/administrators/approvals': 'open requests, at most 200 (approvals.ts)',
  '/admin/holds/approvals': 'open requests, at most 200 (approvals.ts)',
  '/admin/reports/approvals': 'open requests, at most 200 (approvals.ts)',
  '/admin/decisions/approvals': 'open requests, at most 200 (approvals.ts)',
  '/admin/evidence/openings': 'open requests, at most 200 (openings/store.ts)',
  '/admin/audit/filters': 'names of administrators, actions and kinds',
  '/admin/bans/{userId}/active': 'one ban',
  '/admin/canned_answers': 'CANNED_ANSWERS_MAX',
  '/admin/decisions/preview': 'bans in force of one account, one a scope or a few',
  '/admin/desk': 'people on duty, and counts',
  '/admin/desk/rules': 'DESK_RULES',
  '/admin/opinions': 'the oldest 50 that are open, and the last 20 that differ (opinions/rpc.ts)',
  '/admin/pass/seasons': 'the newest 500, a few a year (season-store.ts)',
  '/admin/people': 'the best 10 matches of a search (auth/src/people)',
  '/admin/people/{id}/bans': 'the newest of one person; the list of bans has all',
  '/admin/people/{id}/battles': 'the newest 20 of one person',
  '/admin/people/{id}/decisions': 'the newest of one person; the list of decisions has all',
  '/admin/people/{id}/met': 'MET_MAX of one person',
  '/admin/people/{id}/notes': 'notes about one person',
  '/admin/people/{id}/orders': 'the newest 50 of one person (checkout/store.ts)',
  '/admin/people/{id}/reports': 'the newest of one person; the list of reports has all',
  '/admin/people/{id}/sessions': "one person's own",
  '/admin/people/{id}/tickets': 'the newest of one person; the list of tickets has all',
  '/admin/reports/': 'the list of reports, for clients that send a slash',
  '/admin/reports/batches/preview': 'BULK_MAX of one reporter',
  '/admin/reports/{id}/evidence': 'EVIDENCE_PER_REPORT',
  '/admin/reports/{id}/evidence/blind': 'EVIDENCE_PER_REPORT',
  '/admin/reports/{id}/evidence/stills': 'EVIDENCE_PER_REPORT',
}

/** Lists that are paged but not handed out as files, and why. */
const WITHOUT_FILE: Readonly<Record<string, string>> = {
  '/admin/people/{id}/history': "one person's page; the audit log as CSV has a filter by person",
  '/admin/reports/deleted': 'reports about to be erased, which a file would keep',
}

/** Lists whose cursor has a name of its own. */
const CURSOR: Readonly<Record<string, string>> = { '/admin/audit': 'before' }
/** Lists that answer an array, so that headers have the total and the cursor. */
const BY_HEADER = ['/admin/bans']

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
}
interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { readonly schema: Schema }> }>>
}
interface Api {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

let world: World
let api: Api
beforeAll(async () => {
  world = await createWorld()
  api = (await (await world.gateway()).http.inject({ url: '/openapi.json' })).json()
})
afterAll(() => world.stop())

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : api.components.schemas[schema.$ref.split('/').at(-1)!]!

/** Calls of the console that answer an array, or an object that has one. */
function lists(): Map<string, { readonly parameters: string[]; readonly fields: string[] }> {
  const found = new Map<string, { parameters: string[]; fields: string[] }>()
  for (const [path, { get }] of Object.entries(api.paths)) {
    const content = get?.responses['200']?.content?.['application/json']
    if (!path.startsWith('/admin/') || !get || !content) continue
    const answer = resolved(content.schema)
    const properties = answer.properties ?? {}
    const isList = [answer, ...Object.values(properties).map(resolved)].some(({ type }) => type === 'array')
    // A record that has lists, such as a cup with its entries, is no list.
    if (!isList || /\}$/.test(path)) continue
    const parameters = (get.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name)
    found.set(path, { parameters, fields: Object.keys(properties) })
  }
  return found
}

test('every list of the console is paged by cursors and has a CSV file, or is bounded', () => {
  const incomplete = [...lists()]
    .filter(([path]) => BOUNDED[path] === undefined)
    .map(([path, { parameters, fields }]) => ({
      path,
      cursor: parameters.includes(CURSOR[path] ?? 'after'),
      next: fields.includes('next') || BY_HEADER.includes(path),
      csv: api.paths[`${path}.csv`]?.get !== undefined || WITHOUT_FILE[path] !== undefined,
    }))
    .filter(({ cursor, next, csv }) => !cursor || !next || !csv)
  expect(incomplete).toEqual([])
})

test('finds the lists that it has to check', () => {
  const found = [...lists().keys()]
  expect(found).toEqual(expect.arrayContaining(['/admin/reports', '/admin/bans', '/admin/cups', '/admin/audit']))
  expect(found.filter((path) => BOUNDED[path] === undefined).length).toBeGreaterThan(12)
})

test('names no exception that does not exist, or is none', () => {
  expect(Object.keys({ ...BOUNDED, ...WITHOUT_FILE }).filter((path) => !lists().has(path))).toEqual([])
  expect(Object.keys(WITHOUT_FILE).filter((path) => BOUNDED[path] !== undefined)).toEqual([])
  expect(Object.keys(BOUNDED).filter((path) => api.paths[`${path}.csv`] !== undefined)).toEqual([])
})
