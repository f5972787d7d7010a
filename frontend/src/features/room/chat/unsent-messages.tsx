import { CONTACT_ASK, UNSENT } from '../../../texts/room-chat-late.js'
import { UI } from '../../../texts/ui.js'
import styles from './chat.module.css'
import type { Outgoing, Unsent } from './outgoing.js'

interface UnsentMessagesProps {
  lines: readonly Unsent[]
  outgoing: Outgoing
  /** Called after a press, whose button goes. */
  onActed: () => void
}

export default function UnsentMessages({ lines, outgoing, onActed }: UnsentMessagesProps) {
  const act = (work: () => void) => {
    work()
    onActed()
  }
  return (
    <ul className={styles.unsent} aria-label={UNSENT.label}>
      {lines.map((line) => {
        const asked = line.state === 'asked'
        return (
          <li key={line.id} className={asked ? styles.ask : undefined} role={asked ? undefined : 'status'}>
            <span className={styles.unsentText}>{line.message}</span>{' '}
            {asked && <span role="alert">{CONTACT_ASK.rule}</span>}
            {line.state === 'waiting' ? (
              UNSENT.waiting
            ) : (
              <>
                {!asked && UNSENT.failed}{' '}
                <button type="button" className={styles.reply} onClick={() => act(() => void outgoing.resend(line))}>
                  {asked ? CONTACT_ASK.sendHidden : UI.tryAgain}
                </button>{' '}
                <button type="button" className={styles.reply} onClick={() => act(() => outgoing.drop(line.id))}>
                  {UNSENT.discard}
                </button>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
