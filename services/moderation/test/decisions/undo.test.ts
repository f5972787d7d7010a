import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import type { DecideRequest } from '@kla/proto'
import { UNDO_MS } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { createDesk, type Desk } from '../support/decisions.js'

const MAIL = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMTP_REQUIRE_TLS: 'false',
  MAIL_FROM: 'no-reply@kla.test',
  PUBLIC_URL: 'https://kla.test',
}
const HOUR_MS = 3_600_000
const MEASURES: DecideRequest['measures'] = [{ kind: 'global', durationMs: 24 * HOUR_MS, banId: 0 }]

let desk: Desk
let player = 1_000
beforeAll(async () => {
  desk = await createDesk({}, MAIL)
}, 60_000)
afterAll(() => desk.close())
beforeEach(() => {
  player += 10
})

async function decided(measures = MEASURES) {
  const reports = [await desk.report(player, { reporterId: player + 1 })]
  const job = await desk.claim(player)
  const order = desk.orderOf(job, reports, { measures })
  return { reports, job, order, decision: await desk.client.decide(order, await desk.moderator()) }
}
const undo = async (id: string, by = 5) => desk.client.undoDecision({ id }, await desk.moderator(by))

describe('UndoDecision', () => {
  test('lifts the ban, reopens the reports and gives the job back to who decided', async () => {
    const { reports, job, decision } = await decided()
    const undone = await undo(decision.id)
    expect(undone).toMatchObject({ id: decision.id, state: 'undone', endedBy: 'mod5' })
    expect(undone.endedAtMs).toBeGreaterThanOrEqual(decision.decidedAtMs)
    expect(await desk.bansOf(player)).toEqual([])
    expect(desk.auth.bansOf(player, desk.clock.now())).toEqual([])
    expect(await desk.reports(reports)).toEqual(['pending'])
    const [open, ...more] = await desk.jobs(player)
    expect(open).toMatchObject({ reports: 1, claimed_by: 'mod5' })
    expect(more).toEqual([])
    expect(open?.id).not.toBe(job.jobId)
    const again = desk.orderOf({ jobId: open!.id, claim: open!.claim! }, [], {
      seen: { versions: [{ id: reports[0]!, version: 3 }] },
    })
    expect(await desk.client.decide(again, await desk.moderator())).toMatchObject({ state: 'in_force' })
  })

  test('withdraws all letters, and writes none about the lifted ban', async () => {
    const { decision } = await decided()
    await undo(decision.id)
    expect(await desk.letters([player, player + 1])).toEqual([
      `decision ${player} failed undone`,
      `report-decided ${player + 1} failed undone`,
    ])
  })

  test.each(['decision', 'report-decided'])('changes nothing once a letter (%s) is being sent', async (kind) => {
    const { reports, decision } = await decided()
    const sending = "UPDATE mails SET state = 'sending' WHERE kind = $1 AND account_id = ANY($2)"
    await desk.database.query(sending, [kind, [player, player + 1]])
    expect(await refusalOf(undo(decision.id))).toBe('TOO_LATE_TO_UNDO')
    expect(await desk.bansOf(player)).toHaveLength(1)
    expect(await desk.reports(reports)).toEqual(['action_taken mod5'])
    const states = (await desk.letters([player, player + 1])).map((letter) => letter.split(' ').at(-1))
    expect(states.sort()).toEqual(['sending', 'waiting'])
  })

  test('ignores letters about earlier decisions on the same reports', async () => {
    const { reports, decision } = await decided()
    await desk.database.query('UPDATE mails SET subject_id = subject_id + 100000 WHERE account_id = $1', [player + 1])
    await desk.database.query(
      `INSERT INTO mails (id, account_id, kind, subject_id, created_at, changed_at, due_at, state)
       VALUES ($1, $2, 'report-decided', $3, $4, $4, $4, 'sent')`,
      [newId(), player + 1, reports[0], new Date(decision.decidedAtMs - UNDO_MS)],
    )
    expect(await undo(decision.id)).toMatchObject({ state: 'undone' })
  })

  test('is recorded once, and answers a repeat', async () => {
    const { decision } = await decided()
    const first = await undo(decision.id)
    desk.clock.aheadMs += 2 * UNDO_MS
    expect(await undo(decision.id)).toEqual(first)
    const actions = (await desk.audited(50)).filter(({ subjectId }) => subjectId === String(player))
    expect(actions.map(({ action }) => action)).toEqual(['decisions.undo', 'decisions.decide'])
    expect((await desk.client.listOwnDecisions({}, await desk.as(player))).decisions).toEqual([])
  })

  test('is for who decided, within a minute', async () => {
    const { decision } = await decided()
    expect(await refusalOf(undo(decision.id, 6))).toBe('DECISION_NOT_FOUND')
    expect(await refusalOf(undo(newId()))).toBe('DECISION_NOT_FOUND')
    expect(await refusalOf(undo('x'))).toBe('DECISION_NOT_FOUND')
    desk.clock.aheadMs += UNDO_MS
    expect(await refusalOf(undo(decision.id))).toBe('TOO_LATE_TO_UNDO')
    expect(await desk.bansOf(player)).toHaveLength(1)
  })

  test('gives an extended ban its former end and reason', async () => {
    const by = await desk.moderator()
    const set = { userId: player, reason: 'Old.', scope: 'global', durationMs: HOUR_MS, notes: '', evidenceJson: '' }
    const ban = await desk.moderation.createBan(set, by)
    const expected = { id: ban.id, version: ban.version ?? 0, then: 'extend' }
    const { decision } = await decided([{ ...MEASURES[0]!, expected }])
    expect(await desk.bansOf(player)).toEqual([`global ${decision.decidedAtMs + 24 * HOUR_MS}`])
    await undo(decision.id)
    expect(await desk.bansOf(player)).toEqual([`global ${ban.expiresAtMs}`])
    expect(await desk.moderation.getBan({ id: ban.id }, await desk.may('bans.read'))).toMatchObject({ reason: 'Old.' })
  })

  test('brings back a replaced ban', async () => {
    const by = await desk.moderator()
    const set = { userId: player, reason: 'Old.', scope: 'global', durationMs: 0, notes: '', evidenceJson: '' }
    const ban = await desk.moderation.createBan(set, by)
    const expected = { id: ban.id, version: ban.version ?? 0, then: 'replace' }
    const { decision } = await decided([{ ...MEASURES[0]!, expected }])
    await undo(decision.id)
    const { bans } = await desk.moderation.listOwnBans({}, await desk.as(player))
    expect(bans).toMatchObject([{ id: ban.id, expiresAtMs: 0, reason: 'Old.' }])
  })

  test('changes nothing once the ban, a report or the appeal has changed', async () => {
    const one = await decided()
    const ban = { id: one.decision.measures[0]!.banId, liftReason: '' }
    await desk.moderation.liftBan(ban, await desk.may('bans.lift'))
    expect(await refusalOf(undo(one.decision.id))).toBe('CHANGED_MEANWHILE')
    expect(await desk.reports(one.reports)).toEqual(['action_taken mod5'])

    player += 10
    const other = await decided()
    await desk.moderation.reviewReport({ id: other.reports[0]!, action: 'dismiss' }, await desk.moderator(6))
    expect(await refusalOf(undo(other.decision.id))).toBe('CHANGED_MEANWHILE')
    expect(await desk.bansOf(player)).toHaveLength(1)

    player += 10
    const appealed = await decided()
    await desk.client.openAppeal({ decisionId: appealed.decision.id, text: 'No.' }, await desk.as(player))
    expect(await refusalOf(undo(appealed.decision.id))).toBe('CHANGED_MEANWHILE')
  })

  test('leaves newer reports to the administrator who has claimed them', async () => {
    const { reports, decision } = await decided()
    await desk.report(player, { reporterId: player + 2 })
    await desk.claim(player, { by: 6 })
    await undo(decision.id)
    expect(await desk.jobs(player)).toMatchObject([{ reports: 2, claimed_by: 'mod6' }])
    expect(await desk.reports(reports)).toEqual(['pending'])
  })

  test('leaves the job to everyone when the administrator has gone on to another', async () => {
    const reports = [await desk.report(player)]
    const order = desk.orderOf(await desk.claim(player, { by: 7 }), reports, { measures: MEASURES })
    const decision = await desk.client.decide(order, await desk.moderator(7))
    await desk.report(player + 1)
    await desk.claim(player + 1, { by: 7 })
    await undo(decision.id, 7)
    expect(await desk.jobs(player)).toMatchObject([{ reports: 1, claimed_by: '', claim: null }])
    expect(await desk.jobs(player + 1)).toMatchObject([{ claimed_by: 'mod7' }])
  })
})
