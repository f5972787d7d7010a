import { AdminSessions } from '../entities/admin-sessions.js'
import { useEveryonesSessionsQuery } from '../entities/passkeys-api.js'
import { ListBody } from '../kit/states.js'

/** Sessions of all administrators. */
export function EveryonesSessions() {
  const query = useEveryonesSessionsQuery()
  const sessions = query.data?.sessions ?? []
  return (
    <ListBody
      query={query}
      failed="Failed to load the sessions."
      empty={sessions.length === 0 ? 'No one is signed in.' : null}
    >
      <AdminSessions sessions={sessions} named />
    </ListBody>
  )
}
