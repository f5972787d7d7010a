import { useEffect, useState } from 'react'
import { browserClock } from '../../shared/realtime/clock.js'
import { useQueuePlace, useRealtime } from '../../shared/realtime/index.js'
import { ConnectionHelp } from './connection-help.js'

/** Connections open within a second; retries come every five. */
const HELP_AFTER_MS = 12_000

export default function WaitingHelp() {
  const { status } = useRealtime()
  const inLine = useQueuePlace() !== null
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
