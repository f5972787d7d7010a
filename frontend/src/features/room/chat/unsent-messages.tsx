import { UNSENT } from '../../../texts/room-chat-late.js'
import { UI } from '../../../texts/ui.js'
import styles from './chat.module.css'
import type { Outgoing, Unsent } from './outgoing.js'

interface UnsentMessagesProps {
  lines: readonly Unsent[]
  outgoing: Outgoing
}

export default function UnsentMessages({ lines, outgoing }: UnsentMessagesProps) {
  return (
    <ul className={styles.unsent} aria-label={UNSENT.label}>
      {lines.map((line) => (
        <li key={line.id} role="status">
          <span className={styles.unsentText}>{line.message}</span>{' '}
          {line.state === 'waiting' ? (
            UNSENT.waiting
          ) : (
            <>
              {UNSENT.failed}{' '}
              <button type="button" className={styles.reply} onClick={() => void outgoing.resend(line)}>
                {UI.tryAgain}
              </button>{' '}
              <button type="button" className={styles.reply} onClick={() => outgoing.drop(line.id)}>
                {UNSENT.discard}
              </button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
