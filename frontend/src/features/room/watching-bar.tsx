import { useState } from 'react'
import { useSelector } from 'react-redux'
import { Watchers } from '../../entities/stage/watchers.js'
import { useRealtime } from '../../shared/realtime/index.js'
import { Switch } from '../../shared/ui/switch.js'
import { toastError } from '../../shared/ui/toast.js'
import { SPECTATORS } from '../../texts/room-spectators.js'
import { useServices } from './call/services.js'
import { consentWords } from './consent-words.js'
import { selectOpponent, useMe, useRoom } from './state/use-room.js'
import styles from './watching-bar.module.css'

export default function WatchingBar() {
  const me = useMe()
  const watchers = useRoom(({ watchers }) => watchers)
  const consents = useRoom(({ spectatorConsents }) => spectatorConsents)
  const opponent = useSelector(selectOpponent(me))
  const { allow, busy } = useAllowSpectators()
  const mine = consents.includes(me)
  const theirs = opponent !== null && consents.includes(opponent.id)
  return (
    <section className={styles.bar} aria-label={SPECTATORS.label}>
      <Watchers watchers={watchers} empty={SPECTATORS.none} />
      <div className={styles.consent}>
        <p className={styles.words} role="status">
          {consentWords({ mine, theirs, opponent: opponent?.username ?? null })}
        </p>
        <Switch on={mine} busy={busy} onChange={(allowed) => void allow(allowed)}>
          {SPECTATORS.allow}
        </Switch>
      </div>
    </section>
  )
}

/** Withdraws here at once, even without the server. */
function useAllowSpectators() {
  const { send } = useRealtime()
  const { broadcast } = useServices()
  const roomId = useRoom(({ roomId }) => roomId)
  const [busy, setBusy] = useState(false)

  const allow = async (allowed: boolean) => {
    if (!allowed) broadcast.consent(false)
    if (roomId === null || busy) return
    if (allowed) broadcast.consent(true)
    setBusy(true)
    const answer = await send('allow-spectators', { roomId, allow: allowed })
    setBusy(false)
    if (!answer.success) toastError(answer.error)
  }

  return { allow, busy }
}
