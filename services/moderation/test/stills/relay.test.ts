import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { PutReportStateRequest } from '@kla/proto'
import { eventually, quietLogger } from '@kla/testkit'
import { createReportChanges } from '../../src/reports/change-store.js'
import { decide, type ReportChange } from '../../src/reports/rules/decision.js'
import { createEraseHidden } from '../../src/retention/index.js'
import { createErasingStore } from '../../src/retention/store.js'
import { createStateStore } from '../../src/stills/store.js'
import type { FakeEvidence } from '../support/fake-evidence.js'
import { type Client, createModeration, type Moderation } from '../support/moderation.js'

const DAY_MS = 24 * 3_600_000

let moderation: Moderation
let client: Client
let evidence: FakeEvidence
let nextId = 100
beforeAll(async () => {
  moderation = await createModeration()
  ;({ client, evidence } = moderation)
})
afterAll(() => moderation.close())
beforeEach(() => {
  nextId += 2
})
afterEach(() => {
  evidence.answers = true
  evidence.fault = () => undefined
})

const reported = async (category = 'harassment'): Promise<number> => {
  nextId += 2
  const given = { reportedId: nextId + 1, category, reason: 'Shouting.', incident: '' }
  return (await client.submitReport(given, await moderation.as(nextId))).reportId
}
const mod = () => moderation.may('reports.read', 'reports.decide', 'reports.delete', 'reports.grave', 'holds.manage')
const review = async (id: number, action: string, pod = client) =>
  (await pod.reviewReport({ id, action }, await mod())).reviewedAtMs
const stateOf = (id: number): PutReportStateRequest | undefined => evidence.states.get(id)
const unsent = () => createStateStore(moderation.database).unsent(0, 1_000)
const everythingIsSent = () => eventually(async () => (await unsent()).length === 0, 15_000)
/** What a process leaves that dies before it publishes. */
const changeAndDie = (id: number, change: ReportChange) => {
  const by = { id: 1, grave: true, nowMs: moderation.clock.now(), alone: true }
  return createReportChanges(moderation.database, Date.now).change([id], by, (before) => ({
    ...decide(before, change, { ...by, name: 'mod', noteId: '' }),
    entry: {
      atMs: 1,
      actorId: 1,
      actor: 'mod',
      action: 'reports.update',
      subjectKind: 'report',
      subjectId: String(id),
      details: '{}',
      requestId: '',
      restricted: false,
      eventId: '',
    },
  }))
}

describe('evidence receives the state before the reply', () => {
  test('of a decision', async () => {
    const id = await reported()
    const dismissedAtMs = await review(id, 'dismiss')
    expect(stateOf(id)).toMatchObject({ expiresAtMs: dismissedAtMs + 30 * DAY_MS, held: false, hidden: false })
    await client.changeReports({ ids: [id], op: 'status', status: 'action_taken' }, await mod())
    // From the last decision on.
    const { report } = await client.getReport({ id }, await mod())
    expect(stateOf(id)).toMatchObject({ expiresAtMs: report!.reviewedAtMs + 184 * DAY_MS })
  })

  test('of a category', async () => {
    const id = await reported()
    await client.updateReport({ id, category: 'possible_minor' }, await mod())
    expect(stateOf(id)).toMatchObject({ category: 'possible_minor', grave: true, reportedId: nextId + 1 })
  })

  test('of a deletion and its undo', async () => {
    const ids = [await reported(), await reported()]
    await client.deleteReport({ id: ids[0]! }, await mod())
    await client.changeReports({ ids: [ids[1]!], op: 'delete', status: '' }, await mod())
    expect(ids.map((id) => stateOf(id)?.hidden)).toEqual([true, true])
    for (const id of ids) await client.restoreReport({ id }, await moderation.administrator(99, 'reports.delete'))
    expect(ids.map((id) => stateOf(id)?.hidden)).toEqual([false, false])
  })

  test('of a hold and its release', async () => {
    const id = await reported()
    await client.placeHold({ kind: 'report', id, reason: 'a court asks' }, await mod())
    expect(stateOf(id)).toMatchObject({ held: true })
    await client.releaseHold({ kind: 'report', id }, await mod())
    expect(stateOf(id)).toMatchObject({ held: false })
  })

  test('only of changes that concern it', async () => {
    const id = await reported()
    const { version } = stateOf(id)!
    await client.updateReport({ id, notes: 'Seen before.' }, await mod())
    expect(stateOf(id)?.version).toBe(version)
    evidence.content = 'none'
    const without = await reported()
    evidence.content = 'stills'
    await review(without, 'dismiss')
    await client.deleteReport({ id: without }, await mod())
    expect(stateOf(without)).toBeUndefined()
    expect(await unsent()).toEqual([])
  })
})

test('an erased report ends the stills immediately, and is forgotten', async () => {
  const [id, grave] = [await reported(), await reported('possible_minor')]
  for (const one of [id, grave]) await client.deleteReport({ id: one }, await mod())
  const nowMs = moderation.clock.now() + 400 * DAY_MS
  await createEraseHidden({
    erasing: createErasingStore(moderation.database),
    retention: { reportMs: 90 * DAY_MS, graveMs: 365 * DAY_MS, banMs: 365 * DAY_MS },
    log: quietLogger(),
    now: () => nowMs,
  })()
  await everythingIsSent()
  const ended = { expiresAtMs: nowMs, held: false, hidden: true }
  expect(stateOf(id)).toMatchObject({ ...ended, category: 'harassment', grave: false })
  expect(stateOf(grave)).toMatchObject({ ...ended, category: 'possible_minor', grave: true })
  const { rows } = await moderation.database.query('SELECT FROM evidence_states WHERE report_id = ANY($1)', [
    [id, grave],
  ])
  expect(rows).toEqual([])
})

test("a reused report id continues after its predecessor's version", async () => {
  const states = createStateStore(moderation.database)
  const id = await reported()
  const { version } = (await states.current(id))!
  await moderation.database.query('DELETE FROM evidence_states WHERE report_id = $1', [id])
  await states.begin(id, moderation.clock.now() + 90 * DAY_MS)
  expect((await states.current(id))!.version).toBeGreaterThan(version)
})

test('the relay publishes what a dead process has left', async () => {
  const ids = [await reported(), await reported(), await reported()]
  for (const id of ids) await changeAndDie(id, { category: 'spam' })
  await everythingIsSent()
  expect(ids.map((id) => stateOf(id)?.category)).toEqual(['spam', 'spam', 'spam'])
})

test('decisions are made while evidence is unreachable, and published when it is back', async () => {
  const id = await reported()
  evidence.answers = false
  const decidedAtMs = await review(id, 'action_taken')
  await client.placeHold({ kind: 'report', id, reason: 'a court asks' }, await mod())
  expect(stateOf(id)).toMatchObject({ held: false })
  expect(await unsent()).toEqual([id])
  evidence.answers = true
  await everythingIsSent()
  expect(stateOf(id)).toMatchObject({ expiresAtMs: decidedAtMs + 184 * DAY_MS, held: true })
})

test('a state is published again if its acknowledgement was lost', async () => {
  const id = await reported()
  evidence.fault = () => 'after'
  await review(id, 'dismiss')
  expect(await unsent()).toEqual([id])
  evidence.fault = () => undefined
  await everythingIsSent()
  const versions = evidence.put.filter(({ reportId }) => reportId === id).map(({ version }) => version)
  expect(versions.at(-1)).toBe(versions.at(-2))
})

test('a report that fails does not delay others', async () => {
  const [stuck, ...others] = [await reported(), await reported(), await reported()]
  evidence.fault = (id) => (id === stuck ? 'before' : undefined)
  for (const id of [stuck, ...others]) await changeAndDie(id, { category: 'spam' })
  await eventually(async () => expect(await unsent()).toEqual([stuck]))
  evidence.fault = () => undefined
  await everythingIsSent()
})

test('the last state wins for any order of calls from any pods', async () => {
  const pods = [client, (await moderation.pod()).client]
  const id = await reported()
  const early = stateOf(id)!
  const categories = ['spam', 'abuse', 'threat', 'other', 'cheating', 'spam', 'recorded_me', 'self_harm']
  const caller = await mod()
  await Promise.all(categories.map((category, at) => pods[at % 2]!.updateReport({ id, category }, caller)))
  await everythingIsSent()
  await evidence.client.putReportState(early)
  const { report } = await client.getReport({ id }, caller)
  expect(stateOf(id)?.category).toBe(report?.category)
  const acknowledged = await createStateStore(moderation.database).current(id)
  expect(stateOf(id)).toEqual(acknowledged)
})

test('the relay measures how many reports are waiting', async () => {
  const waiting = async () => {
    const text = await (await fetch(`http://127.0.0.1:${moderation.service.ports.health}/metrics`)).text()
    return Number(/^kla_moderation_evidence_states_waiting\{.*\} (\d+)$/m.exec(text)?.[1])
  }
  const id = await reported()
  evidence.answers = false
  await changeAndDie(id, { category: 'spam' })
  await eventually(async () => expect(await waiting()).toBe(1))
  evidence.answers = true
  await eventually(async () => expect(await waiting()).toBe(0))
})
