import { classNames } from '../../../shared/ui/class-names.js'
import { Countdown } from '../../../shared/ui/countdown.js'
import { Icon } from '../../../shared/ui/icon.js'
import type { TieView } from '../../../entities/cup/cups.js'
import { playsIn } from '../standing.js'
import { sideWords, statusWords, tieSentence, type Names } from './tie-words.js'
import styles from './tie-box.module.css'

interface TieBoxProps {
  tie: TieView
  names: Names
  ownId: number | null
}

/** Two places, who goes on, and how it stands. What is drawn is said in one sentence as well. */
export const TieBox = ({ tie, names, ownId }: TieBoxProps) => {
  const own = ownId !== null && playsIn(tie, ownId)
  return (
    <li className={styles.tie}>
      <p className="visually-hidden">{tieSentence(tie, names)}</p>
      <div className={styles.box} data-state={tie.state} aria-hidden="true">
        {[tie.player_a, tie.player_b].map((player, place) => (
          <p
            key={place}
            className={classNames(styles.side, player === null && styles.nobody)}
            data-side={own && player !== null ? (player === ownId ? 'you' : 'other') : undefined}
            data-lost={(tie.state === 'decided' && tie.winner_id !== player) || undefined}
          >
            <span className={styles.name}>{sideWords(tie, player, names)}</span>
            {player !== null && tie.winner_id === player && <Icon name="check" size={16} />}
          </p>
        ))}
        <p className={styles.status}>
          {statusWords(tie)}
          {tie.state === 'called' && tie.deadline && <Countdown until={tie.deadline} />}
        </p>
      </div>
    </li>
  )
}
