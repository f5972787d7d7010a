import { ALL_SEASONS, type LeaderboardMode } from '@kla/proto/web'
import { useState } from 'react'
import { Link } from 'react-router'
import { Competing } from '../../entities/competing/competing.js'
import { useSession } from '../../entities/session/use-session.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { SelectField } from '../../shared/ui/fields.js'
import { LoadFailed } from '../../shared/ui/load-failed.js'
import { Segmented } from '../../shared/ui/segmented.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { LEADERBOARDS, RANKING } from '../../texts/leaderboards.js'
import { useLeaderboardQuery } from './api.js'
import styles from './leaderboards.module.css'
import { countingRules, entriesOf, seasonOptions } from './rules.js'
import { OwnPlace, StandingsTable } from './standings-table.js'

const MODES = [
  { value: 'played', label: RANKING.played },
  { value: 'wins', label: RANKING.wins },
] as const

export default function Leaderboards() {
  useTitle(LEADERBOARDS.title)
  const { user } = useSession()
  const [mode, setMode] = useState<LeaderboardMode>('played')
  const [season, setSeason] = useState<string>(ALL_SEASONS)
  const { data, currentData, isError, isFetching, refetch } = useLeaderboardQuery(
    { mode, season },
    { refetchOnMountOrArgChange: true },
  )
  const board = isError ? undefined : currentData
  const entries = entriesOf(board, mode)

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>{LEADERBOARDS.title}</h1>
        <div className={styles.choices}>
          <Segmented label={LEADERBOARDS.rankedBy} name="ranked-by" value={mode} options={MODES} onChange={setMode} />
          <SelectField
            label={LEADERBOARDS.season}
            value={season}
            options={seasonOptions(data?.seasons ?? [])}
            onChange={setSeason}
          />
        </div>
      </header>
      {user && !isError && (
        <div className={styles.own}>
          <OwnPlace place={board?.you} mode={mode} settled={board !== undefined} />
        </div>
      )}
      <div className={styles.board}>
        {!board && !isError && <BoardLoading />}
        {isError && <BoardFailed busy={isFetching} onRetry={() => void refetch()} />}
        {board && entries.length === 0 && <BoardEmpty />}
        {entries.length > 0 && <StandingsTable entries={entries} mode={mode} ownId={user?.id ?? null} />}
        <Footnotes />
      </div>
      <div className={styles.next}>
        <Competing />
      </div>
    </div>
  )
}

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8]

const BoardLoading = () => (
  <div className={styles.loading} role="status">
    <span className="visually-hidden">{LEADERBOARDS.loading}</span>
    {PLACES.map((place) => (
      <Skeleton key={place} height="3.5rem" />
    ))}
  </div>
)

const BoardEmpty = () => (
  <EmptyState
    icon="list"
    title={LEADERBOARDS.empty}
    action={
      <Link className={buttonClass()} to={PATHS.gameroom}>
        {LEADERBOARDS.findOpponent}
      </Link>
    }
  >
    {LEADERBOARDS.emptyOffer}
  </EmptyState>
)

/** The specification asks for an empty list. */
const BoardFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <LoadFailed title={LEADERBOARDS.failed} busy={busy} onRetry={onRetry}>
    {LEADERBOARDS.failedWhy}
  </LoadFailed>
)

const Footnotes = () => (
  <ul className={styles.footnotes}>
    {countingRules().map((rule) => (
      <li key={rule}>{rule}</li>
    ))}
  </ul>
)
