import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import type { Permission } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import fc from 'fast-check'
import { FakeRoom } from '../support/fake-room.js'
import { type Client, createModeration, type Moderation } from '../support/moderation.js'

/** Two moderators on one thing, through two processes, on a real PostgreSQL. */

const MAY: Permission[] = [
  'reports.read',
  'reports.decide',
  'reports.delete',
  'tickets.read',
  'tickets.answer',
  'bans.read',
  'bans.set',
  'bans.lift',
  'bans.delete',
]

let moderation: Moderation
let one: Client
let other: Client
let player = 1_000
beforeAll(async () => {
  moderation = await createModeration()
  one = (await moderation.pod({ clients: new FakeRoom().clients })).client
  other = (await moderation.pod({ clients: new FakeRoom().clients })).client
}, 60_000)
afterAll(() => moderation.close())
beforeEach(() => {
  player += 2
})

const anna = () => moderation.administrator(5, ...MAY)
const bela = () => moderation.administrator(6, ...MAY)

const report = async (): Promise<number> => {
  const given = { reportedId: player, category: 'abuse', reason: 'Something.', incident: '' }
  return (await one.submitReport(given, await moderation.as(player + 1))).reportId
}
const ticket = async (): Promise<number> => {
  const given = {
    subject: 'Help',
    message: 'Hello.',
    category: '',
    priority: '',
    relatedStripeEmail: '',
    relatedRoomId: '',
    relatedOrderId: '',
    relatedBattleId: '',
    diagnosticsJson: '',
  }
  return (await one.openTicket(given, await moderation.as(player))).ticketId
}
const order = () => ({
  userId: player,
  reason: 'Spam.',
  scope: 'chat',
  durationMs: 3_600_000,
  notes: '',
  evidenceJson: '',
})
const ban = async (): Promise<number> => (await one.createBan(order(), await anna())).id

interface Changeable {
  readonly make: () => Promise<number>
  /** Each is a decision of its own. */
  readonly change: (
    client: Client,
    id: number,
    by: 'a' | 'b',
    version: number,
    as: { principal: string },
  ) => Promise<unknown>
  readonly read: (id: number) => Promise<{ version?: number | undefined; changedBy?: string | undefined } | undefined>
}

const KINDS: Readonly<Record<string, Changeable>> = {
  report: {
    make: report,
    change: (client, id, by, version, as) =>
      client.reviewReport({ id, action: by === 'a' ? 'dismiss' : 'action_taken', notes: `by ${by}`, version }, as),
    read: async (id) => (await one.getReport({ id }, await anna())).report,
  },
  ticket: {
    make: ticket,
    change: (client, id, by, version, as) =>
      client.updateTicket(
        { id, append: true, resolved: by === 'a', note: `by ${by}`, priority: by === 'a' ? 'High' : 'Low', version },
        as,
      ),
    read: async (id) => one.getTicket({ id }, await anna()),
  },
  ban: {
    make: ban,
    change: (client, id, by, version, as) => client.liftBan({ id, liftReason: `by ${by}`, version }, as),
    read: async (id) => one.getBan({ id }, await anna()),
  },
}

describe.each(Object.entries(KINDS))('a %s', (_kind, { make, change, read }) => {
  test('accepts one of two changes made simultaneously on the same version', async () => {
    const id = await make()
    const { version = 0 } = (await read(id)) ?? {}
    expect(version).toBeGreaterThan(0)
    const [a, b] = await Promise.all([anna(), bela()])
    const outcomes = await Promise.all([
      refusalOf(change(one, id, 'a', version, a)),
      refusalOf(change(other, id, 'b', version, b)),
    ])
    expect([...outcomes].sort()).toEqual(['CHANGED_MEANWHILE', 'not refused'])
    const winner = outcomes[0] === 'not refused' ? 'mod5' : 'mod6'
    const after = await read(id)
    expect(after).toMatchObject({ changedBy: winner })
    expect(after?.version).toBeGreaterThan(version)
  })

  test('answers a retry after a lost answer, and refuses the same change by another administrator', async () => {
    const id = await make()
    const { version = 0 } = (await read(id)) ?? {}
    const first = await change(one, id, 'a', version, await anna())
    expect(await change(one, id, 'a', version, await anna())).toEqual(first)
    expect(await refusalOf(change(one, id, 'a', version, await bela()))).toBe('CHANGED_MEANWHILE')
  })

  test("is not checked without a version, which the specification's calls lack", async () => {
    const id = await make()
    await change(one, id, 'a', 0, await anna())
    expect(await refusalOf(change(one, id, 'b', 0, await bela()))).toBe('not refused')
  })
})

describe('a report', () => {
  test("keeps both notes, names the last one who decided, and refuses to undo another's change", async () => {
    const id = await report()
    const decided = await one.reviewReport({ id, action: 'dismiss', notes: 'seen by anna', version: 1 }, await anna())
    const second = await other.reviewReport(
      { id, action: 'action_taken', notes: 'seen by bela', version: decided.version },
      await bela(),
    )
    expect(second).toMatchObject({ status: 'action_taken', reviewedBy: 'mod6', notes: 'seen by bela' })
    expect(second.thread?.notes.map(({ by, text }) => `${by}: ${text}`)).toEqual([
      'mod5: seen by anna',
      'mod6: seen by bela',
    ])
    const undo = { id, status: 'pending', version: decided.version }
    expect(await refusalOf(one.updateReport(undo, await anna()))).toBe('CHANGED_MEANWHILE')
    const now = (await one.getReport({ id }, await anna())).report
    expect(now).toMatchObject({ status: 'action_taken', reviewedBy: 'mod6' })
    expect((await one.updateReport({ ...undo, version: now?.version }, await anna())).status).toBe('pending')
  })

  test('accepts a note once per id, on any version, and records its id without its text', async () => {
    const id = await report()
    const noteId = newId()
    await one.addReportNote({ id, noteId, text: 'Seen before.' }, await anna())
    const again = await other.addReportNote({ id, noteId, text: 'Seen before.' }, await anna())
    expect(again).toMatchObject({ notes: 'Seen before.', version: 2 })
    expect(again.thread?.notes).toHaveLength(1)
    const [entry] = await moderation.audited()
    expect(entry).toMatchObject({ action: 'reports.note', subjectId: String(id), actor: 'mod5' })
    expect(JSON.parse(entry?.details ?? '')).toMatchObject({ note: noteId })
    expect(entry?.details).not.toContain('Seen before.')
    player += 2
    const another = { id: await report(), noteId, text: 'Of another report.' }
    expect(await refusalOf(one.addReportNote(another, await bela()))).toBe('INVALID_FIELD')
  })

  test('counts as changed when the reporter adds something', async () => {
    const id = await report()
    const again = { reportedId: player, category: 'harassment', reason: 'And more.', incident: '' }
    expect((await one.submitReport(again, await moderation.as(player + 1))).reportId).toBe(id)
    expect(await refusalOf(one.reviewReport({ id, action: 'dismiss', version: 1 }, await anna()))).toBe(
      'CHANGED_MEANWHILE',
    )
  })

  test('is not deleted on an older version', async () => {
    const id = await report()
    await one.addReportNote({ id, noteId: newId(), text: 'Keep it.' }, await bela())
    expect(await refusalOf(one.deleteReport({ id, version: 1 }, await anna()))).toBe('CHANGED_MEANWHILE')
    expect(await refusalOf(one.deleteReport({ id, version: 2 }, await anna()))).toBe('not refused')
  })
})

describe('many reports', () => {
  test.each(['status', 'delete'])('stay unchanged when one has changed: op %s', async (op) => {
    const ids = [await report(), ((player += 2), await report())]
    await other.reviewReport({ id: ids[1]!, action: 'dismiss' }, await bela())
    const seen = { versions: ids.map((id) => ({ id, version: 1 })) }
    const answer = await one.changeReports({ ids, op, status: op === 'status' ? 'reviewed' : '', seen }, await anna())
    expect(answer.changed).toBe(0)
    expect(answer.changedMeanwhile?.reports).toMatchObject([{ id: ids[1], status: 'dismissed', changedBy: 'mod6' }])
    expect((await one.getReport({ id: ids[0]! }, await anna())).report).toMatchObject({ status: 'pending', version: 1 })
  })
})

test('all bans are lifted only if they are exactly the seen ones', async () => {
  const id = await ban()
  await other.createBan({ ...order(), reason: 'Threats.' }, await bela())
  const lift = { userId: player, scope: '', liftReason: '' }
  const answer = await one.liftAllBans({ ...lift, seen: { versions: [{ id, version: 1 }] } }, await anna())
  expect(answer).toMatchObject({ lifted: 0, changedMeanwhile: { bans: [{ reason: 'Spam.' }, { reason: 'Threats.' }] } })
  const versions = (answer.changedMeanwhile?.bans ?? []).map((each) => ({ id: each.id, version: each.version ?? 0 }))
  expect(await one.liftAllBans({ ...lift, seen: { versions } }, await anna())).toMatchObject({ lifted: 2 })
})

interface Step {
  readonly by: 0 | 1
  /** Looks at it again before the change. */
  readonly looks: boolean
  readonly kind: 'decide' | 'note' | 'undo'
}
const step = fc.record<Step>({
  by: fc.constantFrom(0, 1),
  looks: fc.boolean(),
  kind: fc.constantFrom('decide', 'note', 'undo'),
})

test('no interleaving loses a text, and each change was made on the version that it replaced', async () => {
  const people = [await anna(), await bela()] as const
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      player += 2
      const id = await report()
      const read = async () => (await one.getReport({ id }, people[0])).report!
      const first = await read()
      const seen = [first.version ?? 0, first.version ?? 0]
      const written: string[] = []
      let current = first
      for (const [at, { by, looks, kind }] of steps.entries()) {
        if (looks) seen[by] = (await read()).version ?? 0
        const [version, text] = [seen[by] ?? 0, `text ${at}`]
        const call =
          kind === 'note'
            ? one.addReportNote({ id, noteId: newId(), text }, people[by])
            : kind === 'undo'
              ? one.updateReport({ id, status: 'pending', version }, people[by])
              : one.reviewReport({ id, action: at % 2 === 0 ? 'review' : 'dismiss', notes: text, version }, people[by])
        const changed = await call.catch((error: { reason?: string }) => {
          expect(error.reason).toBe('CHANGED_MEANWHILE')
          return undefined
        })
        if (!changed) {
          // Refused on an older version alone, and nothing has changed.
          expect(version).toBeLessThan(current.version ?? 0)
          expect(await read()).toEqual(current)
          continue
        }
        if (kind !== 'undo') written.push(text)
        const repeated = changed.version === current.version
        if (kind !== 'note' && !repeated) expect(version).toBe(current.version)
        current = changed
        seen[by] = changed.version ?? 0
      }
      expect((await read()).thread?.notes.map((note) => note.text)).toEqual(written)
    }),
    { numRuns: 10 },
  )
}, 120_000)
