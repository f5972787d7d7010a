import { type ReactNode, Suspense, useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { useSession } from '../entities/session/use-session.js'
import { api, sessionEnded } from '../shared/api/api.js'
import { lazyPart } from '../shared/loading/lazy-part.js'
import { type ClosedBy, RealtimeProvider } from '../shared/realtime/index.js'

/** Loaded right after the first paint: later there may be no network. */
const WaitingHelp = lazyPart(() => import('../entities/connection/waiting-help.js'), {
  inRoom: true,
  waiting: () => null,
})

interface ConnectedProps {
  roomId?: string | undefined
  children: ReactNode
}

export function Connected({ roomId, children }: ConnectedProps) {
  const { session } = useSession()
  const dispatch = useDispatch()
  const afterClose = useCallback(
    (closedBy: ClosedBy) => {
      if (closedBy === 'signed-out') dispatch(sessionEnded())
      if (closedBy === 'banned') dispatch(api.util.invalidateTags(['Bans']))
    },
    [dispatch],
  )
  // The refusal may concern only this connection; auth decides.
  const readSession = useCallback(() => void dispatch(api.util.invalidateTags(['Session'])), [dispatch])
  return (
    <RealtimeProvider
      accessToken={session?.accessToken ?? undefined}
      roomId={roomId}
      onClosed={afterClose}
      onNotSignedIn={readSession}
    >
      <Suspense>
        <WaitingHelp />
      </Suspense>
      {children}
    </RealtimeProvider>
  )
}
