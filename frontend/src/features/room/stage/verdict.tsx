import { useRoom } from '../state/use-room.js'
import { useMe } from '../state/use-me.js'
import styles from './verdict.module.css'

/** The winner, or that there is none, in the largest letters of the product. */
export function Verdict() {
  const me = useMe()
  const phase = useRoom(({ phase }) => phase)
  const winnerId = useRoom(({ winnerId }) => winnerId)
  const winner = useRoom(({ players }) => players.find(({ id }) => id === winnerId)?.username ?? 'The other player')
  if (phase !== 'result') return null

  const side = winnerId === null ? 'none' : winnerId === me ? 'you' : 'other'
  return (
    <p className={styles.verdict} data-side={side}>
      {side === 'none' ? 'No winner' : side === 'you' ? 'You win' : `${winner} wins`}
    </p>
  )
}
