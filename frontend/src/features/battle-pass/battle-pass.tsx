import { Link } from 'react-router'
import { usePassQuery } from '../../entities/pass/pass.js'
import { useLoginPath } from '../../entities/session/login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { LoadFailed } from '../../shared/ui/load-failed.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { BATTLE_PASS } from '../../texts/battle-pass.js'
import styles from './battle-pass.module.css'
import { Season } from './season.js'

export default function BattlePass() {
  useTitle(BATTLE_PASS.title)
  const { status, user } = useSession()
  const { data, isError, isFetching, refetch } = usePassQuery(undefined, {
    skip: status === 'loading',
    // A battle may have ended since.
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  })
  if (status === 'failed' || (isError && !data)) return <PassFailed busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <PassLoading />
  if (data.season) return <Season season={data.season} you={data.you} earlier={data.earlier ?? []} />
  return user ? <NoSeason /> : <SignedOut />
}

const SignedOut = () => (
  <EmptyState
    wholeScreen
    icon="user"
    title={BATTLE_PASS.signedOut}
    action={
      <a className={buttonClass({ variant: 'primary' })} href={useLoginPath()}>
        {BATTLE_PASS.logIn}
      </a>
    }
  >
    {BATTLE_PASS.logInWhy}
  </EmptyState>
)

const PassLoading = () => (
  <div className={styles.page} role="status">
    <span className="visually-hidden">{BATTLE_PASS.loading}</span>
    <Skeleton height="9rem" />
    <Skeleton height="24rem" />
  </div>
)

const PassFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <LoadFailed wholeScreen title={BATTLE_PASS.failed} busy={busy} onRetry={onRetry}>
    {BATTLE_PASS.failedWhy}
  </LoadFailed>
)

const NoSeason = () => (
  <EmptyState
    wholeScreen
    icon="clock"
    title={BATTLE_PASS.noSeason}
    action={
      <Link className={buttonClass()} to={PATHS.gameroom}>
        {BATTLE_PASS.findOpponent}
      </Link>
    }
  >
    {BATTLE_PASS.noSeasonWhy}
  </EmptyState>
)
