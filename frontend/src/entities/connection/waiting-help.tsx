import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../shared/loading/lazy-part.js'
import { browserClock } from '../../shared/realtime/clock.js'
import { useLine, useRealtime } from '../../shared/realtime/index.js'

/** A connection usually opens within a second; an attempt to return comes at least every five. */
const HELP_AFTER_MS = 12_000

const ConnectionHelp = lazyPart(() => import('./connection-help.js'), { asBar: true, inRoom: true, waiting: () => null })

/** Says what to do where the live connection does not open. Loaded while it is open, as there may be no network later. */
export function WaitingHelp() {
  const { status } = useRealtime()
  const inLine = useLine() !== null
  const waits = !inLine && (status === 'connecting' || status === 'lost')
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waits) {
      void ConnectionHelp.load().catch(() => undefined)
      return undefined
    }
    const cancel = browserClock.after(HELP_AFTER_MS, () => setLate(true))
    return () => {
      cancel()
      setLate(false)
    }
  }, [waits])
  return <Suspense>{late && <ConnectionHelp />}</Suspense>
}
