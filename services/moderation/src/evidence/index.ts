import { accepted, type Bus, type Database, type EventConsumer, type Logger, type Redis } from '@kla/chassis'
import { SeatChangeKind, SeatsChanged, subjects } from '@kla/proto'
import type { Clients } from '../shared/clients.js'
import type { ModerationHandlers } from '../shared/rpc.js'
import { createFetchLines, createTakeContext } from './context.js'
import { consumeReveals, createPruneReveals, createRevealLog } from './reveal-log.js'
import { readTexts } from './rules.js'
import { createTranscriptStore } from './store.js'

export type { TakeContext } from './context.js'
export { uniteContexts, type ContextPerson, type ReportContext } from './rules.js'

export interface EvidenceDeps {
  readonly database: Database
  readonly redis: Redis
  readonly redisPrefix: string
  readonly keepMs: number
  readonly bus: Pick<Bus, 'ask' | 'consumeEvents'>
  readonly engine: Clients['engine']
  readonly log: Logger
  readonly now: () => number
}

const SEATS_AT_ONCE = 50

/** Keeps each room's recent chat and reveals as evidence for reports. */
export function createEvidence({ database, redis, redisPrefix, keepMs, bus, engine, log, now }: EvidenceDeps) {
  const reveals = createRevealLog(database)
  const transcripts = createTranscriptStore(redis, redisPrefix, keepMs)
  const handlers: Pick<ModerationHandlers, 'keepLines'> = {
    /** Idempotent by line id. Errors: INVALID_FIELD. */
    async keepLines({ rooms }) {
      await transcripts.keep(accepted(readTexts(rooms)))
      return {}
    },
  }
  /** Gives players who left the full time to report. */
  const consumeSeats = (durable: string): Promise<EventConsumer> =>
    bus.consumeEvents(
      { subject: subjects.eventSeatsFreed, durable, atOnce: SEATS_AT_ONCE },
      async ({ data }, storedAtMs) => {
        const { update } = SeatsChanged.decode(data)
        const left = update?.changes.some(({ kind }) => kind === SeatChangeKind.LEFT)
        // Events may be redelivered days later.
        if (update && left) await transcripts.renew(update.roomId, now() - storedAtMs)
      },
    )
  const takeContext = createTakeContext({ engine, transcripts, fetchLines: createFetchLines(bus), reveals, log, now })
  return {
    handlers,
    takeContext,
    consumeSeats,
    consumeReveals: (durable: string): Promise<EventConsumer> => consumeReveals({ bus, reveals, log }, durable),
    pruneReveals: createPruneReveals({ reveals, now }),
  }
}
