import { usePassQuery } from '../../lib/api/pass.js'
import { useTitle } from '../../lib/navigation/use-title.js'
import { useSession } from '../../lib/session/use-session.js'
import { NoSeason, PassFailed, PassLoading, SignedOut } from './pass-states.js'
import { Season } from './season.js'

/** The season of the battle pass, and how far one is in it. */
export default function BattlePass() {
  useTitle('Battle Pass')
  const { status, user } = useSession()
  const { data, isError, isFetching, refetch } = usePassQuery(undefined, {
    skip: user === null,
    // A battle may have ended since.
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  })
  if (status === 'ready' && !user) return <SignedOut />
  if (status === 'failed' || (isError && !data)) return <PassFailed busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <PassLoading />
  return data.season ? <Season season={data.season} you={data.you} /> : <NoSeason />
}
