import type { AdminSessionView } from '@kla/proto/web'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { Resettling } from '../../shared/ui/settling.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { When } from '../kit/moments.js'
import { Pill } from '../kit/text.js'
import styles from './entry-list.module.css'
import { useEndSessionMutation } from './passkeys-api.js'
import { toastFailure } from './step-up.js'

/** Words for how a session began. */
export const METHOD_WORDS: Readonly<Record<AdminSessionView['method'], string>> = {
  password: 'with a password',
  totp: 'with a password and a code',
  passkey: 'with a passkey',
  recovery: 'with a recovery code',
}

export const browserWords = ({ browser }: Pick<AdminSessionView, 'browser'>): string => browser || 'Unknown browser'

interface AdminSessionsProps {
  sessions: readonly AdminSessionView[]
  /** True if each session names its administrator. */
  named?: boolean
}

/** Sessions of administrators, each with its end; the session of this page ends in the header. */
export const AdminSessions = ({ sessions, named = false }: AdminSessionsProps) => (
  <ul className={styles.list}>
    <Resettling meaning={sessions.map(({ id }) => id).join()}>
      {sessions.map((session) => (
        <li key={session.id} className={styles.entry}>
          <div className={styles.facts}>
            <p className={styles.title}>
              <strong>
                {named ? `${session.administrator}, ` : ''}
                {browserWords(session)}
              </strong>
              {session.current && <Pill tone="green">This one</Pill>}
            </p>
            <p className={styles.muted}>
              Signed in <When at={session.opened_at} /> {METHOD_WORDS[session.method]}. Last used{' '}
              <When at={session.last_used_at} />.
            </p>
          </div>
          {!session.current && <EndSession session={session} named={named} />}
        </li>
      ))}
    </Resettling>
  </ul>
)

function EndSession({ session, named }: { session: AdminSessionView; named: boolean }) {
  const [end] = useEndSessionMutation()
  const [busy, setBusy] = useState(false)
  const signOut = async () => {
    setBusy(true)
    const { error } = await end(session.id)
    if (error) {
      setBusy(false)
      toastFailure(error, "We couldn't sign it out. Try again.")
    } else toastSuccess(`Signed out: ${named ? `${session.administrator}, ` : ''}${browserWords(session)}.`)
  }
  return (
    <Button busy={busy} onClick={() => void signOut()}>
      Sign out
      <span className="visually-hidden">
        {' '}
        {browserWords(session)}
        {named ? ` of ${session.administrator}` : ''}
      </span>
    </Button>
  )
}
