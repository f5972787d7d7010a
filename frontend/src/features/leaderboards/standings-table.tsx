import type { LeaderboardMode } from '@kla/proto/web'
import { Avatar } from '../../shared/ui/avatar.js'
import type { LeaderboardEntry } from './leaderboard-api.js'
import { nameOfPlayer } from '../../entities/player/player.js'
import styles from './standings-table.module.css'

interface StandingsTableProps {
  entries: readonly LeaderboardEntry[]
  /** By which figure they stand. */
  mode: LeaderboardMode
  /** Null for visitors. */
  ownId: number | null
}

/** The best, place by place. */
export const StandingsTable = ({ entries, mode, ownId }: StandingsTableProps) => {
  const order = (column: LeaderboardMode) => (column === mode ? 'descending' : undefined)
  return (
    <table className={styles.table} data-mode={mode}>
      <caption className="visually-hidden">{mode === 'wins' ? 'Most Wins' : 'Most Played'}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.rank}>
            Place
          </th>
          <th scope="col">Player</th>
          <th scope="col" className={styles.won} aria-sort={order('wins')}>
            Won
          </th>
          <th scope="col" className={styles.played} aria-sort={order('played')}>
            Played
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} data-place={entry.rank} data-own={entry.id === ownId || undefined}>
            <td className={styles.rank}>{entry.rank}</td>
            <th scope="row" className={styles.player}>
              <Avatar name={nameOfPlayer(entry)} src={entry.avatar} size={36} />
              <span className={styles.name}>{nameOfPlayer(entry)}</span>
              {entry.id === ownId && <span className={styles.you}>You</span>}
            </th>
            <td className={styles.won}>{entry.games_won}</td>
            <td className={styles.played}>{entry.games_played}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
