import { createContext, useEffect, useState, type ReactNode } from 'react'
import { realtimeAddress } from './address.js'
import { browserClock } from './clock.js'
import { openSocket } from './open-socket.js'
import { createRealtimeClient, type RealtimeClient } from './realtime-client.js'

export const RealtimeContext = createContext<RealtimeClient | null>(null)

interface RealtimeProviderProps {
  /** From `GET /auth/user`; the cookie does it alone where there is none. */
  accessToken?: string | undefined
  /** Called when the server says that this session has ended. */
  onSignedOut?: () => void
  /** Called when the server says that this account is banned. */
  onBanned?: () => void
  children: ReactNode
}

const goHome = () => window.location.assign('/')

/** Holds the one connection to the server, for everything below. Survives changes of its properties. */
export function RealtimeProvider({ accessToken, onSignedOut = goHome, onBanned, children }: RealtimeProviderProps) {
  const [client] = useState(() =>
    createRealtimeClient({
      openSocket,
      clock: browserClock,
      newId: () => crypto.randomUUID(),
      address: (roomId) => realtimeAddress(window.location, roomId),
    }),
  )

  useEffect(() => {
    client.introduceBy(accessToken ?? null)
  }, [client, accessToken])

  useEffect(() => {
    client.connect()
    return () => client.close()
  }, [client])

  useEffect(
    () =>
      client.subscribe(() => {
        const { closedBy } = client.connection()
        if (closedBy === 'signed-out') onSignedOut()
        if (closedBy === 'banned') onBanned?.()
      }),
    [client, onSignedOut, onBanned],
  )

  return <RealtimeContext value={client}>{children}</RealtimeContext>
}
