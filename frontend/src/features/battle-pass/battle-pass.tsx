import { Link } from 'react-router'
import { usePassQuery } from '../../entities/pass/pass.js'
import { useLoginPath } from '../../entities/session/login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import styles from './battle-pass.module.css'
import { Season } from './season.js'

export default function BattlePass() {
  useTitle('Battle Pass')
  const { status, user } = useSession()
  const { data, isError, isFetching, refetch } = usePassQuery(undefined, {
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

const SignedOut = () => (
  <EmptyState
    wholeScreen
    icon="user"
    title="Log in to see your Battle Pass"
    action={
      <a className={buttonClass({ variant: 'primary' })} href={useLoginPath()}>
        Login with Discord
      </a>
    }
  >
    Points and rewards go to your Discord account.
  </EmptyState>
)

const PassLoading = () => (
  <div className={styles.page} role="status">
    <span className="visually-hidden">Loading the Battle Pass…</span>
    <Skeleton height="9rem" />
    <Skeleton height="24rem" />
  </div>
)

const PassFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    wholeScreen
    icon="offline"
    title="We couldn't load the Battle Pass"
    action={
      <Button busy={busy} onClick={onRetry}>
        Try again
      </Button>
    }
  >
    Your points are safe. Try again in a moment.
  </EmptyState>
)

const NoSeason = () => (
  <EmptyState
    wholeScreen
    icon="clock"
    title="No season is running right now"
    action={
      <Link className={buttonClass()} to={PATHS.gameroom}>
        Find an opponent
      </Link>
    }
  >
    The next one appears here when it begins. If you own a Battle Pass, you can use it then.
  </EmptyState>
)
