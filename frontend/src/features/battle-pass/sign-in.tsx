import { buttonClass } from '../../shared/ui/button.js'
import { useLoginPath } from '../../entities/session/use-login-path.js'
import styles from './activation.module.css'

/** For who looks at a season without being signed in. */
export const SignIn = () => (
  <section className={styles.activation} aria-labelledby="sign-in">
    <h2 id="sign-in" className={styles.title}>
      Log in to collect points
    </h2>
    <p className={styles.text}>Points and rewards come to your Discord account.</p>
    <a className={buttonClass({ variant: 'primary' })} href={useLoginPath()}>
      Login with Discord
    </a>
  </section>
)
