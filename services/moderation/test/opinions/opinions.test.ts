import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { GrpcClient } from '@kla/chassis'
import { GiveOpinionRequest, Measure, messageOf, OpinionsServiceService as definition } from '@kla/proto'
import { OPINION_LAPSES_MS, OPINIONS_COUNTED_MS, type Permission, UNDO_MS } from '@kla/proto/web'
import { createTestClient, refusalOf } from '@kla/testkit'
import { createDesk, DECIDES, type Desk } from '../support/decisions.js'

const DAY_MS = 86_400_000
const GRAVE: Permission = 'reports.grave'
const OWNER: Permission = 'administrators.manage'

let desk: Desk
let opinions: GrpcClient<typeof definition>
let player = 1_000
const clientOf = (service: Desk['service']) =>
  createTestClient({ definition, address: `127.0.0.1:${service.ports.grpc}`, deadlineMs: 15_000 })
beforeAll(async () => {
  desk = await createDesk({}, { MODERATION_SECOND_OPINIONS_PERCENT: '100' })
  opinions = clientOf(desk.service)
}, 60_000)
afterAll(async () => {
  opinions.close()
  await desk.close()
})
beforeEach(async () => {
  player += 10
  desk.clock.aheadMs = 0
  await desk.database.query('DELETE FROM second_opinions')
})

/** A decision by moderator 5, whose undo is over. */
async function decided({ grave = false, dismissed = false } = {}) {
  const category = grave ? 'possible_minor' : 'abuse'
  const reports = [
    await desk.report(player, { reporterId: player + 1, category }),
    await desk.report(player, { reporterId: player + 2, category }),
  ]
  const job = await desk.claim(player, { grave })
  const order = desk.orderOf(job, reports, {
    note: 'Third time.',
    ...(dismissed && { outcome: 'dismissed', rule: '', facts: '', basis: [], measures: [] }),
  })
  const made = await desk.client.decide(order, await desk.moderator(5, ...(grave ? [GRAVE] : [])))
  desk.clock.aheadMs += UNDO_MS
  return { reports, made }
}
const list = async (by = 6, ...more: Permission[]) => opinions.listOpinions({}, await desk.moderator(by, ...more))
const firstId = async (by = 6, ...more: Permission[]) => (await list(by, ...more)).open[0]?.id ?? 0
const breach = (id: number, change: Partial<GiveOpinionRequest> = {}) =>
  messageOf(GiveOpinionRequest, {
    id,
    outcome: 'acted',
    rule: 'harassment',
    measures: [messageOf(Measure, { kind: 'global', durationMs: DAY_MS })],
    reason: 'Insults in the chat.',
    ...change,
  })
const noBreach = (id: number) => breach(id, { outcome: 'dismissed', rule: '', measures: [] })
const give = async (order: GiveOpinionRequest, by = 6, ...more: Permission[]) =>
  opinions.giveOpinion(order, await desk.moderator(by, ...more))
const read = async (id: number, by = 6, ...more: Permission[]) =>
  opinions.getOpinion({ id }, await desk.moderator(by, ...more))

describe('a second opinion', () => {
  test('is asked of others once the decision cannot be undone any more', async () => {
    await decided()
    desk.clock.aheadMs -= 1_000
    expect(await list()).toMatchObject({ open: [], openTotal: 0 })
    desk.clock.aheadMs += 1_000
    expect(await list()).toMatchObject({ open: [{ category: 'abuse', reports: 2 }], openTotal: 1 })
    expect(await list(5)).toMatchObject({ open: [], openTotal: 0 })
  })

  test('is not asked about a decision that was undone', async () => {
    const { made } = await decided()
    desk.clock.aheadMs -= UNDO_MS
    await desk.client.undoDecision({ id: made.id }, await desk.moderator())
    desk.clock.aheadMs += UNDO_MS
    expect(await list()).toMatchObject({ open: [] })
  })

  test('is blind: nothing in it shows what was decided, or by whom', async () => {
    const first = await decided()
    await desk.database.query('DELETE FROM second_opinions')
    const { reports, made } = await decided()
    const id = await firstId()
    const opinion = await read(id)
    expect(opinion).toMatchObject({ accountId: player, accountName: `player${player}`, category: 'abuse' })
    expect(opinion.given).toBeUndefined()
    expect(opinion.decision).toBeUndefined()
    expect(opinion.reports.map((report) => report.id)).toEqual(reports)
    for (const report of opinion.reports) {
      expect(report).toMatchObject({ status: 'pending', notes: '', reviewedBy: '', reviewedAtMs: 0, changedBy: '' })
      expect(report.thread?.notes).toEqual([])
    }
    expect(opinion.earlier.map((decision) => decision.id)).toEqual([first.made.id])
    const { report, context } = await opinions.getOpinionReport({ id, reportId: reports[0]! }, await desk.moderator(6))
    expect(report).toMatchObject({ id: reports[0], status: 'pending', notes: '', reviewedBy: '', changedBy: '' })
    expect(context).toBeUndefined()
    const words = JSON.stringify([{ ...opinion, earlier: [] }, report])
    for (const giveaway of [made.id, 'mod5', 'Third time.', made.facts, 'action_taken', 'banId'])
      expect([giveaway, words.includes(giveaway)]).toEqual([giveaway, false])
  })

  test('keeps notes from before the decision', async () => {
    const id = await desk.report(player)
    const noteId = '018f6b1e-7c1a-7000-8000-00000000000a'
    await desk.moderation.addReportNote({ id, noteId, text: 'Seen before.' }, await desk.moderator(7))
    const order = desk.orderOf(await desk.claim(player), [], { note: 'Decided now.' })
    await desk.client.decide({ ...order, seen: { versions: [{ id, version: 2 }] } }, await desk.moderator())
    desk.clock.aheadMs += UNDO_MS
    const { reports } = await read(await firstId())
    expect(reports[0]).toMatchObject({ notes: 'Seen before.', thread: { notes: [{ text: 'Seen before.' }] } })
  })

  test('shows both judgements once it is given, to the two and to owners alone', async () => {
    const { made } = await decided()
    const id = await firstId()
    const given = await give(breach(id))
    expect(given.given).toMatchObject({ outcome: 'acted', rule: 'harassment', by: 'mod6', byId: 6, agrees: true })
    expect(given.decision).toMatchObject({ id: made.id, decidedBy: 'mod5' })
    for (const seer of [read(id), read(id, 5), read(id, 7, OWNER)])
      expect((await seer).decision).toMatchObject({ id: made.id })
    expect(await refusalOf(read(id, 7))).toBe('NOT_ALLOWED')
    expect((await list()).open).toEqual([])
  })

  test('changes nothing about the reports, bans and the decision', async () => {
    const { reports, made } = await decided()
    const bans = await desk.bansOf(player)
    await give(noBreach(await firstId()))
    expect(await desk.reports(reports)).toEqual(['action_taken mod5', 'action_taken mod5'])
    expect(await desk.bansOf(player)).toEqual(bans)
    const { decisions } = await desk.client.listDecisions(
      { accountId: player, after: '', limit: 25 },
      await desk.moderator(),
    )
    expect(decisions).toMatchObject([{ id: made.id, state: 'in_force' }])
  })

  test('is a line for the two and for owners when it differs', async () => {
    await decided()
    const id = await firstId()
    await give(noBreach(id))
    for (const seer of [list(6), list(5), list(7, OWNER)])
      expect(await seer).toMatchObject({ given: 1, agreed: 0, differing: [{ id }] })
    expect(await list(7)).toMatchObject({ given: 1, agreed: 0, differing: [] })
  })

  test('agrees with a dismissal that finds no breach either', async () => {
    await decided({ dismissed: true })
    expect((await give(noBreach(await firstId()))).given?.agrees).toBe(true)
    expect(await list()).toMatchObject({ given: 1, agreed: 1, differing: [] })
  })

  test('is counted for 90 days', async () => {
    await decided()
    await give(noBreach(await firstId()))
    desk.clock.aheadMs += OPINIONS_COUNTED_MS - 1_000
    expect(await list()).toMatchObject({ given: 1, differing: [{}] })
    desk.clock.aheadMs += 2_000
    expect(await list()).toMatchObject({ given: 0, differing: [] })
  })

  test('lapses after seven days, and counts as nothing', async () => {
    await decided()
    const id = await firstId()
    desk.clock.aheadMs += OPINION_LAPSES_MS
    expect(await list()).toMatchObject({ open: [], given: 0 })
    expect(await refusalOf(read(id))).toBe('OPINION_NOT_FOUND')
    expect(await refusalOf(give(breach(id)))).toBe('OPINION_NOT_FOUND')
  })

  test('is given once: the first one wins, and a repeat gets the first answer', async () => {
    await decided()
    const id = await firstId()
    const outcomes = await Promise.all([6, 7].map((by) => refusalOf(give(breach(id), by))))
    expect(outcomes.sort()).toEqual(['ALREADY_GIVEN', 'not refused'])
    const { rows } = await desk.database.query<{ given_by_id: number }>('SELECT given_by_id FROM second_opinions')
    const winner = rows[0]!.given_by_id
    expect((await give(breach(id), winner)).given).toMatchObject({ byId: winner })
    expect(await refusalOf(give(noBreach(id), winner))).toBe('ALREADY_GIVEN')
    expect(
      (await desk.audited(20)).filter(
        (entry) => entry.action === 'opinions.give' && entry.subjectId === String(player),
      ),
    ).toHaveLength(1)
  })

  test('is neither for who decided nor for those with credentials of theirs', async () => {
    await decided()
    const id = await firstId()
    const made = await desk.administratorMadeBy([5], 6, ...DECIDES)
    expect(await opinions.listOpinions({}, made)).toMatchObject({ open: [], openTotal: 0 })
    expect(await refusalOf(opinions.getOpinion({ id }, made))).toBe('NOT_ALLOWED')
    expect(await refusalOf(opinions.giveOpinion(breach(id), made))).toBe('NOT_ALLOWED')
    expect(await refusalOf(read(id, 5))).toBe('NOT_ALLOWED')
    expect(await refusalOf(give(breach(id), 5))).toBe('NOT_ALLOWED')
    const reader = await desk.administrator(6, 'reports.read')
    expect(await refusalOf(opinions.listOpinions({}, reader))).toBe('NOT_ALLOWED')
  })

  test('does not exist about grave jobs for those who may not see them', async () => {
    await decided({ grave: true })
    const id = await firstId(6, GRAVE)
    expect(id).toBeGreaterThan(1_000_000_000_000)
    expect(await list()).toMatchObject({ open: [], openTotal: 0, given: 0 })
    expect(await refusalOf(read(id))).toBe('OPINION_NOT_FOUND')
    expect(await refusalOf(give(breach(id)))).toBe('OPINION_NOT_FOUND')
    await give(noBreach(id), 6, GRAVE)
    expect(await list()).toMatchObject({ given: 0, agreed: 0, differing: [] })
    expect(await list(7, OWNER)).toMatchObject({ given: 0, differing: [] })
    expect(await list(6, GRAVE)).toMatchObject({ given: 1, differing: [{ id }] })
    const { rows } = await desk.database.query<{ restricted: boolean }>(
      `SELECT restricted FROM audit_log WHERE action LIKE 'opinions.%' AND subject_id = $1`,
      [String(player)],
    )
    expect(rows.map(({ restricted }) => restricted)).toEqual([true])
  })

  test('leaves audit entries, without the reason', async () => {
    const { reports, made } = await decided()
    const id = await firstId()
    await read(id)
    await give(breach(id))
    const { rows } = await desk.database.query<{ action: string; actor: string; details: string }>(
      `SELECT action, actor, details FROM audit_log WHERE action LIKE 'opinions.%' AND subject_id = $1 ORDER BY seq`,
      [String(player)],
    )
    expect(rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as unknown }))).toEqual([
      { action: 'opinions.read', actor: 'mod6', details: { opinion: id, reports } },
      {
        action: 'opinions.give',
        actor: 'mod6',
        details: { opinion: id, decision: made.id, outcome: 'acted', agrees: true },
      },
    ])
  })

  test('is erased with its decision', async () => {
    const { made } = await decided()
    await desk.database.query('DELETE FROM decisions WHERE id = $1', [made.id])
    expect(await list()).toMatchObject({ open: [] })
  })

  test('refuses measures and reports that are none', async () => {
    await decided()
    const id = await firstId()
    expect(await refusalOf(give(breach(id, { measures: [] })))).toBe('INVALID_FIELD')
    expect(await refusalOf(give(breach(id, { reason: '' })))).toBe('INVALID_FIELD')
    const other = await desk.report(player + 5)
    const moderator = await desk.moderator(6)
    expect(await refusalOf(opinions.getOpinionReport({ id, reportId: other }, moderator))).toBe('REPORT_NOT_FOUND')
  })
})

test('no second opinion is asked at 0 percent', async () => {
  const without = await createDesk({}, { MODERATION_SECOND_OPINIONS_PERCENT: '0' })
  const client = clientOf(without.service)
  try {
    const id = await without.report(50)
    await without.client.decide(without.orderOf(await without.claim(50), [id]), await without.moderator())
    without.clock.aheadMs += UNDO_MS
    expect(await client.listOpinions({}, await without.moderator(6))).toMatchObject({ openTotal: 0 })
  } finally {
    client.close()
    await without.close()
  }
})
