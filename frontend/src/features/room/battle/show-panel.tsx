import { useRoom } from '../state/use-room.js'
import { KeptCards } from '../saving/kept-cards.js'
import { useMe } from '../state/use-me.js'
import styles from './phase-panel.module.css'

const GOAL = {
  rush: 'Rush: the first to finish is expected to win the vote.',
  stamina: 'Stamina: the one who lasts longer is expected to win the vote.',
} as const

/** While the clips are shown: which round, and what it is about. */
export function ShowPanel() {
  const me = useMe()
  const round = useRoom(({ round }) => round)
  const mode = useRoom(({ about }) => about?.mode)
  const opponent = useRoom(({ players }) => players.find(({ id }) => id !== me)?.username ?? 'the other player')
  return (
    <div className={styles.beside}>
      <div className={styles.words}>
        <h2 className={styles.title}>Round {round}</h2>
        <p className={styles.text}>
          You see what {opponent} picked for you, and {opponent} what you picked. {mode && GOAL[mode]}
        </p>
      </div>
      <KeptCards />
    </div>
  )
}
