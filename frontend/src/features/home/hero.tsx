import { Link } from 'react-router'
import { buttonClass } from '../../shared/ui/button.js'
import { PATHS } from '../../shared/config/paths.js'
import { useLoginPath } from '../../entities/session/use-login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { RingArt } from './ring-art.js'
import styles from './hero.module.css'

export const Hero = () => {
  const { status, user } = useSession()
  // Keep their places until it is known whom they speak to.
  const unknown = status === 'loading'
  const loginPath = useLoginPath()
  const act = buttonClass({ variant: 'primary', size: 'l' })
  return (
    <section className={styles.hero} aria-labelledby="welcome">
      <div className={styles.art}>
        <RingArt />
      </div>
      <div className={styles.words}>
        <p className={styles.welcome} data-unknown={unknown || undefined}>
          {user ? `Welcome back, ${user.displayName}` : 'Welcome to Kla'}
        </p>
        <h1 id="welcome" className={styles.title}>
          Two corners.
          <br />
          One ring.
        </h1>
        <p className={styles.lead}>
          A live one-to-one webcam game for adults. Meet on camera, pick GIFs for each other round after round, and
          settle it with a vote.
        </p>
        <div className={styles.act}>
          {user ? (
            <Link className={act} to={PATHS.gameroom}>
              Find an opponent
            </Link>
          ) : (
            <a className={act} href={loginPath} data-unknown={unknown || undefined}>
              Login with Discord
            </a>
          )}
          <p className={styles.age}>18 or older, without exception.</p>
        </div>
        <p>
          <Link to={PATHS.leaderboards}>See who leads the board</Link>
        </p>
      </div>
    </section>
  )
}
