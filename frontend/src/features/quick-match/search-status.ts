import type { Search } from '../../lib/matching/match-state.js'
import type { RealtimeStatus } from '../../lib/realtime/index.js'

/** What a search is at, in one line. */
export function searchStatus({ missed }: Search, connection: RealtimeStatus): string {
  if (connection === 'closed') return 'Disconnected. Reload the page to search again.'
  if (connection !== 'open') return 'Connection lost. The search goes on once it is back.'
  return missed ? 'The other player did not accept. Searching on…' : 'Searching for an opponent…'
}
