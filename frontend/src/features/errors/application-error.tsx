import { Button, buttonClass } from '../../shared/ui/button.js'
import { PATHS } from '../../shared/config/paths.js'
import styles from './errors.module.css'

/** Shown when drawing a screen failed. It relies on nothing that may itself be broken: a reload starts anew. */
export const ApplicationError = () => (
  <main className={styles.page}>
    <h1 className={styles.title}>Unexpected Application Error!</h1>
    <p className={styles.text}>Something broke on this page. Reloading it usually helps.</p>
    <div className={styles.acts}>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
      {/* Not the router's link: the page has to be loaded anew. */}
      <a className={buttonClass()} href={PATHS.home}>
        Go to the start
      </a>
    </div>
  </main>
)
