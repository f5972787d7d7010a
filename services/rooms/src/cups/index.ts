import { createOutbox, implement, repeat, type Repeated } from '@kla/chassis'
import { CupsServiceService } from '@kla/proto'
import { consumeCupFacts, type CupFacts } from './events.js'
import { createCupsMetrics, createLookAtTies, sweepCups } from './timers.js'
import { createCups, createOpenTie } from './cups.js'
import { every, type Ground, type Part, type Repeating } from '../shared/module.js'
import { cupHandlers } from './admin-rpc.js'
import { createCupLists, createTieList } from './list-store.js'
import { createCupStore } from './cup-store.js'
import { createFactRecorder } from '../shared/audit.js'
import { createTiePresence } from './presence-store.js'
import { createWatchPasses } from '../spectating/store.js'

// How late a deadline of minutes may be heeded.
const SWEEP_MS = 500
const OUTBOX_EVERY_MS = 250
const PRUNE_EVERY_MS = 3_600_000

/** Cups: their RPCs, what they hear of rooms and battles, and the sweep that lets them go on by themselves. */
export function composeCups({ config, database, redis, keys, bus, log, metrics, now, ...ground }: Ground): Part {
  const { rooms, pointers, openReserved } = ground
  const rules = {
    checkInMs: config.CUP_CHECK_IN_MS,
    noShowMs: config.CUP_NO_SHOW_MS,
    readyMs: config.CUP_READY_MS,
    disputeMs: config.CUP_DISPUTE_MS,
    presenceMs: config.CUP_PRESENCE_MS,
    resultMs: config.CUP_RESULT_MS,
  }
  const store = createCupStore(database)
  const cups = createCups({ store, rules, now })
  const presence = createTiePresence(redis, keys, rules.presenceMs)
  const lookAtTies = createLookAtTies({ rooms, pointers, presence })
  const cupsMetrics = createCupsMetrics(metrics)
  const outbox = createOutbox({ database, bus })
  let facts: CupFacts | undefined
  let sweep: Repeating | undefined
  let repeated: Repeated[] = []

  return {
    implementation: implement(
      CupsServiceService,
      cupHandlers({
        ...{ cups, store, presence, rooms, now },
        lists: createCupLists(database),
        ties: createTieList(database),
        openTie: createOpenTie({ cups, openReserved, log }),
        passes: createWatchPasses(redis, keys),
        recordFact: createFactRecorder(database),
      }),
    ),
    async start() {
      facts = await consumeCupFacts({ bus, durable: config.FACTS_DURABLE, cups, store })
      sweep = every(SWEEP_MS, 'cups', sweepCups({ cups, store, lookAtTies, metrics: cupsMetrics }), log)
      repeated = [
        repeat({ name: 'outbox', work: outbox.relay, everyMs: OUTBOX_EVERY_MS, log }),
        repeat({ name: 'outbox-prune', work: outbox.prune, everyMs: PRUNE_EVERY_MS, log }),
      ]
    },
    async stop() {
      await Promise.all([facts?.close(), sweep?.stop(), ...repeated.map((one) => one.stop())])
    },
  }
}
