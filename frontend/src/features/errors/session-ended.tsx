import { Button, buttonClass } from '../../shared/ui/button.js'
import { PATHS } from '../../shared/config/paths.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { useLoginPath } from '../../entities/session/use-login-path.js'
import styles from './errors.module.css'

/** In place of every screen once the session has ended: it ran out, or was ended elsewhere. */
export const SessionEnded = () => {
  useTitle('Signed out')
  return (
    <div className={styles.page}>
      <div role="alert">
        <h1 className={styles.title}>You have been signed out.</h1>
      </div>
      <p className={styles.text}>Your session has ended. Sign in again, and you come back to this screen.</p>
      <div className={styles.acts}>
        <a className={buttonClass({ variant: 'primary' })} href={useLoginPath()}>
          Login with Discord
        </a>
        {/* Loaded anew, so that nothing of the person stays in the page. */}
        <Button onClick={() => window.location.assign(PATHS.home)}>Go to the start</Button>
      </div>
    </div>
  )
}
