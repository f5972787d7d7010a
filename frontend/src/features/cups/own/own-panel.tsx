import { Link } from 'react-router'
import { buttonClass } from '../../../shared/ui/button.js'
import { Panel } from '../../../shared/ui/panel.js'
import { PATHS } from '../../../shared/config/paths.js'
import type { Cup } from '../../../entities/cup/cups.js'
import { useLoginPath } from '../../../entities/session/use-login-path.js'
import { standingIn } from '../standing.js'
import { CheckedIn, CheckInDue, Entered, Outside } from './before-the-draw.js'
import { OwnTie } from './own-tie.js'
import styles from './own.module.css'

/** What one has to do with this cup now. */
export function OwnPanel({ cup, userId }: { cup: Cup; userId: number }) {
  const standing = standingIn(cup, userId)
  switch (standing.kind) {
    case 'outside':
      return <Outside cup={cup} full={standing.full} />
    case 'entered':
      return <Entered cup={cup} />
    case 'check-in-due':
      return <CheckInDue cup={cup} />
    case 'checked-in':
      return <CheckedIn cup={cup} />
    case 'tie':
      return <OwnTie key={standing.tie.id} cup={cup} tie={standing.tie} userId={userId} />
    case 'champion':
      return (
        <Panel title="The cup is yours" className={styles.panel}>
          <p>You won every tie. Well done.</p>
        </Panel>
      )
    case 'out':
      return (
        <Panel title="You are out of this cup" className={styles.panel}>
          <p className={styles.text}>Thank you for playing. You can follow the rest of it here.</p>
          <Link className={buttonClass()} to={PATHS.cups}>
            See the other cups
          </Link>
        </Panel>
      )
    case 'missed':
      return (
        <Panel title="You were not checked in" className={styles.panel}>
          <p className={styles.text}>The bracket was drawn without you. You can follow it here.</p>
        </Panel>
      )
    case 'onlooker':
      return null
  }
}

/** The way in for who is not signed in, while it is open. */
export const VisitorPanel = ({ cup }: { cup: Cup }) => {
  const loginPath = useLoginPath()
  if (cup.state !== 'sign-up' && cup.state !== 'check-in') return null
  return (
    <Panel title="Play in this cup" className={styles.panel}>
      <p className={styles.text}>You enter with your Discord account.</p>
      <a className={buttonClass({ variant: 'primary' })} href={loginPath}>
        Login with Discord
      </a>
    </Panel>
  )
}
