import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { Phase } from '@kla/proto'
import { BANNED_REPORTS_PER_DAY, INCIDENT_MAX, ONE_PRESS_CATEGORIES, REPORT_CATEGORIES } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { createRevealLog } from '../../src/evidence/reveal-log.js'
import { FakeRoom } from '../support/fake-room.js'
import { type Client, createModeration, type Moderation } from '../support/moderation.js'

const MINUTE_MS = 60_000
let moderation: Moderation
let client: Client
let room: FakeRoom
let nextId = 100
const newAccount = (): number => nextId++

beforeAll(async () => {
  room = new FakeRoom()
  moderation = await createModeration({ clients: room.clients })
  moderation.evidence.content = 'none'
  client = moderation.client
})
afterAll(() => moderation.close())
afterEach(() => {
  Object.assign(room, { seated: [], apart: [], othersAreMet: true, namesArePublic: true, fromMs: 0, toMs: 0 })
})

type Given = { category?: string; reason?: string; incident?: string }
type Restrictions = Parameters<Moderation['as']>[1]
const report = async (reporter: number, reportedId: number, given: Given = {}, restrictions?: Restrictions) =>
  client.submitReport(
    { reportedId, category: 'harassment', reason: '', incident: '', ...given },
    await moderation.as(reporter, restrictions),
  )
const read = async (id: number) => client.getReport({ id }, await moderation.may('reports.read', 'reports.grave'))

/** Two who have left the room that they shared, and what the first one holds about the other. */
function parted(): { reporter: number; reported: number; incident: string } {
  const [reporter, reported, incident] = [newAccount(), newAccount(), `incident ${nextId}`]
  room.apart = [reporter, reported]
  room.othersAreMet = false
  room.incidents.set(incident, reporter)
  return { reporter, reported, incident }
}

describe('a one-press report', () => {
  test.each(ONE_PRESS_CATEGORIES)('needs no reason with an incident: %s', async (category) => {
    const { reporter, reported, incident } = parted()
    const { reportId } = await report(reporter, reported, { category, incident })
    expect(await read(reportId)).toMatchObject({ report: { category, reason: '' }, context: { roomId: room.roomId } })
  })

  test.each(ONE_PRESS_CATEGORIES)('needs a reason without an incident: %s', async (category) => {
    const { reporter, reported } = parted()
    expect(await refusalOf(report(reporter, reported, { category, reason: ' ' }))).toBe('REPORT_REASON_REQUIRED')
  })

  const others = REPORT_CATEGORIES.filter((category) => !ONE_PRESS_CATEGORIES.some((one) => one === category))
  test.each([...others, 'nonsense'])('needs a reason in any other category: %s', async (category) => {
    const { reporter, reported, incident } = parted()
    expect(await refusalOf(report(reporter, reported, { category, incident }))).toBe('REPORT_REASON_REQUIRED')
  })

  test('gets its reason from a later one', async () => {
    const { reporter, reported, incident } = parted()
    const { reportId } = await report(reporter, reported, { category: 'recorded_me', incident })
    await report(reporter, reported, { category: 'threat', incident })
    await report(reporter, reported, { category: 'threat', reason: 'I know where you live, he said.', incident })
    expect((await read(reportId)).report).toMatchObject({
      category: 'threat',
      reason: 'I know where you live, he said.',
      submissions: 3,
    })
  })
})

describe('an incident', () => {
  test('selects the meeting that it was about', async () => {
    const { reporter, reported, incident } = parted()
    expect((await report(reporter, reported, { incident })).reportId).toBeGreaterThan(0)
  })

  test.each(['name', 'harassment', 'abuse'])(
    'gets NOT_MET without confirmation, even if the two have met: %s',
    async (category) => {
      const { reporter, reported, incident } = parted()
      const forged = { category, reason: 'x', incident: 'forged' }
      expect(await refusalOf(report(reporter, reported, forged))).toBe('NOT_MET')
      // The reporter's incident does not admit the other player.
      expect(await refusalOf(report(reported, reporter, { ...forged, incident }))).toBe('NOT_MET')
      expect((await report(reporter, reported, { ...forged, incident: '' })).reportId).toBeGreaterThan(0)
    },
  )

  test('is no longer than a token', async () => {
    const { reporter, reported } = parted()
    const given = { reason: 'x', incident: 'i'.repeat(INCIDENT_MAX + 1) }
    expect(await refusalOf(report(reporter, reported, given))).toBe('INVALID_FIELD')
  })
})

describe('a report about a player never met', () => {
  const neverMet = (): [number, number] => {
    room.othersAreMet = false
    return [newAccount(), newAccount()]
  }

  test.each(REPORT_CATEGORIES.filter((category) => category !== 'name'))(
    'is NOT_MET for %s, public name or not',
    async (category) => {
      expect(await refusalOf(report(...neverMet(), { category, reason: 'x' }))).toBe('NOT_MET')
    },
  )

  test('is accepted for a public name, without context', async () => {
    const [reporter, reported] = neverMet()
    const { reportId } = await report(reporter, reported, { category: 'name', reason: 'A slur.' })
    expect(await read(reportId)).toMatchObject({
      report: { category: 'name' },
      context: undefined,
      evidenceOffered: false,
    })
    room.namesArePublic = false
    expect(await refusalOf(report(newAccount(), reported, { category: 'name', reason: 'A slur.' }))).toBe('NOT_MET')
  })
})

describe('a banned player', () => {
  test.each([
    ['global', 0],
    ['rooms', 0],
    ['chat', 3_600_000],
    ['api', 0],
  ])('with a ban from %s may send three reports a day', async (scope, forMs) => {
    const reporter = newAccount()
    const ban = [{ scope, untilMs: forMs === 0 ? 0 : moderation.clock.now() + forMs }]
    for (let sent = 0; sent < BANNED_REPORTS_PER_DAY; sent += 1)
      await report(reporter, newAccount(), { reason: 'x' }, ban)
    expect(await refusalOf(report(reporter, newAccount(), { reason: 'x' }, ban))).toBe('TOO_MANY_REPORTS')
    // When the ban is lifted, what was sent counts among twenty.
    expect((await report(reporter, newAccount(), { reason: 'x' })).reportId).toBeGreaterThan(0)
  })

  test('may report after leaving, like others', async () => {
    const { reporter, reported, incident } = parted()
    const { reportId } = await report(reporter, reported, { category: 'threat', incident }, [
      { scope: 'global', untilMs: 0 },
    ])
    expect((await read(reportId)).context).toMatchObject({ roomId: room.roomId, round: 3 })
  })

  test('counts as not banned after the end of the ban', async () => {
    const reporter = newAccount()
    const over = [{ scope: 'chat', untilMs: moderation.clock.now() - 1 }]
    for (let sent = 0; sent <= BANNED_REPORTS_PER_DAY; sent += 1)
      await report(reporter, newAccount(), { reason: 'x' }, over)
  })
})

test('a report ten minutes after both have left has room, phase, round, chat messages and reveals', async () => {
  const { reporter, reported, incident } = parted()
  const [fromMs, toMs] = [moderation.clock.now() - 5 * MINUTE_MS, moderation.clock.now()]
  Object.assign(room, { fromMs, toMs, phase: Phase.RESULT })
  const said = (accountId: number, message: string, saidAtMs: number) => ({
    lineId: crypto.randomUUID(),
    accountId,
    username: `player${accountId}`,
    message,
    saidAtMs,
  })
  const lines = [
    said(reported, 'before they met', fromMs - MINUTE_MS),
    said(reported, 'take it off', fromMs + MINUTE_MS),
    said(reporter, 'no', fromMs + MINUTE_MS + 1),
  ]
  await client.keepLines({ rooms: [{ roomId: room.roomId, lines: JSON.stringify(lines) }] })
  await createRevealLog(moderation.database).record({
    eventId: 'reveal',
    roomId: room.roomId,
    epoch: 4,
    accounts: [reporter, reported],
    openedAtMs: fromMs + 1_000,
    closedAtMs: toMs - 1_000,
    closedBy: reporter,
    closedWhy: 'left',
  })

  moderation.clock.aheadMs += 10 * MINUTE_MS
  const { reportId } = await report(reporter, reported, { category: 'threat', incident })
  const { context } = await read(reportId)
  expect(context).toMatchObject({
    roomId: room.roomId,
    roomName: 'Neon corner',
    battleId: room.battleId,
    phase: 'result',
    round: 3,
    reveals: [{ openedAtMs: fromMs + 1_000, closedAtMs: toMs - 1_000, closedBy: reporter, closedWhy: 'left' }],
  })
  expect(context?.lines.map(({ message }) => message)).toEqual(['take it off', 'no'])
})
