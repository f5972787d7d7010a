import { useSelector } from 'react-redux'
import { type Session, type SessionUser, useGetSessionQuery } from './session-api.js'
import { selectSessionEnded } from './session-slice.js'

type State = Parameters<typeof selectSessionEnded>[0]

export const useSessionEnded = (): boolean => useSelector((state: State) => selectSessionEnded(state))

interface SessionView {
  /** `failed`: the server is unreachable. */
  status: 'loading' | 'ready' | 'failed'
  user: SessionUser | null
  session: Session | null
}

export const useSession = (): SessionView => {
  const { data, error, isError, isSuccess } = useGetSessionQuery()
  const ended = useSessionEnded()
  const session = ended ? null : (data ?? null)
  // Still failed during the retry, so that screens do not flicker.
  const failed = isError || (error !== undefined && !isSuccess)
  return { status: failed ? 'failed' : isSuccess ? 'ready' : 'loading', user: session?.user ?? null, session }
}
