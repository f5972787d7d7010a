import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBus, createRedis, inTransaction, type Redis } from '@kla/chassis'
import type { ListAuditRequest } from '@kla/proto'
import { infrastructure, quietLogger, refusalOf } from '@kla/testkit'
import { createAuditHeads } from '../../src/audit/chain-store.js'
import { appendAudit } from '../../src/audit/log-store.js'
import { FIRST_SEQ } from '../../src/audit/rules/chain.js'
import { anEntry } from '../support/audit-entries.js'
import { createModeration, type Moderation } from '../support/moderation.js'

let moderation: Moderation
let redis: Redis
beforeAll(async () => {
  redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
  // All suites share one event stream: events of others must not interfere.
  const bus = await createBus({ url: infrastructure().natsUrl, name: 'audit-test', log: quietLogger() })
  const consumer = { close: () => Promise.resolve() }
  moderation = await createModeration({ bus: { ...bus, consumeEvents: () => Promise.resolve(consumer) } })
  const entries = Array.from({ length: 90 }, (_, at) =>
    anEntry({
      atMs: 1_000 + at,
      actor: at % 2 ? 'ann' : 'bob',
      action: at % 3 ? 'reports.read' : 'bans.create',
      subjectKind: at % 3 ? 'report' : 'account',
      subjectId: String(at % 10),
      restricted: at % 9 === 1,
      requestId: String(at),
    }),
  )
  await inTransaction(moderation.database, (tx) => appendAudit(tx, entries))
  // Told late: its place is where it belongs by its time.
  await inTransaction(moderation.database, (tx) => appendAudit(tx, [anEntry({ atMs: 1_050, requestId: 'late' })]))
})
afterAll(async () => {
  redis.disconnect()
  await moderation.close()
})

const ANY: ListAuditRequest = {
  before: 0, limit: 200, actor: '', action: '', subjectKind: '', subjectId: '', fromMs: 0, toMs: 0,
  changesOnly: false,
} // oxfmt-ignore
const owner = () => moderation.may('audit.read')
const guardian = () => moderation.may('audit.read', 'reports.grave')
// What the calls of this test have left is younger.
const list = async (query: Partial<ListAuditRequest>, context = owner()) =>
  (await moderation.client.listAudit({ ...ANY, toMs: 2_000, ...query }, await context)).entries

describe('ListAudit', () => {
  test('returns open entries newest first, and restricted ones with the permission', async () => {
    const open = await list({})
    expect(open).toHaveLength(81)
    expect(open.map(({ atMs }) => atMs)).toEqual(open.map(({ atMs }) => atMs).sort((one, other) => other - one))
    expect(open.map(({ requestId }) => requestId)).not.toContain('1')
    // Numbers of the open entries have no gaps that would reveal others.
    const numbers = open.map(({ seq }) => seq).sort((one, other) => one - other)
    expect(numbers).toEqual(Array.from({ length: 81 }, (_, at) => at + 1))
    expect(await list({}, guardian())).toHaveLength(91)
  })

  test.each([
    ['capitals', 'ANN'],
    ['full-width letters', 'ａｎｎ'],
    ['a mark for right-to-left text', '\u200fann'],
    ['an accent, apart from its letter', 'a\u0301nn'],
  ])('finds what an actor did by their name in %s', async (_what, actor) => {
    expect(await list({ actor })).toEqual(await list({ actor: 'ann' }))
    expect(await list({ actor, subjectId: '3' })).toEqual(await list({ actor: 'ann', subjectId: '3' }))
    expect((await list({ actor, subjectId: '3' })).length).toBeGreaterThan(0)
  })

  test('places late events by their time', async () => {
    const at = (await list({})).map(({ requestId }) => requestId)
    expect(at.slice(at.indexOf('late') - 1, at.indexOf('late') + 2)).toEqual(['51', 'late', '50'])
  })

  test.each<Partial<ListAuditRequest>>([
    { actor: 'ann' },
    { action: 'bans.create' },
    { subjectKind: 'account' },
    { subjectId: '4' },
    { actor: 'ann', action: 'reports.read' },
    { actor: 'bob', subjectKind: 'report' },
    { action: 'bans.create', subjectKind: 'report' },
    { actor: 'ann', action: 'bans.create', subjectKind: 'account', subjectId: '3' },
    { fromMs: 1_020, toMs: 1_040 },
    { actor: 'bob', fromMs: 1_020, toMs: 1_040 },
    { subjectId: '4', subjectKind: 'report', fromMs: 1_030 },
    { actor: 'nobody' },
    { changesOnly: true },
    { changesOnly: true, actor: 'bob' },
    { changesOnly: true, action: 'reports.read' },
    { changesOnly: true, subjectId: '4', fromMs: 1_030 },
  ])('finds the entries for %j, page by page', async (query) => {
    for (const context of [owner, guardian]) {
      const all = await list({}, context())
      const fits = all.filter(
        (entry) =>
          (!query.actor || entry.actor === query.actor) &&
          (!query.changesOnly || entry.action !== 'reports.read') &&
          (!query.action || entry.action === query.action) &&
          (!query.subjectKind || entry.subjectKind === query.subjectKind) &&
          (!query.subjectId || entry.subjectId === query.subjectId) &&
          (!query.fromMs || entry.atMs >= query.fromMs) &&
          (!query.toMs || entry.atMs <= query.toMs),
      )
      const found = []
      let before = 0
      do {
        const asked = { ...ANY, toMs: 2_000, ...query, limit: 25, before }
        const page = await moderation.client.listAudit(asked, await context())
        found.push(...page.entries)
        before = page.next
      } while (before !== 0)
      expect(found).toEqual(fits)
    }
  })

  test('records itself with the names of its filters only', async () => {
    await list({ actor: 'ann', subjectId: '7' })
    const [entry] = await moderation
      .may('audit.read')
      .then((may) =>
        moderation.client.listAudit({ ...ANY, limit: 25, action: 'audit.list' }, may).then(({ entries }) => entries),
      )
    expect(entry).toMatchObject({ actor: 'mod', action: 'audit.list', subjectId: '' })
    expect(JSON.parse(entry?.details ?? '')).toEqual({ filters: ['actor', 'subjectId', 'toMs'] })
  })

  test.each<[string, Partial<ListAuditRequest>]>([
    ['a page size that is none', { limit: 7 }],
    ['a negative one', { limit: -25 }],
    ['an entry that does not exist', { before: 999_999 }],
    ['a restricted entry, as if it did not exist', { before: FIRST_SEQ.restricted }],
    ['a negative time', { fromMs: -1 }],
    ['a name that is none', { actor: 'a'.repeat(101) }],
  ])('rejects %s', async (_, query) => {
    expect(await refusalOf(list(query))).toBe('INVALID_FIELD')
  })

  test('requires audit.read', async () => {
    expect(await refusalOf(list({}, moderation.may('reports.read', 'reports.grave')))).toBe('NOT_ALLOWED')
    expect(await refusalOf(list({}, moderation.as(1)))).toBe('NOT_ALLOWED')
    expect(await refusalOf(moderation.client.listAudit(ANY))).toBe('NOT_SIGNED_IN')
  })
})

describe('VerifyAudit', () => {
  const verify = async (fromSeq: number, context = owner()) => moderation.client.verifyAudit({ fromSeq }, await context)

  test('checks the open chain, then with the permission the restricted one, and records itself', async () => {
    const open = await verify(0)
    expect(open).toMatchObject({ done: true, faultSeq: 0, fault: '' })
    expect(open.headHash).toMatch(/^[0-9a-f]{64}$/)
    expect(open.checkedTo).toBeGreaterThanOrEqual(81)
    const next = await verify(open.checkedTo + 1)
    expect(next).toMatchObject({ done: true, faultSeq: 0, checkedTo: open.checkedTo + 1 })

    const both = await verify(1, guardian())
    expect(both).toMatchObject({ done: true, faultSeq: 0, checkedTo: FIRST_SEQ.restricted + 9 })
    const traces = await moderation.client.listAudit({ ...ANY, action: 'audit.verify' }, await owner())
    expect(traces.entries.map(({ details }) => JSON.parse(details))).toEqual([
      { from: next.checkedTo, to: next.checkedTo, fault: null },
      { from: 1, to: open.checkedTo, fault: null },
    ])
  })

  test('is done beyond the end, and does not reveal restricted entries without the permission', async () => {
    const { checkedTo: last } = await verify(1)
    const beyond = await verify(FIRST_SEQ.restricted + 1)
    expect(beyond).toMatchObject({ done: true, faultSeq: 0, fault: '', checkedTo: last + 1 })
    expect(await verify(last + 1_000)).toMatchObject({ done: true, faultSeq: 0, fault: '', checkedTo: last + 2 })
    const { checkedTo: lastRestricted } = await verify(1, guardian())
    const restricted = await verify(lastRestricted + 1_000, guardian())
    expect(restricted).toMatchObject({ done: true, fault: '', checkedTo: lastRestricted + 1 })
  })

  test('compares with the kept heads', async () => {
    const heads = createAuditHeads(redis, moderation.redisPrefix)
    const { checkedTo: last } = await verify(1)
    await heads.forward('open', { seq: last, hash: new Uint8Array(32) })
    expect(await verify(1)).toMatchObject({ done: true, faultSeq: last, fault: 'altered' })
    await heads.forward('open', { seq: last + 1_000, hash: new Uint8Array(32) })
    expect(await verify(last)).toMatchObject({ done: true, faultSeq: last + 1_000, fault: 'missing' })
    await redis.del(`${moderation.redisPrefix}audit-heads`)
    expect(await verify(1)).toMatchObject({ done: true, faultSeq: 0, fault: '' })
  })

  test('requires audit.read and a valid number', async () => {
    expect(await refusalOf(verify(1, moderation.may('reports.read')))).toBe('NOT_ALLOWED')
    expect(await refusalOf(verify(-1))).toBe('INVALID_FIELD')
  })
})

describe('ListAuditFilters', () => {
  const filters = async (context = owner()) => moderation.client.listAuditFilters({}, await context)

  test('returns the names in the log without duplicates, and hides those of restricted entries alone', async () => {
    const secret = { actor: 'eve', action: 'evidence.open', subjectKind: 'still', restricted: true }
    await inTransaction(moderation.database, (tx) => appendAudit(tx, [anEntry(secret)]))
    const open = await filters()
    expect(open.actors).toEqual([...new Set(open.actors)].sort())
    expect(open).toMatchObject({
      actors: expect.arrayContaining(['ann', 'bob']),
      actions: expect.arrayContaining(['bans.create', 'reports.read']),
      subjectKinds: expect.arrayContaining(['account', 'report']),
    })
    expect(JSON.stringify(open)).not.toMatch(/eve|evidence\.open|still/)
    expect(await filters(guardian())).toMatchObject({
      actors: expect.arrayContaining(['ann', 'eve']),
      actions: expect.arrayContaining(['evidence.open']),
      subjectKinds: expect.arrayContaining(['still']),
    })
  })

  test('requires audit.read', async () => {
    expect(await refusalOf(filters(moderation.may('reports.read', 'reports.grave')))).toBe('NOT_ALLOWED')
  })
})
