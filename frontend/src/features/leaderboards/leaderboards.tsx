import { useState } from 'react'
import { ALL_SEASONS, type LeaderboardMode } from '@kla/proto/web'
import { Competing } from '../../entities/competing/competing.js'
import { Segmented } from '../../shared/ui/segmented.js'
import { SelectField } from '../../shared/ui/fields.js'
import { useLeaderboardQuery } from './leaderboard-api.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { useSession } from '../../entities/session/use-session.js'
import { entriesOf } from './entries-of.js'
import { Footnotes } from './footnotes.js'
import { BoardEmpty, BoardFailed, BoardLoading } from './leaderboard-states.js'
import { OwnPlace } from './own-place.js'
import { seasonOptions } from './season-words.js'
import { StandingsTable } from './standings-table.js'
import styles from './leaderboards.module.css'

const MODES = [
  { value: 'played', label: 'Most Played' },
  { value: 'wins', label: 'Most Wins' },
] as const

/** Who has played and won most. For everybody, also for visitors. */
export default function Leaderboards() {
  useTitle('Leaderboards')
  const { user } = useSession()
  const [mode, setMode] = useState<LeaderboardMode>('played')
  const [season, setSeason] = useState<string>(ALL_SEASONS)
  // Asked anew at every change: battles end all the time.
  const { data, currentData, isError, isFetching, refetch } = useLeaderboardQuery(
    { mode, season },
    { refetchOnMountOrArgChange: true },
  )
  const board = isError ? undefined : currentData
  const entries = entriesOf(board, mode)

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>Leaderboards</h1>
        <div className={styles.choices}>
          <Segmented label="Ranked by" name="ranked-by" value={mode} options={MODES} onChange={setMode} />
          <SelectField label="Season" value={season} options={seasonOptions(data?.seasons ?? [])} onChange={setSeason} />
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
