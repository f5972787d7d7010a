import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useRealtime } from '../../../shared/realtime/index.js'
import { selectTimer } from './selectors.js'

/** The server is given this long to say what follows a deadline. */
const PATIENCE_MS = 2_500

/** A phase that is over and is followed by nothing: whatever was lost comes with the room's state. */
export function useOverdue(): void {
  const { resync } = useRealtime()
  const endsAt = useSelector(selectTimer)?.endsAt ?? null

  useEffect(() => {
    if (endsAt === null) return undefined
    const timer = setTimeout(resync, Math.max(0, endsAt - Date.now()) + PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [endsAt, resync])
}
