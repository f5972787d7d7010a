import { ReadyButton } from '../controls/ready-button.js'
import { useMe } from '../state/use-me.js'
import { useRoom } from '../state/use-room.js'
import styles from './phase-panel.module.css'

/** What is still missing before the bell. */
function missing(isReady: boolean, opponent: string | null, isOpponentReady: boolean): string {
  if (opponent === null) return 'Waiting for an opponent'
  if (isReady) return `Waiting for ${opponent} to be ready`
  return isOpponentReady ? `${opponent} is ready. Are you?` : 'Ready when you are'
}

/** Before the battle, and before a rematch. */
export function WaitingPanel({ phone }: { phone: boolean }) {
  const me = useMe()
  const isReady = useRoom(({ ready }) => ready.includes(me))
  const opponent = useRoom(({ players }) => players.find(({ id }) => id !== me)?.username ?? null)
  const isOpponentReady = useRoom(({ ready }) => ready.some((id) => id !== me))
  return (
    <div className={styles.words}>
      <h2 className={styles.title}>{missing(isReady, opponent, isOpponentReady)}</h2>
      <p className={styles.text}>
        Round 1 begins when both are ready. You pick a GIF for each other, then each of you watches what the other sent.
      </p>
      {!phone && (
        <div className={styles.actions}>
          <ReadyButton />
        </div>
      )}
    </div>
  )
}
