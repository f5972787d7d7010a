import { LateHelp } from '../../entities/connection/late-help.js'
import { useRealtime } from '../../shared/realtime/index.js'

/** Help when an open connection brings no list. */
export default function RoomsLate() {
  const { status } = useRealtime()
  return status === 'open' && <LateHelp wait="lobby" />
}
