import styles from './chat.module.css'
import type { Outgoing, Unsent } from './outgoing.js'

interface UnsentMessagesProps {
  lines: readonly Unsent[]
  outgoing: Outgoing
}

export default function UnsentMessages({ lines, outgoing }: UnsentMessagesProps) {
  return (
    <ul className={styles.unsent} aria-label="Messages not sent">
      {lines.map((line) => (
        <li key={line.id} role="status">
          <span className={styles.unsentText}>{line.message}</span>{' '}
          {line.state === 'waiting' ? (
            'Not sent yet. Trying again…'
          ) : (
            <>
              Not sent.{' '}
              <button type="button" className={styles.reply} onClick={() => void outgoing.resend(line)}>
                Try again
              </button>{' '}
              <button type="button" className={styles.reply} onClick={() => outgoing.drop(line.id)}>
                Discard
              </button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
