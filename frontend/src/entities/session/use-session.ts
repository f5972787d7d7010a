import { useSelector } from 'react-redux'
import { type Session, type SessionUser, useGetSessionQuery } from './session-api.js'
import { selectSessionEnded } from './session-slice.js'

type State = Parameters<typeof selectSessionEnded>[0]

export const useSessionEnded = (): boolean => useSelector((state: State) => selectSessionEnded(state))

interface SessionView {
  /** `failed`: the server could not be reached; the session may be known later. */
  status: 'loading' | 'ready' | 'failed'
  user: SessionUser | null
  session: Session | null
}

export const useSession = (): SessionView => {
  const { data, error, isError, isSuccess } = useGetSessionQuery()
  const ended = useSessionEnded()
  const session = ended ? null : (data ?? null)
  // Still failed while it is asked again: a screen that waits for it would otherwise come, ask, and go, for ever.
  const failed = isError || (error !== undefined && !isSuccess)
  return { status: failed ? 'failed' : isSuccess ? 'ready' : 'loading', user: session?.user ?? null, session }
}
