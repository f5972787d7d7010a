import type { RealtimeClient } from './realtime-client.js'

/** Keeps a connection open while held. `hold` returns its release. */
export function createHolding(client: Pick<RealtimeClient, 'connect' | 'close'>): () => () => void {
  let holders = 0
  return () => {
    holders += 1
    if (holders === 1) client.connect()
    return () => {
      holders -= 1
      if (holders === 0) client.close()
    }
  }
}
