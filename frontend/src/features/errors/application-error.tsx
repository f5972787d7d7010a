import { Button } from '../../components/ui/button.js'
import styles from './errors.module.css'

/** Shown when drawing a screen failed. It relies on nothing that may itself be broken: a reload starts anew. */
export const ApplicationError = () => (
  <main className={styles.page}>
    <h1 className={styles.title}>Unexpected Application Error!</h1>
    <p className={styles.text}>Something broke on this page. Reloading it usually helps.</p>
    <Button variant="primary" onClick={() => window.location.reload()}>
      Reload the page
    </Button>
  </main>
)
