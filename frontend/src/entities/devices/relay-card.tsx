import type { RelayProbe } from '@kla/proto/web'
import { useState } from 'react'
import { api } from '../../shared/api/api.js'
import { browserClock } from '../../shared/realtime/clock.js'
import { canConnect } from '../../shared/rtc/can-connect.js'
import { tryRelay } from '../../shared/rtc/relay-probe.js'
import { Button } from '../../shared/ui/button.js'
import { Icon, type IconName } from '../../shared/ui/icon.js'
import { RELAY } from '../../texts/devices.js'
import { NoWebRtc } from '../connection/no-webrtc.js'
import { useSession } from '../session/use-session.js'
import styles from './devices.module.css'
import { hasRelay, judgeRelay, type RelayVerdict } from './relay-verdict.js'

type View = { kind: 'untried' | 'trying' | 'failed' | 'impossible' } | { kind: 'tried'; verdict: RelayVerdict }

const ICONS: Readonly<Record<RelayVerdict['tone'], IconName>> = {
  good: 'check',
  slow: 'clock',
  bad: 'alert',
  direct: 'link',
}

export function RelayCard() {
  const { user } = useSession()
  const [ask] = useLazyRelayProbeQuery()
  const [view, setView] = useState<View>({ kind: 'untried' })

  const attempt = async () => {
    if (!canConnect()) return setView({ kind: 'impossible' })
    setView({ kind: 'trying' })
    const { data: probe } = await ask()
    if (!probe) return setView({ kind: 'failed' })
    const { iceServers } = probe
    const roundTrip = hasRelay(probe)
      ? await tryRelay({
          createPeerConnection: (configuration) => new RTCPeerConnection(configuration),
          clock: browserClock,
          now: () => performance.now(),
          iceServers,
        })
      : null
    setView({ kind: 'tried', verdict: judgeRelay(probe, roundTrip) })
  }

  return (
    <div className={styles.relay}>
      <div className={styles.relayText} role="status">
        {view.kind === 'untried' && <p>{user ? RELAY.how : RELAY.logIn}</p>}
        {view.kind === 'trying' && <p>{RELAY.trying}</p>}
        {view.kind === 'failed' && (
          <p>
            <Icon name="offline" size={18} /> {RELAY.noAnswer}
          </p>
        )}
        {view.kind === 'impossible' && <NoWebRtc />}
        {view.kind === 'tried' && (
          <>
            <p className={styles.verdict} data-tone={view.verdict.tone}>
              <Icon name={ICONS[view.verdict.tone]} size={18} /> {view.verdict.title}
            </p>
            <p className="tabular">{view.verdict.text}</p>
          </>
        )}
      </div>
      {user && (
        <Button busy={view.kind === 'trying'} onClick={() => void attempt()}>
          {view.kind === 'untried' ? RELAY.tryIt : RELAY.tryAgain}
        </Button>
      )}
    </div>
  )
}

const relayApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Credentials live a minute.
    relayProbe: build.query<RelayProbe, void>({ query: () => 'user/relay', keepUnusedDataFor: 0 }),
  }),
})

const { useLazyRelayProbeQuery } = relayApi
