import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import {
  type Bus,
  createBus,
  createEventSigner,
  createEventVerifier,
  createLogger,
  createMetrics,
  type EventConsumer,
  type EventSigner,
  type Metrics,
  newId,
} from '@kla/chassis'
import { AuditRecorded, type AuditSource, EVENTS_STREAM, subjects } from '@kla/proto'
import {
  createAuditKeys,
  eventually,
  infrastructure,
  quietLogger,
  redeliverAll,
  TEST_AUDIT,
  uniqueName,
} from '@kla/testkit'
import { consumeAudit, createRefusedEvents } from '../../src/audit/events.js'
import { type AuditInbox, createAuditInbox } from '../../src/audit/log-store.js'
import { type AuditTables, createAuditTables } from '../support/audit-tables.js'

let tables: AuditTables
let bus: Bus
let consumers: EventConsumer[] = []
beforeAll(async () => {
  tables = await createAuditTables()
  const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
  const signs = { subject: subjects.eventAuditRecorded('library'), signer: TEST_AUDIT.signer }
  bus = await createBus({ url: infrastructure().natsUrl, name: 'audit-test', log: quietLogger(), events, signs })
})
afterEach(async () => {
  await Promise.all(consumers.map((consumer) => consumer.close()))
  consumers = []
})
afterAll(async () => {
  await bus.close()
  await tables.close()
})

/** Of library two: its key is being changed. */
const next = createAuditKeys()
const others = createEventVerifier(createAuditKeys().publicKey)
const VERIFIERS = {
  library: createEventVerifier(`${TEST_AUDIT.publicKey}\n${next.publicKey}`),
  auth: others,
  rooms: others,
  'game-engine': others,
  commerce: others,
  evidence: others,
}

const anEvent = (given: Partial<AuditRecorded> = {}): AuditRecorded => ({
  eventId: newId(),
  atMs: 1_700_000_000_000,
  actorId: 3,
  actor: 'mod',
  action: 'gifs.delete',
  subjectKind: 'gif',
  subjectId: '17',
  details: '{"state":"hidden"}',
  requestId: newId(),
  ...given,
})
const publish = (event: AuditRecorded): Promise<void> => publishBytes(AuditRecorded.encode(event).finish())
const publishBytes = (bytes: Uint8Array): Promise<void> =>
  bus.publishEvent(subjects.eventAuditRecorded('library'), newId(), bytes)

const refusedOf = async (metrics: Metrics, source: string): Promise<number | undefined> => {
  const { values } = (await metrics.registry.getSingleMetric('kla_moderation_audit_refused_total')?.get()) ?? {
    values: [],
  }
  return values.find(({ labels }) => labels['source'] === source)?.value
}

async function consume(durable: string, inbox: AuditInbox = createAuditInbox(tables.database), lines: string[] = []) {
  const metrics = createMetrics('moderation')
  const refused = createRefusedEvents(metrics)
  const log = createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } })
  consumers.push(await consumeAudit({ bus, durable, inbox, verifiers: VERIFIERS, refused, log }))
  return metrics
}

const written = async (...eventIds: string[]): Promise<unknown[]> => {
  const { rows } = await tables.database.query(
    `SELECT event_id, at_ms, actor_id, actor, action, subject_kind, subject_id, details, request_id, restricted
     FROM audit_log WHERE event_id = ANY($1)`,
    [eventIds],
  )
  return rows
}

test('consumeAudit writes an event once, whichever pods receive it', async () => {
  const durable = uniqueName('audit')
  await Promise.all([consume(durable), consume(durable)])
  const event = anEvent()
  await Promise.all([publish(event), publish(event), publish(event)])
  const more = Array.from({ length: 120 }, () => anEvent())
  await Promise.all(more.map(publish))
  await eventually(async () => expect(await written(...more.map(({ eventId }) => eventId))).toHaveLength(120), 15_000)
  expect(await written(event.eventId)).toEqual([
    {
      event_id: event.eventId,
      at_ms: event.atMs,
      actor_id: 3,
      actor: 'mod',
      action: 'gifs.delete',
      subject_kind: 'gif',
      subject_id: '17',
      details: '{"state":"hidden"}',
      request_id: event.requestId,
      restricted: false,
    },
  ])
  expect((await tables.verify({ chain: 'open' })).fault).toBeUndefined()
})

test('consumeAudit writes nothing twice when its durable consumer is lost and restarts', async () => {
  const durable = uniqueName('audit')
  await consume(durable)
  const events = Array.from({ length: 5 }, () => anEvent())
  const ids = events.map(({ eventId }) => eventId)
  await Promise.all(events.map(publish))
  await eventually(async () => expect(await written(...ids)).toHaveLength(5), 15_000)
  const all = async () => (await tables.database.query('SELECT seq FROM audit_log')).rowCount
  const before = await all()
  await redeliverAll(infrastructure().natsUrl, durable)
  expect(await all()).toBe(before)
}, 40_000)

test('consumeAudit writes many events in one transaction', async () => {
  const events = Array.from({ length: 40 }, () => anEvent())
  await Promise.all(events.map(publish))
  const sizes: number[] = []
  const inbox = createAuditInbox(tables.database)
  await consume(uniqueName('audit'), {
    ...inbox,
    append: (entries) => {
      sizes.push(entries.length)
      return inbox.append(entries)
    },
  })
  await eventually(async () => expect(await written(...events.map(({ eventId }) => eventId))).toHaveLength(40), 15_000)
  expect(Math.max(...sizes)).toBeGreaterThan(5)
})

test.each<[string, Uint8Array]>([
  ['no message at all', Buffer.from('something private')],
  ['an event without an id', AuditRecorded.encode(anEvent({ eventId: '' })).finish()],
  ['details that are no JSON', AuditRecorded.encode(anEvent({ details: 'something private' })).finish()],
  ['an action that is none', AuditRecorded.encode(anEvent({ action: 'Something private' })).finish()],
  ['a name beyond all measure', AuditRecorded.encode(anEvent({ actor: 'something private'.repeat(500) })).finish()],
  ['a time before all time', AuditRecorded.encode(anEvent({ atMs: -1 })).finish()],
])('consumeAudit sets %s aside without logging its content or blocking others', async (_, bytes) => {
  const lines: string[] = []
  await publishBytes(bytes)
  const next = anEvent()
  await publish(next)
  await consume(uniqueName('audit'), undefined, lines)
  const sha256 = createHash('sha256').update(bytes).digest()
  await eventually(async () => {
    expect(await written(next.eventId)).toHaveLength(1)
    const { rows } = await tables.database.query('SELECT payload FROM audit_unreadable WHERE sha256 = $1', [sha256])
    expect(rows).toEqual([{ payload: Buffer.from(bytes) }])
    expect(lines.some((line) => line.includes(sha256.toString('hex')))).toBe(true)
  }, 15_000)
  expect(lines.join()).not.toMatch(/something private/i)
})

test('consumeAudit receives events again that could not be written', async () => {
  const event = anEvent()
  const inbox = createAuditInbox(tables.database)
  let failures = 2
  await consume(uniqueName('audit'), {
    ...inbox,
    append: async (entries) => {
      if (entries.some(({ eventId }) => eventId === event.eventId) && failures-- > 0) throw new Error('no database')
      await inbox.append(entries)
    },
  })
  await publish(event)
  await eventually(async () => expect(await written(event.eventId)).toHaveLength(1), 15_000)
})

/** Publishes an event as a user who may publish on the subject of `source`, with a signature of their own making. */
async function tellAs(source: AuditSource, signer: EventSigner | undefined, bytes: Uint8Array): Promise<void> {
  const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
  const subject = subjects.eventAuditRecorded(source)
  const options = { url: infrastructure().natsUrl, name: 'audit-forger', log: quietLogger(), events }
  const forger = await createBus({ ...options, ...(signer ? { signs: { subject, signer } } : {}) })
  await forger.publishEvent(subject, newId(), bytes).finally(() => forger.close())
}

const stranger = createEventSigner(createAuditKeys().privateKey)

test.each<[string, AuditSource, EventSigner | undefined]>([
  ['that is not signed', 'library', undefined],
  ['that was signed with an unknown key', 'library', stranger],
  ["with another service's signature", 'auth', TEST_AUDIT.signer],
])('consumeAudit rejects and counts an event %s without blocking others', async (_, source, signer) => {
  const lines: string[] = []
  const forged = anEvent({ actor: 'something private' })
  await tellAs(source, signer, AuditRecorded.encode(forged).finish())
  const honest = anEvent()
  await publish(honest)
  const metrics = await consume(uniqueName('audit'), undefined, lines)
  await eventually(async () => expect(await written(honest.eventId)).toHaveLength(1), 15_000)
  await eventually(async () => expect(await refusedOf(metrics, source)).toBeGreaterThan(0))
  expect(await written(forged.eventId)).toEqual([])
  expect(lines.some((line) => line.includes('not signed by its source') && line.includes(source))).toBe(true)
  expect(lines.join()).not.toMatch(/something private/i)
})

test('consumeAudit rejects a signature of other bytes', async () => {
  const signed = AuditRecorded.encode(anEvent()).finish()
  const subject = subjects.eventAuditRecorded('library')
  const signature = TEST_AUDIT.signer.sign(subject, signed)
  const changed = AuditRecorded.encode(anEvent({ actorId: 4 })).finish()
  expect(VERIFIERS.library.verify(subject, signed, signature)).toBe(true)
  expect(VERIFIERS.library.verify(subject, changed, signature)).toBe(false)
  expect(VERIFIERS.library.verify(subjects.eventAuditRecorded('auth'), signed, signature)).toBe(false)
  expect(VERIFIERS.library.verify(subject, signed, 'no signature')).toBe(false)
})

test('consumeAudit accepts both keys of a service during a key change', async () => {
  const [old, fresh] = [anEvent(), anEvent()]
  await publish(old)
  await tellAs('library', createEventSigner(next.privateKey), AuditRecorded.encode(fresh).finish())
  await consume(uniqueName('audit'))
  await eventually(async () => expect(await written(old.eventId, fresh.eventId)).toHaveLength(2), 15_000)
})
