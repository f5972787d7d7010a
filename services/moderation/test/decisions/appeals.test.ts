import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { APPEAL_CLOCK_MS, APPEAL_WINDOW_MS, type Permission } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { createPeopleStore } from '../../src/people/store.js'
import { createDesk, type Desk } from '../support/decisions.js'

const MAIL = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMTP_REQUIRE_TLS: 'false',
  MAIL_FROM: 'no-reply@kla.test',
  PUBLIC_URL: 'https://kla.test',
}
const HOUR_MS = 3_600_000
const WARNING = { kind: 'warning', durationMs: 0, banId: 0 }

let desk: Desk
let player = 1_000
beforeAll(async () => {
  desk = await createDesk({}, MAIL)
}, 60_000)
afterAll(() => desk.close())
beforeEach(() => {
  player += 10
})

async function decided({ grave = false, measures = [{ kind: 'global', durationMs: 24 * HOUR_MS, banId: 0 }] } = {}) {
  const reports = [await desk.report(player, { category: grave ? 'possible_minor' : 'abuse' })]
  const order = desk.orderOf(await desk.claim(player, { grave }), reports, { measures })
  const more: Permission[] = grave ? ['reports.grave'] : []
  return { reports, decision: await desk.client.decide(order, await desk.moderator(5, ...more)) }
}
/** A call by the player, who is banned. */
const asPlayer = () => desk.as(player, [{ scope: 'global', untilMs: 0 }])
const open = async (decisionId: string, text = 'It was not me.') =>
  desk.client.openAppeal({ decisionId, text }, await asPlayer())
const appealIdOf = async (decisionId: string): Promise<number> => {
  const statement = 'SELECT id FROM appeals WHERE decision_id = $1'
  return (await desk.database.query<{ id: number }>(statement, [decisionId])).rows[0]!.id
}
const answer = async (id: number, outcome: string, by = 6, ...more: Permission[]) =>
  desk.client.decideAppeal({ id, outcome, answer: 'We looked again.' }, await desk.moderator(by, ...more))

describe('ListOwnDecisions', () => {
  test('shows what was decided without names', async () => {
    const { decision } = await decided()
    const own = await desk.client.listOwnDecisions({}, await asPlayer())
    expect(own.decisions).toEqual([
      {
        id: decision.id,
        decidedAtMs: decision.decidedAtMs,
        rule: 'harassment',
        facts: decision.facts,
        letter: '',
        measures: [{ kind: 'global', untilMs: decision.decidedAtMs + 24 * HOUR_MS, lifted: false }],
        state: 'in_force',
        appealUntilMs: decision.decidedAtMs + APPEAL_WINDOW_MS,
      },
    ])
    await desk.moderation.liftBan({ id: decision.measures[0]!.banId, liftReason: '' }, await desk.may('bans.lift'))
    const later = await desk.client.listOwnDecisions({}, await asPlayer())
    expect(later.decisions).toMatchObject([{ measures: [{ lifted: true }] }])
  })
})

describe('OpenAppeal', () => {
  test('opens one appeal, and answers the same text with the first one', async () => {
    const { decision } = await decided()
    const first = await open(decision.id)
    expect(first).toMatchObject({ id: decision.id, appeal: { text: 'It was not me.', state: 'open', answer: '' } })
    desk.clock.aheadMs += 1_000
    expect(await open(decision.id)).toEqual(first)
    expect(await refusalOf(open(decision.id, 'Something else.'))).toBe('ALREADY_APPEALED')
  })

  test('opens one appeal when the same text arrives twice at once', async () => {
    const { decision } = await decided()
    const [one, other] = await Promise.all([open(decision.id), open(decision.id)])
    expect(one).toEqual(other)
  })

  test('is open until half a year after the decision', async () => {
    const { decision } = await decided({ measures: [WARNING] })
    const setBack = 'UPDATE decisions SET appeal_until = $2 WHERE id = $1'
    await desk.database.query(setBack, [decision.id, new Date(desk.clock.now() - 1)])
    expect(await refusalOf(open(decision.id))).toBe('TOO_LATE_TO_APPEAL')
  })

  test("does not find another player's decision, a dismissal or an undone one", async () => {
    const { decision } = await decided()
    const other = { decisionId: decision.id, text: 'Let them in.' }
    expect(await refusalOf(desk.client.openAppeal(other, await desk.as(player + 1)))).toBe('DECISION_NOT_FOUND')
    await desk.client.undoDecision({ id: decision.id }, await desk.moderator())
    for (const id of [decision.id, newId(), 'x']) expect(await refusalOf(open(id))).toBe('DECISION_NOT_FOUND')
    const report = await desk.report(player)
    const dismissal = { outcome: 'dismissed', rule: '', facts: '', basis: [], measures: [] }
    const order = desk.orderOf(await desk.claim(player), [report], {
      ...dismissal,
      seen: { versions: [{ id: report, version: 1 }] },
    })
    const { id } = await desk.client.decide(order, await desk.moderator())
    expect(await refusalOf(open(id))).toBe('DECISION_NOT_FOUND')
    expect(await refusalOf(open(decision.id, ' '))).toBe('INVALID_FIELD')
  })
})

describe('DecideAppeal', () => {
  test('overturns: lifts the ban, writes one letter and keeps the reports', async () => {
    const { decision, reports } = await decided()
    await open(decision.id)
    const id = await appealIdOf(decision.id)
    expect(await answer(id, 'overturned')).toMatchObject({
      id,
      state: 'overturned',
      answer: 'We looked again.',
      decidedBy: 'mod6',
      decision: { id: decision.id, state: 'overturned', endedBy: 'mod6' },
    })
    expect(await desk.bansOf(player)).toEqual([])
    expect(desk.auth.bansOf(player, desk.clock.now())).toEqual([])
    expect(await desk.reports(reports)).toEqual(['action_taken mod5'])
    const totals = await createPeopleStore(desk.database).totals(player, { grave: true })
    expect(totals.about).toEqual({ total: 1, decided: 1, upheld: 0 })
    expect(await desk.letters([player])).toEqual([`appeal-decided ${player} waiting`, `decision ${player} waiting`])
    const own = await desk.client.listOwnDecisions({}, await asPlayer())
    expect(own.decisions).toMatchObject([
      {
        state: 'overturned',
        measures: [{ lifted: true }],
        appeal: { state: 'overturned', answer: 'We looked again.' },
      },
    ])
    const [entry] = await desk.audited()
    expect(entry).toMatchObject({ action: 'appeals.decide', subjectId: String(player), actor: 'mod6' })
    expect(JSON.parse(entry?.details ?? '')).toEqual({ appeal: id, decision: decision.id, outcome: 'overturned' })
  })

  test('upholds: the ban stays', async () => {
    const { decision } = await decided()
    await open(decision.id)
    const upheld = await answer(await appealIdOf(decision.id), 'upheld')
    expect(upheld).toMatchObject({ state: 'upheld', decision: { state: 'in_force' } })
    const totals = await createPeopleStore(desk.database).totals(player, { grave: true })
    expect(totals.about).toMatchObject({ upheld: 1 })
    expect(await desk.bansOf(player)).toHaveLength(1)
  })

  test('is for neither who decided nor who approved', async () => {
    const reports = [await desk.report(player)]
    const permanent = { basis: ['stills'], measures: [{ kind: 'global', durationMs: 0, banId: 0 }] }
    const order = desk.orderOf(await desk.claim(player), reports, permanent)
    const { id } = await desk.client.askForDecision({ decision: order }, await desk.moderator())
    await desk.client.approveDecision({ id }, await desk.moderator(6))
    await desk.client.decide(order, await desk.moderator())
    await open(order.id)
    const appeal = await appealIdOf(order.id)
    for (const by of [5, 6]) expect(await refusalOf(answer(appeal, 'overturned', by))).toBe('NOT_ALLOWED')
    expect(await answer(appeal, 'overturned', 7)).toMatchObject({ state: 'overturned' })
  })

  test('accepts one of two answers, and answers its repeat', async () => {
    const { decision } = await decided()
    await open(decision.id)
    const id = await appealIdOf(decision.id)
    const outcomes = await Promise.all([refusalOf(answer(id, 'upheld', 6)), refusalOf(answer(id, 'overturned', 7))])
    expect([...outcomes].sort()).toEqual(['CHANGED_MEANWHILE', 'not refused'])
    const winner =
      outcomes[0] === 'not refused'
        ? ({ outcome: 'upheld', by: 6 } as const)
        : ({ outcome: 'overturned', by: 7 } as const)
    expect(await answer(id, winner.outcome, winner.by)).toMatchObject({ state: winner.outcome })
  })

  test('leaves a ban that a later decision has extended', async () => {
    const { decision } = await decided()
    const by = await desk.moderator()
    const banId = decision.measures[0]!.banId
    const ban = await desk.moderation.getBan({ id: banId }, await desk.may('bans.read'))
    const expected = { id: banId, version: ban.version ?? 0, then: 'extend' }
    const report = await desk.report(player)
    const order = desk.orderOf(await desk.claim(player), [report], {
      measures: [{ kind: 'global', durationMs: 48 * HOUR_MS, banId: 0, expected }],
    })
    const later = await desk.client.decide(order, by)
    await open(decision.id)
    await answer(await appealIdOf(decision.id), 'overturned')
    expect(await desk.bansOf(player)).toEqual([`global ${later.decidedAtMs + 48 * HOUR_MS}`])
    await open(later.id)
    await answer(await appealIdOf(later.id), 'overturned')
    expect(await desk.bansOf(player)).toEqual([])
  })

  test('rejects a wrong outcome, an empty answer and an unknown appeal', async () => {
    const by = await desk.moderator(6)
    const given = { id: 1, outcome: 'upheld', answer: 'a' }
    for (const wrong of [{ outcome: 'open' }, { answer: '' }])
      expect(await refusalOf(desk.client.decideAppeal({ ...given, ...wrong }, by))).toBe('INVALID_FIELD')
    for (const id of [0, 999_999])
      expect(await refusalOf(desk.client.decideAppeal({ ...given, id }, by))).toBe('APPEAL_NOT_FOUND')
  })
})

describe('ListAppeals', () => {
  const ids = async (change: { open?: boolean; after?: string } = {}, ...more: Permission[]) => {
    const given = { open: false, after: '', limit: 25, ...change }
    return desk.client.listAppeals(given, await desk.moderator(6, ...more))
  }

  test('lists open appeals by what is due, or all with the newest first, and pages without gaps', async () => {
    await desk.database.query('DELETE FROM appeals')
    const made: number[] = []
    for (let at = 0; at < 30; at++) {
      player += 10
      const { decision } = await decided({ measures: [WARNING] })
      await open(decision.id)
      made.push(await appealIdOf(decision.id))
      desk.clock.aheadMs += 1_000
    }
    for (const id of made.slice(0, 4)) {
      await answer(id, 'upheld')
      desk.clock.aheadMs += 1_000
    }
    const first = await ids()
    const rest = await ids({ after: first.next })
    expect([...first.appeals, ...rest.appeals].map(({ id }) => id)).toEqual(made.toReversed())
    expect([first.appeals.length, rest.appeals.length, rest.next]).toEqual([25, 5, ''])
    expect(first.appeals[0]).toMatchObject({ decision: { accountName: expect.stringMatching(/^player/) } })
    expect((first.appeals[0]?.dueAtMs ?? 0) - (first.appeals[0]?.openedAtMs ?? 0)).toBe(APPEAL_CLOCK_MS)
    const onlyOpen = await ids({ open: true })
    const more = await ids({ open: true, after: onlyOpen.next })
    expect([...onlyOpen.appeals, ...more.appeals].map(({ id }) => id)).toEqual(made.slice(4))
  }, 30_000)

  test('continues after an appeal that was decided between two pages', async () => {
    await desk.database.query('DELETE FROM appeals')
    for (let at = 0; at < 27; at++) {
      player += 10
      const { decision } = await decided({ measures: [WARNING] })
      await open(decision.id)
      desk.clock.aheadMs += 1_000
    }
    const first = await ids()
    await answer(first.appeals.at(-1)!.id, 'upheld')
    const rest = await ids({ after: first.next })
    expect(rest.appeals.map(({ state }) => state)).toEqual(['open', 'open'])
    for (const after of ['7', first.next.replace('all', 'open')])
      expect(await refusalOf(ids({ after }))).toBe('INVALID_FIELD')
  }, 30_000)

  test('hides appeals of grave decisions, and numbers them apart', async () => {
    await desk.database.query('DELETE FROM appeals')
    const { decision } = await decided({ grave: true, measures: [WARNING] })
    await open(decision.id)
    const id = await appealIdOf(decision.id)
    expect(id).toBeGreaterThan(1_000_000_000_000)
    expect((await ids()).appeals).toEqual([])
    expect((await ids({}, 'reports.grave')).appeals).toMatchObject([{ id }])
    expect(await refusalOf(answer(id, 'upheld'))).toBe('APPEAL_NOT_FOUND')
    expect(await answer(id, 'upheld', 6, 'reports.grave')).toMatchObject({ state: 'upheld' })
  })
})
