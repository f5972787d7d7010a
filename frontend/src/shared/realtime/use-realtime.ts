import { useContext, useMemo, useSyncExternalStore } from 'react'
import { RealtimeContext } from './provider.js'
import type { Connection, RealtimeClient } from './realtime-client.js'

export interface Realtime extends Connection, Pick<RealtimeClient, 'send' | 'post' | 'on' | 'resync' | 'resume'> {}

/** The connection itself, for what follows it by other means than drawing. */
export function useRealtimeClient(): RealtimeClient {
  const client = useContext(RealtimeContext)
  if (client === null) throw new Error('useRealtime needs a RealtimeProvider above it.')
  return client
}

/**
 * The connection to the server. `send` asks for an answer, repeats after a reconnect what had none, and gives up after
 * 10 s with a text to show. `post` sends once, or not at all while there is no connection. `on` answers its own undoing.
 */
export function useRealtime(): Realtime {
  const client = useRealtimeClient()
  const { status, closedBy, number } = useSyncExternalStore(client.subscribe, client.connection, client.connection)
  return useMemo(() => {
    const { send, post, on, resync, resume } = client
    return { status, closedBy, number, send, post, on, resync, resume }
  }, [client, status, closedBy, number])
}
