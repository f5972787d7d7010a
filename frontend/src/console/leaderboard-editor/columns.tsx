import type { StandingsPage } from '@kla/proto/web'
import { nameOfPlayer } from '../../entities/player/player.js'
import type { Column } from '../kit/table/columns.js'
import styles from './leaderboard-editor.module.css'

export type StandingView = StandingsPage['results'][number]

/** 'vera #12'. */
export const playerName = ({ id, username }: Pick<StandingView, 'id' | 'username'>): string =>
  `${nameOfPlayer({ username })} #${id}`

export const COLUMNS: readonly Column<StandingView>[] = [
  { title: 'Place', cell: ({ rank }) => rank, figures: true },
  { title: 'Player', cell: (standing) => <span className={styles.name}>{playerName(standing)}</span>, opens: true },
  { title: 'Games won', cell: ({ games_won }) => games_won, figures: true },
  { title: 'Games played', cell: ({ games_played }) => games_played, figures: true },
]
