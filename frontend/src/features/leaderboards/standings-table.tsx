import type { LeaderboardMode } from '@kla/proto/web'
import { Link } from 'react-router'
import { nameOfPlayer } from '../../entities/player/player.js'
import { PATHS } from '../../shared/config/paths.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { RANKED_BY, RANKING, STANDINGS } from '../../texts/leaderboards.js'
import type { LeaderboardEntry } from './api.js'
import styles from './standings-table.module.css'

interface StandingsTableProps {
  entries: readonly LeaderboardEntry[]
  mode: LeaderboardMode
  ownId: number | null
}

export const StandingsTable = ({ entries, mode, ownId }: StandingsTableProps) => {
  const order = (column: LeaderboardMode) => (column === mode ? 'descending' : undefined)
  return (
    <table className={styles.table} data-mode={mode}>
      <caption className="visually-hidden">{RANKING[mode]}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.rank}>
            {STANDINGS.place}
          </th>
          <th scope="col">{STANDINGS.player}</th>
          <th scope="col" className={styles.won} aria-sort={order('wins')}>
            {STANDINGS.won}
          </th>
          <th scope="col" className={styles.played} aria-sort={order('played')}>
            {STANDINGS.played}
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
              {entry.id === ownId && <span className={styles.you}>{STANDINGS.you}</span>}
            </th>
            <td className={styles.won}>{entry.games_won}</td>
            <td className={styles.played}>{entry.games_played}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface OwnPlaceProps {
  place: LeaderboardEntry | null | undefined
  mode: LeaderboardMode
  settled: boolean
}

export const OwnPlace = ({ place, mode, settled }: OwnPlaceProps) => (
  <section className={styles.own} aria-labelledby="own-place">
    <h2 id="own-place" className={styles.title}>
      {STANDINGS.ownPlace}
    </h2>
    {!settled && place === undefined && <Skeleton height="5rem" />}
    {settled && !place && (
      <p className={styles.none}>
        {STANDINGS.noPlace({ lobby: (content) => <Link to={PATHS.gameroom}>{content}</Link> })}
      </p>
    )}
    {place && (
      <>
        <p className={styles.ownPlaceRank}>
          <span className="tabular">{place.rank}</span> <span className={styles.by}>{RANKED_BY[mode]}</span>
        </p>
        <dl className={styles.figures}>
          <dt>{STANDINGS.won}</dt>
          <dd className="tabular">{place.games_won}</dd>
          <dt>{STANDINGS.played}</dt>
          <dd className="tabular">{place.games_played}</dd>
        </dl>
      </>
    )}
  </section>
)
