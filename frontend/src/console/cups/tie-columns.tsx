import type { CupTieView } from '@kla/proto/web'
import { Countdown } from '../kit/moments/countdown.js'
import type { Column } from '../kit/table/columns.js'
import { TieStatePill } from './pills.js'
import { playerWords, tieWords } from './tie-names.js'
import styles from './cups.module.css'

/** What every list of ties shows. */
export const TIE: Column<CupTieView> = {
  title: 'Tie',
  cell: ({ cup_name, tie }) => (
    <span className={styles.tie}>
      {cup_name}: {tieWords(tie)}
    </span>
  ),
  opens: true,
}

export const PLAYERS: Column<CupTieView> = {
  title: 'Players',
  cell: ({ player_a, player_b }) => `${playerWords(player_a)} v ${playerWords(player_b)}`,
}

export const STATE: Column<CupTieView> = { title: 'State', cell: ({ tie }) => <TieStatePill state={tie.state} /> }

export const DEADLINE: Column<CupTieView> = {
  title: 'Time left',
  cell: ({ tie }) => (tie.deadline === null ? '-' : <Countdown until={tie.deadline} over="any moment" />),
  figures: true,
}
