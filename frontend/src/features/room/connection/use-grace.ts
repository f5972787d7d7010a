import { useState } from 'react'
import { RECONNECT_GRACE_MS } from '@kla/proto/web'
import { useClientConfig } from '../../../shared/api/client-config.js'
import { shownSeconds, useRemaining } from '../../../shared/time/remaining.js'

/** Seconds that a lost connection still keeps its seat, counted from when this was first shown. */
export function useGraceSeconds(): number {
  const [lostAt] = useState(() => Date.now())
  const graceMs = useClientConfig()?.reconnectGraceMs ?? RECONNECT_GRACE_MS
  return shownSeconds(useRemaining(lostAt + graceMs) ?? 0)
}
