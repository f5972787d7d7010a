import { useSelector } from 'react-redux'
import { Watchers } from '../../../entities/stage/watchers.js'
import { Switch } from '../../../shared/ui/switch.js'
import { selectOpponent } from '../state/selectors.js'
import { useMe } from '../state/use-me.js'
import { useRoom } from '../state/use-room.js'
import { consentWords } from './consent-words.js'
import { useAllowSpectators } from './use-allow-spectators.js'
import styles from './watching-bar.module.css'

/** In the room of a cup tie: who watches, always in sight, and whether others than judges may. */
export function WatchingBar() {
  const me = useMe()
  const watchers = useRoom(({ watchers }) => watchers)
  const consents = useRoom(({ spectatorConsents }) => spectatorConsents)
  const opponent = useSelector(selectOpponent(me))
  const { allow, busy } = useAllowSpectators()
  const mine = consents.includes(me)
  const theirs = opponent !== null && consents.includes(opponent.id)
  return (
    <section className={styles.bar} aria-label="Who watches">
      <Watchers watchers={watchers} nobody="Nobody is watching." />
      <div className={styles.consent}>
        <p className={styles.words} role="status">
          {consentWords({ mine, theirs, opponent: opponent?.username ?? null })}
        </p>
        <Switch on={mine} busy={busy} onChange={(allowed) => void allow(allowed)}>
          Allow spectators
        </Switch>
      </div>
    </section>
  )
}
