import { useMemo, useSyncExternalStore } from 'react'
import { useSelector } from 'react-redux'
import { Watchers } from '../../entities/stage/watchers.js'
import { browserClock } from '../../shared/realtime/clock.js'
import { useRealtimeClient } from '../../shared/realtime/index.js'
import { Switch } from '../../shared/ui/switch.js'
import { toastError } from '../../shared/ui/toast.js'
import { SPECTATORS } from '../../texts/room-spectators.js'
import { useServices } from './call/services.js'
import { consentWords } from './consent-words.js'
import { createSpectatorConsent } from './spectator-consent.js'
import { selectOpponent, useMe, useRoom } from './state/use-room.js'
import styles from './watching-bar.module.css'

export default function WatchingBar() {
  const me = useMe()
  const watchers = useRoom(({ watchers }) => watchers)
  const consents = useRoom(({ spectatorConsents }) => spectatorConsents)
  const opponent = useSelector(selectOpponent(me))
  const { allow, wish } = useAllowSpectators()
  const known = consents.includes(me)
  const theirs = opponent !== null && consents.includes(opponent.id)
  return (
    <section className={styles.bar} aria-label={SPECTATORS.label}>
      <Watchers watchers={watchers} empty={SPECTATORS.none} />
      <div className={styles.consent}>
        <p className={styles.words} role="status">
          {consentWords({ mine: known && wish !== false, theirs, opponent: opponent?.username ?? null })}
        </p>
        <Switch on={wish ?? known} onChange={allow}>
          {SPECTATORS.allow}
        </Switch>
      </div>
    </section>
  )
}

function useAllowSpectators() {
  const client = useRealtimeClient()
  const { broadcast } = useServices()
  const roomId = useRoom(({ roomId }) => roomId)
  const consent = useMemo(() => {
    const isClosed = () => client.connection().status === 'closed'
    return createSpectatorConsent({
      broadcast,
      clock: browserClock,
      send: client.send,
      isClosed,
      onRefused: toastError,
    })
  }, [client, broadcast])
  const { wish } = useSyncExternalStore(consent.subscribe, consent.get)
  return { allow: (allowed: boolean) => consent.allow(roomId, allowed), wish }
}
