import { implement, newId, type FactConsumer } from '@kla/chassis'
import { MatchmakingServiceService } from '@kla/proto'
import { POOLS } from './domain/matchmaking/pool.js'
import { createMatchMetrics } from './matchmaking/match-metrics.js'
import { createOpenMatch } from './matchmaking/open-match.js'
import { createPairing } from './matchmaking/pair-pool.js'
import { rateBattles } from './matchmaking/rate-battles.js'
import { createSearches, type Searches } from './matchmaking/searches.js'
import { createSeatedElsewhere } from './room/seated-elsewhere.js'
import { sweepMatches, sweepUnkept } from './matchmaking/sweep-matches.js'
import { createTellStates } from './matchmaking/tell-states.js'
import type { Ground, Part } from './part.js'
import { every, type Repeating } from './room/every.js'
import { handlers } from './server/matchmaking/handlers.js'
import { createBars } from './store/bars.js'
import { createBlockStore } from './store/blocks/block-store.js'
import { createCandidates } from './store/matchmaking/candidates.js'
import { createDueMatches } from './store/matchmaking/due-matches.js'
import { createMatchKeys } from './store/matchmaking/match-keys.js'
import { createPoolFigures } from './store/matchmaking/pool-figures.js'
import { createRatingStore } from './store/matchmaking/rating-store.js'
import { createTicketStore } from './store/matchmaking/ticket-store.js'

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
