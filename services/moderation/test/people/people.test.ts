import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type GrpcClient, newId, personViewed } from '@kla/chassis'
import { PeopleServiceService } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import { createTestClient, refusalOf } from '@kla/testkit'
import { createAuditInbox } from '../../src/audit/log-store.js'
import { createModeration, type Moderation } from '../support/moderation.js'

let moderation: Moderation
let people: GrpcClient<typeof PeopleServiceService>
beforeAll(async () => {
  moderation = await createModeration()
  const address = `127.0.0.1:${moderation.service.ports.grpc}`
  people = createTestClient({ definition: PeopleServiceService, address, deadlineMs: 15_000 })
})
afterAll(async () => {
  people.close()
  await moderation.close()
})

const report = async (reporter: number, reportedId: number, category: string) =>
  (
    await moderation.client.submitReport(
      { reportedId, category, reason: `because of ${category}`, incident: '' },
      await moderation.as(reporter),
    )
  ).reportId
const review = async (id: number, action: string, ...more: 'reports.grave'[]) =>
  moderation.client.reviewReport({ id, action }, await moderation.may('reports.decide', ...more))
const ban = async (userId: number, reason = '') =>
  moderation.client.createBan(
    { userId, reason, scope: 'chat', durationMs: 0, notes: '', evidenceJson: '' },
    await moderation.may('bans.set'),
  )
const entriesAbout = async (accountId: number) =>
  (
    await moderation.database.query<{ action: string; restricted: boolean; details: string }>(
      `SELECT action, restricted, details FROM audit_log WHERE subject_kind = 'account' AND subject_id = $1 ORDER BY at_ms, seq`,
      [String(accountId)],
    )
  ).rows

describe('getAccountReports', () => {
  const read = async (accountId: number, ...more: 'reports.grave'[]) =>
    people.getAccountReports({ accountId }, await moderation.may('reports.read', ...more))

  test('returns reports about and by an account with the shares that were upheld', async () => {
    const first = await report(102, 101, 'spam')
    const second = await report(103, 101, 'abuse')
    await report(104, 101, 'abuse')
    const own = await report(101, 105, 'cheating')
    await review(first, 'action_taken')
    await review(second, 'dismiss')
    await review(own, 'review')
    const found = await read(101)
    expect(found).toMatchObject({
      aboutTotals: { total: 3, decided: 2, upheld: 1 },
      byTotals: { total: 1, decided: 1, upheld: 0 },
      by: [{ id: own, reportedName: 'player105' }],
    })
    expect(found.about.map(({ id }) => id).slice(1)).toEqual([second, first])
  })

  test('leaves out grave reports, in lists and totals, without the permission', async () => {
    await report(112, 111, 'spam')
    const grave = await report(113, 111, 'possible_minor')
    await review(grave, 'action_taken', 'reports.grave')
    await report(111, 114, 'illegal_content')
    expect(await read(111)).toMatchObject({
      aboutTotals: { total: 1, decided: 0, upheld: 0 },
      byTotals: { total: 0, decided: 0, upheld: 0 },
      by: [],
    })
    const seen = await read(111, 'reports.grave')
    expect(seen).toMatchObject({ aboutTotals: { total: 2, decided: 1, upheld: 1 }, byTotals: { total: 1 } })
    expect(seen.about.map(({ id }) => id)).toContain(grave)
  })

  test('names the reports that may have stills', async () => {
    const [without, with_] = [await report(122, 121, 'spam'), await report(123, 121, 'abuse')]
    await moderation.database.query('DELETE FROM evidence_states WHERE report_id = ANY($1)', [[without, with_]])
    expect((await read(121)).withStills).toEqual([])
    await moderation.database.query('INSERT INTO evidence_states (report_id, version) VALUES ($1, 1)', [with_])
    expect((await read(121)).withStills).toEqual([with_])
  })

  test('records one view, open also for those who see grave reports', async () => {
    const may = await moderation.may('reports.read', 'bans.read', 'tickets.read', 'members.read', 'reports.grave')
    await Promise.all([
      people.getAccountReports({ accountId: 131 }, may),
      people.listAccountBans({ accountId: 131 }, may),
      people.listAccountNotes({ accountId: 131 }, may),
      people.listAccountTickets({ accountId: 131 }, may),
      people.listAccountHistory({ accountId: 131, after: 0 }, may),
    ])
    expect(await entriesAbout(131)).toEqual([{ action: 'people.read', restricted: false, details: '{}' }])
  })
})

test('a view that another service has recorded gets no second entry', async () => {
  const viewer = await moderation.administrator(41, 'reports.read')
  const seen = personViewed({ id: 41, name: 'mod41' }, 141, { requestId: 'r' }, moderation.clock.now())
  await createAuditInbox(moderation.database).append([{ ...seen, restricted: false }])
  await people.getAccountReports({ accountId: 141 }, viewer)
  expect(await entriesAbout(141)).toHaveLength(1)
  await people.getAccountReports({ accountId: 141 }, await moderation.administrator(42, 'reports.read'))
  expect(await entriesAbout(141)).toHaveLength(2)
})

describe('listAccountBans', () => {
  test('lists the newest bans of an account, lifted ones too', async () => {
    const { id } = await ban(201, 'Twice.')
    await ban(202)
    await moderation.client.liftBan({ id, liftReason: 'ok' }, await moderation.may('bans.lift'))
    const { bans, total } = await people.listAccountBans({ accountId: 201 }, await moderation.may('bans.read'))
    expect(total).toBe(1)
    expect(bans).toMatchObject([{ id, userName: 'player201', reason: 'Twice.', liftReason: 'ok' }])
  })
})

describe('notes about an account', () => {
  const add = async (accountId: number, noteId: string, text: string) =>
    people.addAccountNote({ accountId, noteId, text }, await moderation.administrator(7, 'reports.decide'))
  const read = async (accountId: number) => people.listAccountNotes({ accountId }, await moderation.may('reports.read'))

  test('are added once for each id, oldest first, with an audit entry each', async () => {
    const [one, two] = [newId(), newId()]
    await Promise.all([add(301, one, 'Seen before.'), add(301, one.toUpperCase(), 'Seen before.')])
    await add(301, two, 'Warned.')
    const { notes } = await read(301)
    expect(notes.map(({ id, by, text }) => [id, by, text])).toEqual([
      [one, 'mod7', 'Seen before.'],
      [two, 'mod7', 'Warned.'],
    ])
    const noted = (await entriesAbout(301)).filter(({ action }) => action === 'people.note')
    expect(noted.map(({ details }) => JSON.parse(details))).toEqual([{ note: one }, { note: two }])
  })

  test('cannot take an id of another thread', async () => {
    const noteId = newId()
    await add(311, noteId, 'Mine.')
    expect(await refusalOf(add(312, noteId, 'Mine.'))).toBe('INVALID_FIELD')
    expect((await read(312)).notes).toEqual([])
  })

  test.each([
    ['an account that never was', 41_000_000, 'x', 'NO_SUCH_ACCOUNT'],
    ['an empty text', 321, ' ', 'INVALID_FIELD'],
  ])('reject %s', async (_what, accountId, text, reason) => {
    expect(await refusalOf(add(accountId, newId(), text))).toBe(reason)
  })
})

test('listAccountTickets lists the tickets of an account without their text, newest first', async () => {
  const open = async (accountId: number, subject: string) =>
    (
      await moderation.client.openTicket(
        {
          subject,
          message: 'x',
          category: '',
          priority: '',
          relatedStripeEmail: '',
          relatedRoomId: '',
          relatedOrderId: '',
          relatedBattleId: '',
          diagnosticsJson: '',
        },
        await moderation.as(accountId),
      )
    ).ticketId
  const [one, two] = [await open(401, 'one'), await open(401, 'two')]
  await open(402, 'other')
  const { tickets, total } = await people.listAccountTickets({ accountId: 401 }, await moderation.may('tickets.read'))
  expect(total).toBe(2)
  expect(tickets.map(({ id, subject, resolved }) => [id, subject, resolved])).toEqual([
    [two, 'two', false],
    [one, 'one', false],
  ])
})

describe('listAccountHistory', () => {
  const history = async (accountId: number, after = 0, ...more: 'reports.grave'[]) =>
    people.listAccountHistory({ accountId, after }, await moderation.administrator(9, 'members.read', ...more))

  test('lists who looked and who decided, bans included, newest first', async () => {
    const { id } = await ban(501)
    await ban(502)
    await moderation.client.liftBan({ id, liftReason: '' }, await moderation.administrator(8, 'bans.lift'))
    const { entries, next } = await history(501)
    expect(next).toBe(0)
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['people.read', 'mod9'],
      ['bans.lift', 'mod8'],
      ['bans.create', expect.any(String)],
    ])
  })

  test('keeps what was done to a ban that is deleted', async () => {
    const { id } = await ban(531)
    await moderation.client.deleteBan({ id }, await moderation.may('bans.delete'))
    const { entries } = await history(531)
    expect(entries.map(({ action }) => action)).toEqual(['people.read', 'bans.delete', 'bans.create'])
  })

  test('shows restricted entries only with the permission', async () => {
    await report(512, 511, 'spam')
    await moderation.client.getSubject({ accountId: 511 }, await moderation.may('reports.read', 'reports.grave'))
    expect((await history(511)).entries.map(({ action }) => action)).toEqual(['people.read'])
    const seen = (await history(511, 0, 'reports.grave')).entries
    expect(seen.map(({ action }) => action).sort()).toEqual(['people.read', 'subjects.read'])
    const restricted = seen.find(({ action }) => action === 'subjects.read')!.seq
    expect(await refusalOf(history(511, restricted))).toBe('INVALID_FIELD')
  })

  test('continues page by page without gaps or repeats', async () => {
    for (let at = 0; at < 30; at++) {
      await people.addAccountNote(
        { accountId: 521, noteId: newId(), text: `No. ${at}` },
        await moderation.may('reports.decide'),
      )
    }
    const first = await history(521)
    const second = await history(521, first.next)
    expect([first.entries.length, second.entries.length, second.next]).toEqual([25, 6, 0])
    expect(new Set([...first.entries, ...second.entries].map(({ seq }) => seq)).size).toBe(31)
  })
})

test.each([
  ['getAccountReports', 'reports.read'],
  ['listAccountBans', 'bans.read'],
  ['listAccountNotes', 'reports.read'],
  ['listAccountTickets', 'tickets.read'],
  ['listAccountHistory', 'members.read'],
] as const satisfies readonly (readonly [keyof typeof people, Permission])[])(
  '%s requires %s',
  async (method, needed) => {
    const all: Permission[] = ['reports.read', 'bans.read', 'tickets.read', 'members.read', 'reports.decide']
    const others = all.filter((permission) => permission !== needed)
    const call = people[method] as (request: unknown, context: unknown) => Promise<unknown>
    expect(await refusalOf(call({ accountId: 1, after: 0 }, await moderation.may(...others)))).toBe('NOT_ALLOWED')
    expect(await refusalOf(call({ accountId: 0, after: 0 }, await moderation.may(needed)))).toBe('INVALID_FIELD')
    expect(await refusalOf(call({ accountId: 1, after: 0 }, await moderation.may(needed)))).toBe('not refused')
  },
)
