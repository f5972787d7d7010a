import { realtimeAddress } from './address.js'
import { browserClock } from './clock.js'
import { openSocket } from './open-socket.js'
import { createRealtimeClient } from './realtime-client.js'

/** The one connection of this page: whoever lives by it shares it. */
export const browserClient = createRealtimeClient({
  openSocket,
  clock: browserClock,
  newId: () => crypto.randomUUID(),
  random: Math.random,
  address: (roomId) => realtimeAddress(window.location, roomId),
})
