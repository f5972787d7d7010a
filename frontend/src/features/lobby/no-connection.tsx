import { Link } from 'react-router'
import { useIsBanned } from '../../entities/bans/bans.js'
import { settingsPath } from '../../shared/config/paths.js'
import type { ClosedBy } from '../../shared/realtime/index.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { NO_CONNECTION } from '../../texts/no-connection.js'

/** Explains why a page whose connection has ended lists no rooms. */
export default function NoConnection({ closedBy }: { closedBy: ClosedBy | null }) {
  return useIsBanned(closedBy) ? (
    <EmptyState icon="users" title={NO_CONNECTION.banned}>
      {NO_CONNECTION.bannedWhy({ standing: (link) => <Link to={settingsPath('standing')}>{link}</Link> })}
    </EmptyState>
  ) : (
    <EmptyState icon="offline" title={NO_CONNECTION.disconnected}>
      {NO_CONNECTION.reload}
    </EmptyState>
  )
}
