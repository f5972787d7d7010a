import type { Session, SessionUser } from './session.js'
import { useGetSessionQuery } from './session-api.js'

interface SessionView {
  /** `failed`: the server could not be asked; it may be known later. */
  status: 'loading' | 'ready' | 'failed'
  /** Null while loading, and for visitors. */
  user: SessionUser | null
  session: Session | null
}

/** Who is signed in here. */
export const useSession = (): SessionView => {
  const { data, isError, isSuccess } = useGetSessionQuery()
  const session = data ?? null
  return { status: isError ? 'failed' : isSuccess ? 'ready' : 'loading', user: session?.user ?? null, session }
}
