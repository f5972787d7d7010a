import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createBus, createLogger, newId, type Bus, type FactConsumer } from '@kla/chassis'
import { AuditRecorded, FACTS_STREAM, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { createHash } from 'node:crypto'
import { consumeAudit } from '../../src/events/consume-audit.js'
import { createAuditInbox, type AuditInbox } from '../../src/store/audit-inbox.js'
import { createAuditTables, type AuditTables } from '../support/audit-tables.js'

let tables: AuditTables
let bus: Bus
let consumers: FactConsumer[] = []
beforeAll(async () => {
  tables = await createAuditTables()
  const facts = { stream: FACTS_STREAM, subjects: [subjects.factsAll] }
  bus = await createBus({ url: infrastructure().natsUrl, name: 'audit-test', log: quietLogger(), facts })
})
afterEach(async () => {
  await Promise.all(consumers.map((consumer) => consumer.close()))
  consumers = []
})
afterAll(async () => {
  await bus.close()
  await tables.close()
})

const aFact = (given: Partial<AuditRecorded> = {}): AuditRecorded => ({
  factId: newId(),
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
const tell = (fact: AuditRecorded): Promise<void> => tellBytes(AuditRecorded.encode(fact).finish())
const tellBytes = (bytes: Uint8Array): Promise<void> => bus.publishFact(subjects.factAuditRecorded, newId(), bytes)

async function consume(durable: string, inbox: AuditInbox = createAuditInbox(tables.database), lines: string[] = []) {
  const log = createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } })
  consumers.push(await consumeAudit({ bus, durable, inbox, log }))
}

const written = async (...factIds: string[]): Promise<unknown[]> => {
  const { rows } = await tables.database.query(
    `SELECT fact_id, at_ms, actor_id, actor, action, subject_kind, subject_id, details, request_id, restricted
     FROM audit_log WHERE fact_id = ANY($1)`,
    [factIds],
  )
  return rows
}

test('what an administrator did elsewhere is written down as it was told, once, by however many pods', async () => {
  const durable = uniqueName('audit')
  await Promise.all([consume(durable), consume(durable)])
  const fact = aFact()
  await Promise.all([tell(fact), tell(fact), tell(fact)])
  const more = Array.from({ length: 120 }, () => aFact())
  await Promise.all(more.map(tell))
  await eventually(async () => expect(await written(...more.map(({ factId }) => factId))).toHaveLength(120), 15_000)
  expect(await written(fact.factId)).toEqual([
    {
      fact_id: fact.factId,
      at_ms: fact.atMs,
      actor_id: 3,
      actor: 'mod',
      action: 'gifs.delete',
      subject_kind: 'gif',
      subject_id: '17',
      details: '{"state":"hidden"}',
      request_id: fact.requestId,
      restricted: false,
    },
  ])
  expect((await tables.verify({ chain: 'open' })).fault).toBeUndefined()
})

test('many facts share a transaction', async () => {
  const facts = Array.from({ length: 40 }, () => aFact())
  await Promise.all(facts.map(tell))
  const sizes: number[] = []
  const inbox = createAuditInbox(tables.database)
  await consume(uniqueName('audit'), {
    ...inbox,
    append: (entries) => {
      sizes.push(entries.length)
      return inbox.append(entries)
    },
  })
  await eventually(async () => expect(await written(...facts.map(({ factId }) => factId))).toHaveLength(40), 15_000)
  expect(Math.max(...sizes)).toBeGreaterThan(5)
})

test.each<[string, Uint8Array]>([
  ['no message at all', Buffer.from('something private')],
  ['a fact without an id', AuditRecorded.encode(aFact({ factId: '' })).finish()],
  ['details that are no JSON', AuditRecorded.encode(aFact({ details: 'something private' })).finish()],
  ['an action that is none', AuditRecorded.encode(aFact({ action: 'Something private' })).finish()],
  ['a name beyond all measure', AuditRecorded.encode(aFact({ actor: 'something private'.repeat(500) })).finish()],
  ['a time before all time', AuditRecorded.encode(aFact({ atMs: -1 })).finish()],
])('%s is set aside, told without its content, and holds up nobody', async (_, bytes) => {
  const lines: string[] = []
  await tellBytes(bytes)
  const next = aFact()
  await tell(next)
  await consume(uniqueName('audit'), undefined, lines)
  const sha256 = createHash('sha256').update(bytes).digest()
  await eventually(async () => {
    expect(await written(next.factId)).toHaveLength(1)
    const { rows } = await tables.database.query('SELECT payload FROM audit_unreadable WHERE sha256 = $1', [sha256])
    expect(rows).toEqual([{ payload: Buffer.from(bytes) }])
    expect(lines.some((line) => line.includes(sha256.toString('hex')))).toBe(true)
  }, 15_000)
  expect(lines.join()).not.toMatch(/something private/i)
})

test('facts that could not be written come again', async () => {
  const fact = aFact()
  const inbox = createAuditInbox(tables.database)
  let failures = 2
  await consume(uniqueName('audit'), {
    ...inbox,
    append: async (entries) => {
      if (entries.some(({ factId }) => factId === fact.factId) && failures-- > 0) throw new Error('no database')
      await inbox.append(entries)
    },
  })
  await tell(fact)
  await eventually(async () => expect(await written(fact.factId)).toHaveLength(1), 15_000)
})
