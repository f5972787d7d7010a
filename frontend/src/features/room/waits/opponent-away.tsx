import { Blank } from '../../../entities/stage/pane.js'
import { OPPONENT_AWAY } from '../../../texts/room-opponent-away.js'
import { useGraceSeconds } from '../connection.js'
import styles from '../connection.module.css'
import Late from './late.js'

interface OpponentAwayProps {
  name: string
  awaited: boolean
}

/** Shows how long the room keeps a disconnected opponent's seat. */
export default function OpponentAway({ name, awaited }: OpponentAwayProps) {
  const seconds = useGraceSeconds()
  const rest =
    seconds > 0 ? (
      <p className={awaited ? 'tabular' : styles.more} aria-hidden="true">
        {OPPONENT_AWAY.seatKept({ seconds })}
      </p>
    ) : (
      <>
        <p className={awaited ? undefined : styles.more}>{OPPONENT_AWAY.deciding}</p>
        <Late wait="decision" name={name} />
      </>
    )
  if (awaited) {
    return (
      <Blank name={name}>
        <p role="status">{OPPONENT_AWAY.onTheWay({ name })}</p>
        {rest}
      </Blank>
    )
  }
  return (
    <div className={styles.veil}>
      <p className={styles.count} aria-hidden="true">
        {seconds}
      </p>
      <p role="status">{OPPONENT_AWAY.lost({ name })}</p>
      {rest}
    </div>
  )
}
