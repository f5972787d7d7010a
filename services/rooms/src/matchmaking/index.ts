import { type Bus, type FactConsumer, implement, newId } from '@kla/chassis'
import { BattleFinished, MatchmakingServiceService, subjects } from '@kla/proto'
import { createBlockStore } from '../blocks/store.js'
import { createBars } from '../seats/account-store.js'
import { createSeatedElsewhere } from '../seats/sit-down.js'
import { every, type Ground, type Part, type Repeating } from '../shared/module.js'
import { createDueMatches } from './due-store.js'
import { createMatchKeys } from './keys.js'
import { createMatchMetrics } from './metrics.js'
import { createOpenMatch } from './open-match.js'
import { createCandidates, createPoolFigures } from './pool-store.js'
import { createRatingStore, type RatingStore } from './rating-store.js'
import { handlers } from './rpc.js'
import { POOLS } from './rules/ticket.js'
import { createSearches, type Searches } from './searches.js'
import { createTicketStore } from './ticket-store.js'
import { createPairing, sweepMatches, sweepUnkept } from './timers.js'
import { createTellStates } from './updates.js'

/** Rates the battles that counted and had a winner, once each; all pods share the work. */
export const rateBattles = (bus: Bus, durable: string, ratings: Pick<RatingStore, 'record'>): Promise<FactConsumer> =>
  bus.consumeFacts({ subject: subjects.factBattleFinished, durable }, async ({ data }) => {
    const { battleId, counted, players, winnerId } = BattleFinished.decode(data)
    const loserId = players.find((accountId) => accountId !== winnerId)
    if (!counted || !players.includes(winnerId) || loserId === undefined) return
    await ratings.record({ battleId, winnerId, loserId })
  })

/** Nobody notices a quarter of a second of waiting. */
const PAIRING_MS = 250
const DUE_SWEEP_MS = 250
const UNKEPT_SWEEP_MS = 500
const CENSUS_MS = 5_000
const PRUNE_MS = 3_600_000

/** Quick match: searches, what brings them together, and how well people play. */
export function composeMatchmaking(ground: Ground): Part & { readonly searches: Searches } {
  const { config, database, redis, keys, bus, log, now, rooms, pointers, openReserved, blocked } = ground
  const acceptMs = config.MATCH_ACCEPT_MS
  const matchKeys = createMatchKeys(config.REDIS_PREFIX)
  const metrics = createMatchMetrics(ground.metrics)

  const { MATCH_TICKET_MS: keptMs, MATCH_RECENT_MS: recentMs, MATCH_DECLINED_MS: declinedMs } = config
  const store = createTicketStore(redis, matchKeys, { keptMs, recentMs, declinedMs })
  const figures = createPoolFigures(redis, matchKeys)
  const due = createDueMatches(redis, matchKeys)
  const ratings = createRatingStore(database)
  const seatedElsewhere = createSeatedElsewhere({ rooms, pointers })

  const searches = createSearches({ store, tell: createTellStates({ bus, figures, acceptMs, log }) })
  const opening = createOpenMatch({ store, searches, openReserved, blocked, figures, metrics, log })
  const pair = createPairing({
    figures,
    take: createCandidates(redis, matchKeys, newId()),
    blocks: createBlockStore(database),
    ...{ searches, seatedElsewhere, acceptMs },
  })
  const count = async (): Promise<void> => {
    const figuresOf = await figures.read()
    metrics.waiting.set(POOLS.reduce((total, pool) => total + figuresOf(pool).waiting, 0))
  }

  let sweeps: Repeating[] = []
  let battles: FactConsumer | undefined

  return {
    searches,
    implementation: implement(
      MatchmakingServiceService,
      handlers({
        ...{ searches, store, due, figures, ratings, seatedElsewhere, opening, metrics, acceptMs, now },
        bars: createBars(redis, keys),
      }),
    ),
    async start() {
      sweeps = [
        every(PAIRING_MS, 'pairing', pair, log),
        every(DUE_SWEEP_MS, 'matches', sweepMatches({ due, store, searches, opening, metrics }), log),
        every(UNKEPT_SWEEP_MS, 'searches that nobody keeps', sweepUnkept({ due, searches }), log),
        every(CENSUS_MS, 'searches', count, log),
        every(PRUNE_MS, 'rated battles', ratings.prune, log),
      ]
      battles = await rateBattles(bus, `${config.FACTS_DURABLE}-ratings`, ratings)
    },
    async stop() {
      await Promise.all([battles?.close(), ...sweeps.map((sweep) => sweep.stop())])
      await opening.settled()
    },
  }
}
