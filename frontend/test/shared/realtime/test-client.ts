import { createRealtimeClient } from '../../../src/shared/realtime/realtime-client.js'
import { createWatchdog } from '../../../src/shared/realtime/watchdog.js'
import { fakeSocket } from './fake-socket.js'
import { manualClock } from './manual-clock.js'

type Address = (roomId: string | null, returns: boolean) => string

const roomAddress: Address = (roomId) => (roomId === null ? '/realtime' : `/realtime?room=${roomId}`)

/** A client with a played socket and a manual clock, not yet connected. */
export function createTestClient(address = roomAddress) {
  const socket = fakeSocket()
  const { clock, advance } = manualClock()
  let ids = 0
  const client = createRealtimeClient({
    openSocket: socket.openSocket,
    clock,
    newId: () => `id-${++ids}`,
    random: () => 0.5,
    address,
    loadWatchdog: (use) => use(createWatchdog),
  })
  return { client, socket, clock, advance }
}
