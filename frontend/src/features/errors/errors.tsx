import { useLoginPath } from '../../entities/session/login-path.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import styles from './errors.module.css'

/** Uses nothing that may itself be broken; a reload starts over. */
export const ApplicationError = () => (
  <main className={styles.page}>
    <h1 className={styles.title}>Unexpected Application Error!</h1>
    <p className={styles.text}>Something broke on this page. Reloading it usually helps.</p>
    <div className={styles.acts}>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
      {/* Not a router link: the page must reload. */}
      <a className={buttonClass()} href={PATHS.home}>
        Go to the home page
      </a>
    </div>
  </main>
)

export const SessionEnded = () => {
  useTitle('Logged out')
  return (
    <div className={styles.page}>
      <div role="alert">
        <h1 className={styles.title}>You’ve been logged out.</h1>
      </div>
      <p className={styles.text}>Your session has ended. Log in to come back to this screen.</p>
      <div className={styles.acts}>
        <a className={buttonClass({ variant: 'primary' })} href={useLoginPath()}>
          Login with Discord
        </a>
        <Button onClick={() => window.location.assign(PATHS.home)}>Go to the home page</Button>
      </div>
    </div>
  )
}
