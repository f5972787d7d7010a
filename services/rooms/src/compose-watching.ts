import { implement } from '@kla/chassis'
import { WatchingServiceService } from '@kla/proto'
import type { Ground, Part } from './part.js'
import { watchingHandlers } from './server/watching/handlers.js'
import { createBars } from './store/bars.js'
import { createGatewayLeases } from './store/gateway-leases.js'
import { createWatchPace } from './store/watch-pace.js'
import { createWatchPasses } from './store/watch-passes.js'
import { createFactRecorder } from './store/cups/fact-recorder.js'
import { recordWatchBegin } from './watching/audit-watching.js'
import { createWatching } from './watching/watch.js'

/** Watching the rooms of cup ties. Nothing runs beside the calls: who watches is part of the room's record. */
export function composeWatching({ config, database, redis, keys, rooms, blocked, now }: Ground): Part {
  const bars = createBars(redis, keys)
  const watching = createWatching({
    rooms,
    passes: createWatchPasses(redis, keys),
    pace: createWatchPace(redis, keys),
    blocked,
    closedBy: (accountId) => bars.closedBy(accountId),
    recordBegin: recordWatchBegin(createFactRecorder(database), now),
  })
  const leases = createGatewayLeases(redis, keys, config.GATEWAY_LEASE_MS)
  return { implementation: implement(WatchingServiceService, watchingHandlers({ rooms, watching, leases, now })) }
}
