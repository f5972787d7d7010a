import { Icon } from '../../../shared/ui/icon.js'
import { useRoom } from '../state/use-room.js'
import styles from './notes.module.css'

/** Says that somebody is ready, while others are awaited. */
export function ReadyNote({ id }: { id: number }) {
  const ready = useRoom(({ phase, ready }) => phase === 'waiting' && ready.includes(id))
  return ready ? (
    <span className={styles.note}>
      <Icon name="check" size={16} /> Ready
    </span>
  ) : null
}
