import { useLoginPath } from '../../entities/session/login-path.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { ERRORS, NAVIGATION } from '../../texts/shell.js'
import styles from './errors.module.css'

/** Uses nothing that may itself be broken; a reload starts over. */
export const ApplicationError = () => (
  <main className={styles.page}>
    <h1 className={styles.title}>{ERRORS.broken}</h1>
    <p className={styles.text}>{ERRORS.brokenText}</p>
    <div className={styles.acts}>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {ERRORS.reload}
      </Button>
      {/* Not a router link: the page must reload. */}
      <a className={buttonClass()} href={PATHS.home}>
        {ERRORS.goHome}
      </a>
    </div>
  </main>
)

export const SessionEnded = () => {
  useTitle(ERRORS.loggedOutTitle)
  return (
    <div className={styles.page}>
      <div role="alert">
        <h1 className={styles.title}>{ERRORS.loggedOut}</h1>
      </div>
      <p className={styles.text}>{ERRORS.loggedOutText}</p>
      <div className={styles.acts}>
        <a className={buttonClass({ variant: 'primary' })} href={useLoginPath()}>
          {NAVIGATION.logIn}
        </a>
        <Button onClick={() => window.location.assign(PATHS.home)}>{ERRORS.goHome}</Button>
      </div>
    </div>
  )
}
