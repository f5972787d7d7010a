import { usePassQuery } from '../../entities/pass/pass.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { useSession } from '../../entities/session/use-session.js'
import { NoSeason, PassFailed, PassLoading, SignedOut } from './pass-states.js'
import { Season } from './season.js'

/** The season of the battle pass, and how far one is in it. */
export default function BattlePass() {
  useTitle('Battle Pass')
  const { status, user } = useSession()
  const { data, isError, isFetching, refetch } = usePassQuery(undefined, {
    // Whose progress it is has to be known first.
    skip: status === 'loading',
    // A battle may have ended since.
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  })
  if (status === 'failed' || (isError && !data)) return <PassFailed busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <PassLoading />
  if (data.season) return <Season season={data.season} you={data.you} />
  return user ? <NoSeason /> : <SignedOut />
}
