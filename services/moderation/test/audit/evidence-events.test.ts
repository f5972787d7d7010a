import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Bus, createBus, newId } from '@kla/chassis'
import { AuditRecorded, EVENTS_STREAM, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger, TEST_AUDIT } from '@kla/testkit'
import { entryOfEvent } from '../../src/audit/rules/input.js'
import { createModeration, type Moderation } from '../support/moderation.js'

const opened = (subjectId: string, details: Readonly<Record<string, unknown>>): AuditRecorded => ({
  eventId: newId(),
  atMs: 1_700_000_000_000,
  actorId: 3,
  actor: 'mod',
  requestId: newId(),
  action: 'evidence.open',
  subjectKind: 'report',
  subjectId,
  details: JSON.stringify(details),
})

describe('entryOfEvent', () => {
  test.each([
    [{ grave: true, opening: 'o' }, true],
    [{ grave: false }, false],
    [{ grave: 'true' }, false],
    [{}, false],
    [[{ grave: true }], false],
  ])('restricts events of evidence with %j: %s', (details, restricted) => {
    const event = { ...opened('123456789', {}), details: JSON.stringify(details) }
    expect(entryOfEvent(event, 'evidence')).toMatchObject({ action: 'evidence.open', restricted })
  })

  test('restricts no events of other services', () => {
    expect(entryOfEvent(opened('7', { grave: true }), 'library')).toMatchObject({ restricted: false })
  })

  test.each(['null', '7', '"grave"'])('accepts any JSON as details: %s', (details) => {
    expect(entryOfEvent({ ...opened('7', {}), details }, 'evidence')).toMatchObject({ details, restricted: false })
  })
})

describe('audit events of evidence', () => {
  let moderation: Moderation
  let bus: Bus
  beforeAll(async () => {
    moderation = await createModeration()
    const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
    const signs = { subject: subjects.eventAuditRecorded('evidence'), signer: TEST_AUDIT.signer }
    bus = await createBus({ url: infrastructure().natsUrl, name: 'audit-test', log: quietLogger(), events, signs })
  })
  afterAll(async () => {
    await bus.close()
    await moderation.close()
  })

  test('about grave reports are visible only to administrators with access to these', async () => {
    const events = [opened('100000001', { grave: true }), opened('100000002', {})]
    for (const event of events) {
      const bytes = AuditRecorded.encode(event).finish()
      await bus.publishEvent(subjects.eventAuditRecorded('evidence'), event.eventId, bytes)
    }
    const any = {
      actor: '',
      subjectKind: '',
      subjectId: '',
      fromMs: 0,
      toMs: 0,
      before: 0,
      limit: 0,
      changesOnly: false,
    }
    const seenWith = async (...more: 'reports.grave'[]) => {
      const caller = await moderation.may('audit.read', ...more)
      const { entries } = await moderation.client.listAudit({ ...any, action: 'evidence.open' }, caller)
      return entries.map(({ subjectId }) => subjectId).sort()
    }
    await eventually(async () => expect(await seenWith('reports.grave')).toEqual(['100000001', '100000002']))
    expect(await seenWith()).toEqual(['100000002'])
  })
})
