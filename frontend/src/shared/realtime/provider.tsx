import { createContext, useEffect, type ReactNode } from 'react'
import { browserClient as client } from './browser-client.js'
import { createHolding } from './holding.js'
import type { RealtimeClient } from './realtime-client.js'

export const RealtimeContext = createContext<RealtimeClient | null>(null)

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

const hold = createHolding(client)

/** Holds the page's one connection open for everything below. */
export function RealtimeProvider({ accessToken, onSignedOut, onNotSignedIn, onBanned, children }: RealtimeProviderProps) {
  useEffect(() => client.introduceBy(accessToken ?? null), [accessToken])

  useEffect(hold, [])

  useEffect(
    () =>
      client.subscribe(() => {
        const { closedBy } = client.connection()
        if (closedBy === 'signed-out') onSignedOut()
        if (closedBy === 'banned') onBanned?.()
      }),
    [onSignedOut, onBanned],
  )

  useEffect(() => client.onNotSignedIn(onNotSignedIn), [onNotSignedIn])

  return <RealtimeContext value={client}>{children}</RealtimeContext>
}
