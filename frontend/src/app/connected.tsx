import { useCallback, type ReactNode } from 'react'
import { useDispatch } from 'react-redux'
import { api, sessionEnded } from '../shared/api/api.js'
import { type ClosedBy, RealtimeProvider } from '../shared/realtime/index.js'
import { useSession } from '../entities/session/use-session.js'

export function Connected({ children }: { children: ReactNode }) {
  const { session } = useSession()
  const dispatch = useDispatch()
  const afterClose = useCallback(
    (closedBy: ClosedBy) => {
      if (closedBy === 'signed-out') dispatch(sessionEnded())
      if (closedBy === 'banned') dispatch(api.util.invalidateTags(['Bans']))
    },
    [dispatch],
  )
  // A refusal alone may concern only this connection; auth decides.
  const readSession = useCallback(() => void dispatch(api.util.invalidateTags(['Session'])), [dispatch])
  return (
    <RealtimeProvider
      accessToken={session?.accessToken ?? undefined}
      onClosed={afterClose}
      onNotSignedIn={readSession}
    >
      {children}
    </RealtimeProvider>
  )
}
