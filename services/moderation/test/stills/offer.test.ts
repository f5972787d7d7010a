import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createLogger } from '@kla/chassis'
import { createOfferStills } from '../../src/stills/offer.js'
import type { FakeEvidence } from '../support/fake-evidence.js'
import { createModeration, type Moderation } from '../support/moderation.js'

let moderation: Moderation
let evidence: FakeEvidence
let nextId = 100
const lines: string[] = []

beforeAll(async () => {
  moderation = await createModeration({
    log: createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } }),
  })
  evidence = moderation.evidence
})
afterAll(() => moderation.close())
beforeEach(() => {
  Object.assign(evidence, { answers: true, content: 'stills', placesMax: Infinity })
  nextId += 2
})

const report = async (category = 'harassment') =>
  moderation.client.submitReport(
    { reportedId: nextId + 1, category, reason: 'Shouting.', incident: '' },
    await moderation.as(nextId),
  )
const isOffered = async (id: number) =>
  (await moderation.client.getReport({ id }, await moderation.may('reports.read', 'reports.grave'))).evidenceOffered
const missing = () => lines.filter((line) => line.includes('without a place for stills'))

test.each(['stills', 'patches'] as const)('SubmitReport offers a place for %s', async (content) => {
  evidence.content = content
  const { reportId, evidence: offer } = await report()
  expect(offer).toEqual({ token: `token ${evidence.reserved.length}`, untilMs: 600_000, content })
  expect(evidence.reserved.at(-1)).toEqual({
    reportId,
    reporterId: nextId,
    reportedId: nextId + 1,
    category: 'harassment',
    grave: false,
  })
  expect(await isOffered(reportId)).toBe(true)
  expect(evidence.states.get(reportId)).toMatchObject({ category: 'harassment', held: false, hidden: false })
})

test('SubmitReport states that a report is about child safety', async () => {
  const { reportId } = await report('possible_minor')
  expect(evidence.reserved.at(-1)).toMatchObject({ reportId, category: 'possible_minor', grave: true })
  expect(evidence.states.get(reportId)).toMatchObject({ category: 'possible_minor', grave: true })
})

test('SubmitReport uses the gravest category of merged submissions', async () => {
  const { reportId } = await report('possible_minor')
  const again = await report('illegal_content')
  expect(again).toMatchObject({ reportId, evidence: { content: 'stills' } })
  expect(evidence.reserved.at(-1)).toMatchObject({ reportId, category: 'possible_minor' })
})

test('SubmitReport offers nothing if evidence accepts nothing', async () => {
  evidence.content = 'none'
  const { reportId, evidence: offer } = await report('possible_minor')
  expect(offer).toBeUndefined()
  expect(await isOffered(reportId)).toBe(false)
})

test('SubmitReport requests no place for a report about a name', async () => {
  const before = evidence.reserved.length
  const { reportId, evidence: offer } = await report('name')
  expect(offer).toBeUndefined()
  expect(await isOffered(reportId)).toBe(false)
  expect(evidence.reserved).toHaveLength(before)
})

test('SubmitReport stores a report while evidence is unreachable, and logs it once', async () => {
  evidence.answers = false
  const before = missing().length
  const { reportId, evidence: offer } = await report()
  expect(offer).toBeUndefined()
  expect(await isOffered(reportId)).toBe(false)
  expect(missing()).toHaveLength(before + 1)
})

test('SubmitReport continues without a place when all are used', async () => {
  evidence.placesMax = 1
  const before = missing().length
  const { reportId } = await report()
  const again = await report()
  expect(again).toEqual({ reportId })
  expect(await isOffered(reportId)).toBe(true)
  expect(missing()).toHaveLength(before)
})

test('a place is not offered if states of its report cannot be published', async () => {
  const log = createLogger({ service: 'test', level: 'silent' })
  const offer = createOfferStills({
    evidence: evidence.client,
    states: { begin: () => Promise.reject(new Error('the connection broke')) },
    relay: { publish: () => Promise.reject(new Error('nothing has changed')) },
    now: () => 5,
  })
  const asked = { id: 100_000_001, reporterId: 1, reportedId: 2, category: 'threat' } as const
  expect(await offer(asked, { requestId: 'request', log })).toBeUndefined()
})
