import type { RealtimeClient } from '../../shared/realtime/realtime-client.js'
import type { Wish } from '../../entities/matching/wish.js'

interface KeepAskingOptions {
  client: Pick<RealtimeClient, 'connection' | 'subscribe' | 'send'>
  wish: Wish
  /** Called when the server has taken the search on. Only what it tells after that is about this search. */
  onTaken: () => void
  /** Called with the server's text when it says no; nothing is asked after that. */
  onRefused: (text: string) => void
}

/**
 * Asks the server for a search on every connection anew, because a search lives no longer than the connection that
 * asked for it. Asking again for the same one changes nothing there. The answer ends it.
 */
export function keepAsking({ client, wish, onTaken, onRefused }: KeepAskingOptions): () => void {
  let over = false
  /** Counts connections, so that an answer which belongs to a lost one says nothing. */
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
    // One connection may hand over to the next while the page stays connected.
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
