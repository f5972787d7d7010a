import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { browserClock } from './clock.js'
import { createHolding } from './holding.js'
import { openSocket } from './open-socket.js'
import { type Connection, createRealtimeClient, type RealtimeClient } from './realtime-client.js'

/** The socket's address on this origin. The room is named so that both its players can be led to the same gateway. */
function realtimeAddress({ protocol, host }: Pick<Location, 'protocol' | 'host'>, roomId: string | null): string {
  const scheme = protocol === 'https:' ? 'wss:' : 'ws:'
  const query = roomId === null ? '' : `?room=${encodeURIComponent(roomId)}`
  return `${scheme}//${host}/realtime${query}`
}

/** The one connection of this page: whoever lives by it shares it. */
const browserClient = createRealtimeClient({
  openSocket,
  clock: browserClock,
  newId: () => crypto.randomUUID(),
  random: Math.random,
  address: (roomId) => realtimeAddress(window.location, roomId),
})

const RealtimeContext = createContext<RealtimeClient | null>(null)

interface RealtimeProviderProps {
  /** From `GET /auth/user`; the cookie does it alone where there is none. */
  accessToken?: string | undefined
  /** Called when the server says that this session has ended. */
  onSignedOut: () => void
  /** Called when the server refuses something because nobody is signed in on this connection. */
  onNotSignedIn: () => void
  /** Called when the server says that this account is banned. */
  onBanned?: () => void
  children: ReactNode
}

const hold = createHolding(browserClient)

/** Holds the page's one connection open for everything below. */
export function RealtimeProvider({ accessToken, onSignedOut, onNotSignedIn, onBanned, children }: RealtimeProviderProps) {
  useEffect(() => browserClient.introduceBy(accessToken ?? null), [accessToken])

  useEffect(hold, [])

  useEffect(
    () =>
      browserClient.subscribe(() => {
        const { closedBy } = browserClient.connection()
        if (closedBy === 'signed-out') onSignedOut()
        if (closedBy === 'banned') onBanned?.()
      }),
    [onSignedOut, onBanned],
  )

  useEffect(() => browserClient.onNotSignedIn(onNotSignedIn), [onNotSignedIn])

  return <RealtimeContext value={browserClient}>{children}</RealtimeContext>
}

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
