import type { Search } from '../../entities/matching/match-state.js'
import type { RealtimeStatus } from '../../shared/realtime/index.js'

/** What a search is at, in one line. */
export function searchStatus({ missed }: Search, connection: RealtimeStatus): string {
  if (connection === 'lost') return 'Connection lost. The search goes on once it is back.'
  if (connection !== 'open') return 'Connecting…'
  return missed ? 'The other player did not accept. Searching on…' : 'Searching for an opponent…'
}
