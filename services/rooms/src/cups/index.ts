import {
  type Bus,
  createOutbox,
  type Database,
  type EventConsumer,
  implement,
  type Logger,
  type Loop,
  type Metrics,
  type Redis,
  repeat,
} from '@kla/chassis'
import { CupsServiceService } from '@kla/proto'
import type { Blocks } from '../blocks/index.js'
import type { Config } from '../config.js'
import type { IsSeatedElsewhere, OpenReserved, Rooms } from '../seats/index.js'
import { createEventRecorder } from '../shared/audit.js'
import type { Module } from '../shared/module.js'
import type { Keys } from '../shared/redis.js'
import type { Spectating } from '../spectating/index.js'
import { cupAdminHandlers } from './admin-rpc.js'
import { createCupStore } from './cup-store.js'
import { consumeCupEvents } from './events.js'
import { createCupExecutor, createOpenTie } from './execute.js'
import { createSafetyExits } from './exit-store.js'
import { createCupLists, createTieList } from './list-store.js'
import { createTiePresence } from './presence-store.js'
import { cupHandlers } from './rpc.js'
import { listedSinceMs } from './rules/cup.js'
import { sweepCups } from './timers.js'

/** Cups, as the other modules use them. */
export interface Cups extends Module {
  isInPublicCup(accountId: number): Promise<boolean>
}

export interface CupsDeps {
  readonly config: Config
  readonly database: Database
  readonly redis: Redis
  readonly keys: Keys
  readonly bus: Bus
  readonly log: Logger
  readonly metrics: Metrics
  readonly now: () => number
  readonly rooms: Pick<Rooms, 'load'>
  readonly openReserved: OpenReserved
  readonly isSeatedElsewhere: IsSeatedElsewhere
  readonly passes: Spectating['passes']
  readonly blocksWithinPairs: Blocks['blocksWithinPairs']
}

const SWEEP_INTERVAL_MS = 500
const OUTBOX_INTERVAL_MS = 250
const PRUNE_INTERVAL_MS = 3_600_000

export function createCups(deps: CupsDeps): Cups {
  const { config, database, redis, keys, bus, log, metrics, now, rooms, openReserved, isSeatedElsewhere, passes } = deps
  const { blocksWithinPairs } = deps
  const rules = {
    checkInMs: config.cupCheckInMs,
    noShowMs: config.cupNoShowMs,
    readyMs: config.cupReadyMs,
    disputeMs: config.cupDisputeMs,
    presenceMs: config.cupPresenceMs,
    resultMs: config.cupResultMs,
  }
  const store = createCupStore(database)
  const lists = createCupLists(database)
  const presence = createTiePresence(redis, keys, rules.presenceMs)
  const cups = createCupExecutor({ store, rules, blocksWithinPairs, now })
  const exits = createSafetyExits(database)
  const sweep = sweepCups({ cups, store, rooms, isSeatedElsewhere, presence, blocksWithinPairs, metrics })
  const openTie = createOpenTie({ cups, openReserved, blocksWithinPairs, log })
  const outbox = createOutbox({ database, bus })
  let consumers: EventConsumer[] = []
  let loops: Loop[] = []

  return {
    isInPublicCup: (accountId) => lists.isListed(accountId, listedSinceMs(now())),
    implementation: implement(CupsServiceService, {
      ...cupHandlers({ cups, store, lists, presence, openTie, now }),
      ...cupAdminHandlers({
        cups,
        store,
        lists,
        rooms,
        passes,
        now,
        ties: createTieList(database),
        recordEvent: createEventRecorder(database),
      }),
    }),
    async start() {
      consumers = await consumeCupEvents({ bus, durable: config.eventsDurable, cups, store, exits, now })
      loops = [
        repeat({ name: 'cups', work: sweep, everyMs: SWEEP_INTERVAL_MS, log }),
        repeat({ name: 'outbox', work: outbox.relay, everyMs: OUTBOX_INTERVAL_MS, log }),
        repeat({ name: 'outbox-prune', work: outbox.prune, everyMs: PRUNE_INTERVAL_MS, log }),
        repeat({ name: 'safety-exits-prune', work: () => exits.prune(now()), everyMs: PRUNE_INTERVAL_MS, log }),
      ]
    },
    async stop() {
      await Promise.all([...consumers.map((consumer) => consumer.close()), ...loops.map((loop) => loop.stop())])
    },
  }
}
