import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { Panel } from '../../shared/ui/panel.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { AdminSessions } from '../entities/admin-sessions.js'
import { useEndSessionMutation, useOwnSessionsQuery } from '../entities/passkeys-api.js'
import { toastFailure } from '../entities/step-up.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { counted } from '../kit/numbers.js'
import { ListBody } from '../kit/states.js'
import styles from './account.module.css'

/** Panel of the browsers in which the administrator is signed in. */
export function OwnSessions() {
  const query = useOwnSessionsQuery()
  const [end] = useEndSessionMutation()
  const [asking, setAsking] = useState(false)
  const sessions = query.data?.sessions ?? []
  const others = sessions.filter(({ current }) => !current)
  const endOthers = async () => {
    for (const { id } of others) {
      const { error } = await end(id)
      if (!error) continue
      toastFailure(error, "We couldn't sign out all of them. Try again.")
      return
    }
    toastSuccess(`Signed out of ${counted(others.length, 'other browser')}.`)
  }
  return (
    <Panel title="Where you're signed in">
      <ListBody
        query={query}
        failed="Failed to load your sessions."
        empty={sessions.length === 0 ? 'No sessions found.' : null}
      >
        <div className={styles.form}>
          <AdminSessions sessions={sessions} />
          {others.length > 0 ? (
            <Button onClick={() => setAsking(true)}>Sign out all others</Button>
          ) : (
            <p className={styles.muted}>You&apos;re signed in nowhere else.</p>
          )}
        </div>
      </ListBody>
      {asking && (
        <ConfirmDialog
          title="Sign out everywhere else?"
          confirm="Sign out all others"
          onConfirm={endOthers}
          onClose={() => setAsking(false)}
        >
          <p>
            {counted(others.length, 'other browser')} will have to sign in again. What was typed there stays until then.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
