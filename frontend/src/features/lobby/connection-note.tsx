import { Icon } from '../../shared/ui/icon.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { isEnded, useRealtime, type ClosedBy } from '../../shared/realtime/index.js'
import styles from './connection-note.module.css'

const ENDED: Partial<Record<ClosedBy, string>> = {
  banned: 'This account is banned.',
}

/** Says when the lobby is not live, and what happens about it. Silent while all is well. */
export const ConnectionNote = () => {
  const { status, closedBy } = useRealtime()
  return (
    <p className={styles.note} role="status">
      {status === 'lost' && (
        <>
          <Spinner /> Connection lost. Trying to get it back…
        </>
      )}
      {isEnded(closedBy) && (
        <>
          <Icon name="offline" /> {(closedBy && ENDED[closedBy]) ?? 'Disconnected. Reload the page to come back.'}
        </>
      )}
    </p>
  )
}
