import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { newId } from '../browser/new-id.js'
import { browserClock } from './clock.js'
import { createHolding } from './holding.js'
import { type ClosedBy, openSocket } from './open-socket.js'
import type { QueuePlace } from './queue-place.js'
import { type Connection, createRealtimeClient, type RealtimeClient } from './realtime-client.js'

const browserClient = createRealtimeClient({
  openSocket,
  clock: browserClock,
  newId,
  random: Math.random,
  loadWatchdog: (use) =>
    void import('./browser-watchdog.js').then(
      ({ createBrowserWatchdog }) => use(createBrowserWatchdog),
      () => undefined,
    ),
  address: (...way) => realtimeAddress(window.location, ...way),
})

const RealtimeContext = createContext<RealtimeClient | null>(null)

interface RealtimeProviderProps {
  accessToken?: string | undefined
  roomId?: string | undefined
  onClosed: (closedBy: ClosedBy) => void
  onNotSignedIn: () => void
  children: ReactNode
}

const hold = createHolding(browserClient)

export function RealtimeProvider({ accessToken, roomId, onClosed, onNotSignedIn, children }: RealtimeProviderProps) {
  useEffect(() => browserClient.introduceBy(accessToken ?? null), [accessToken])

  useEffect(() => {
    if (roomId !== undefined) browserClient.headFor(roomId)
  }, [roomId])

  useEffect(hold, [])

  useEffect(
    () =>
      browserClient.subscribe(() => {
        const { closedBy } = browserClient.connection()
        if (closedBy !== null) onClosed(closedBy)
      }),
    [onClosed],
  )

  useEffect(() => browserClient.onNotSignedIn(onNotSignedIn), [onNotSignedIn])

  return <RealtimeContext value={browserClient}>{children}</RealtimeContext>
}

export interface Realtime
  extends Omit<Connection, 'queuePlace'>, Pick<RealtimeClient, 'send' | 'post' | 'on' | 'resync' | 'resume'> {}

/** Returns the connection itself, for use outside rendering. */
export function useRealtimeClient(): RealtimeClient {
  const client = useContext(RealtimeContext)
  if (client === null) throw new Error('useRealtime needs a RealtimeProvider above it.')
  return client
}

/** Returns `send`, which gives up after 10 s, and `post`, which sends once while connected. */
export function useRealtime(): Realtime {
  const client = useRealtimeClient()
  const { status, closedBy, number } = useSyncExternalStore(client.subscribe, client.connection, client.connection)
  return useMemo(() => {
    const { send, post, on, resync, resume } = client
    return { status, closedBy, number, send, post, on, resync, resume }
  }, [client, status, closedBy, number])
}

/** Null outside the admission queue. */
export function useQueuePlace(): QueuePlace | null {
  const client = useRealtimeClient()
  const queuePlace = () => client.connection().queuePlace
  return useSyncExternalStore(client.subscribe, queuePlace, queuePlace)
}

/** The room leads both players to the same gateway. `token`: whether one comes first, or is wanted for the next time. */
function realtimeAddress(
  { protocol, host }: Pick<Location, 'protocol' | 'host'>,
  roomId: string | null,
  returns: boolean,
): string {
  const scheme = protocol === 'https:' ? 'wss:' : 'ws:'
  const room = roomId === null ? '' : `room=${encodeURIComponent(roomId)}&`
  return `${scheme}//${host}/realtime?${room}token=${returns ? 'first' : 'wanted'}`
}
