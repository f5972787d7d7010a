import { useEffect, useState } from 'react'
import { browserClock } from '../../shared/realtime/clock.js'
import { useLine, useRealtime } from '../../shared/realtime/index.js'
import { ConnectionHelp } from './connection-help.js'

/** A connection usually opens within a second; attempts to return come at least every five. */
const HELP_AFTER_MS = 12_000

/** Says what to do when the live connection does not open. */
export default function WaitingHelp() {
  const { status } = useRealtime()
  const inLine = useLine() !== null
  const waits = !inLine && (status === 'connecting' || status === 'lost')
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waits) return undefined
    const cancel = browserClock.after(HELP_AFTER_MS, () => setLate(true))
    return () => {
      cancel()
      setLate(false)
    }
  }, [waits])
  return late && <ConnectionHelp />
}
