import { useSelector } from 'react-redux'
import { useRealtime } from '../../shared/realtime/index.js'
import { useRemaining } from '../../shared/time/remaining.js'
import styles from './round-late.module.css'
import { selectTimer } from './state/use-room.js'
import Late from './waits/late.js'

/** Says so when nothing follows the end of a phase. */
export function RoundLate() {
  const by = useSelector(selectTimer)?.changesBy ?? null
  const leftMs = useRemaining(by)
  const { status } = useRealtime()
  return (
    <div className={styles.late}>
      {/* Another end is another wait. */}
      {leftMs === 0 && status === 'open' && <Late key={by} wait="round" />}
    </div>
  )
}
