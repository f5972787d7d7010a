import type { Handlers } from '@kla/chassis'
import type { WatchingServiceService } from '@kla/proto'
import { allowSpectators } from './allow-spectators.js'
import type { WatchingDependencies } from './dependencies.js'
import { stopWatching } from './stop-watching.js'
import { watchRoom } from './watch-room.js'

export const watchingHandlers = (dependencies: WatchingDependencies): Handlers<typeof WatchingServiceService> => ({
  watchRoom: watchRoom(dependencies),
  stopWatching: stopWatching(dependencies),
  allowSpectators: allowSpectators(dependencies),
})
