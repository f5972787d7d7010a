import {
  type Bus,
  counter,
  type Database,
  type EventConsumer,
  type EventVerifier,
  gauge,
  hashOf,
  type Logger,
  type Metrics,
  type Redis,
} from '@kla/chassis'
import type { AuditSource } from '@kla/proto'
import { createAuditChain, createAuditHeads, createMissingGroups } from './chain-store.js'
import { consumeAudit, createRefusedEvents } from './events.js'
import { type BeforeAppending, createAuditInbox, createAuditRecorder } from './log-store.js'
import { createAuditPages } from './pages-store.js'
import { auditHandlers } from './rpc.js'
import { createCheckAudit, createCheckHead, createVerifyChain, createVerifyPart } from './verify.js'

export { createAuditChain } from './chain-store.js'
export { type AuditRow, entryOf } from './chain-store.js'
export { appendAudit, detailsMadeBefore, type AuditRecorder } from './log-store.js'
export { CHAINS, SYSTEM, type AuditEntry } from './rules/chain.js'
export { createVerifyChain } from './verify.js'

/** What `createAudit` needs, including the sources' keys. */
export interface AuditDeps {
  readonly database: Database
  readonly redis: Redis
  readonly redisPrefix: string
  readonly bus: Pick<Bus, 'consumeEvents'>
  readonly verifiers: Readonly<Record<AuditSource, EventVerifier>>
  /** Runs in the transaction that stores events of other services. */
  readonly beforeAppending?: BeforeAppending
  readonly metrics: Metrics
  readonly log: Logger
  readonly now: () => number
}

export function createAudit({
  database,
  redis,
  redisPrefix,
  bus,
  verifiers,
  beforeAppending,
  metrics,
  log,
  now,
}: AuditDeps) {
  const recorder = createAuditRecorder(database)
  const entries = createAuditChain(database)
  const heads = createAuditHeads(redis, redisPrefix)
  const verify = createVerifyChain(entries, hashOf)
  const checkHead = createCheckHead({ heads, entries, log })
  const refused = createRefusedEvents(metrics)
  return {
    handlers: auditHandlers({
      pages: createAuditPages(database),
      verify: createVerifyPart(verify, checkHead),
      audit: recorder,
      now,
    }),
    recorder,
    check: createCheckAudit({
      verify,
      checkHead,
      heads,
      log,
      missingGroups: createMissingGroups(database),
      faults: gauge(metrics, 'kla_moderation_audit_faults', '1 while the audit log has a fault.'),
      checks: counter(metrics, 'kla_moderation_audit_checks_total', 'Completed checks of the audit log.'),
    }),
    consume: (durable: string): Promise<EventConsumer> =>
      consumeAudit({ bus, durable, inbox: createAuditInbox(database, beforeAppending), verifiers, refused, log }),
  }
}
