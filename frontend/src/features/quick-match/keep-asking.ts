import type { Wish } from '../../entities/matching/wish.js'
import type { RealtimeClient } from '../../shared/realtime/realtime-client.js'

interface KeepAskingOptions {
  client: Pick<RealtimeClient, 'connection' | 'subscribe' | 'send'>
  wish: Wish
  onTaken: () => void
  onRefused: (text: string) => void
}

/** Asks on every new connection, because a search ends with its connection. Returns the stop function. */
export function keepAsking({ client, wish, onTaken, onRefused }: KeepAskingOptions): () => void {
  let over = false
  /** Identifies connections, so that late responses of a lost one are ignored. */
  let connections = 0
  let wasOpen = false
  let number = 0

  const ask = async () => {
    connections += 1
    const mine = connections
    const answer = await client.send('find-match', wish)
    if (over || !wasOpen || mine !== connections) return
    if (answer.success) {
      onTaken()
      return
    }
    stop()
    onRefused(answer.error)
  }
  const look = () => {
    const connection = client.connection()
    const isOpen = connection.status === 'open'
    // A handover replaces the connection while the page stays connected.
    const opened = isOpen && (!wasOpen || connection.number !== number)
    wasOpen = isOpen
    number = connection.number
    if (opened) void ask()
  }
  const unsubscribe = client.subscribe(look)
  const stop = () => {
    over = true
    unsubscribe()
  }

  look()
  return stop
}
