import { useEffect } from 'react'
import { Spinner } from '../../components/ui/spinner.js'
import { invitePath } from '../../lib/rooms/invite-path.js'
import type { RoomKey } from '../../lib/rooms/room-key.js'
import { loginPath } from '../../lib/session/login-path.js'
import styles from './join-link.module.css'

/** Sends a visitor to the login, which comes back to this very invitation. */
export const GoToLogin = ({ room }: { room: RoomKey }) => {
  const address = loginPath(invitePath(room))
  useEffect(() => window.location.replace(address), [address])
  return (
    <div className={styles.waiting}>
      <h1 className={styles.title}>You are invited to a battle</h1>
      <p className={styles.status} role="status">
        <Spinner /> Taking you to the login…
      </p>
    </div>
  )
}
