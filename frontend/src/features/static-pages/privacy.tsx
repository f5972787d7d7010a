import { MATCH_RECENT_MS } from '@kla/proto/web'
import { useClientConfig } from '../../shared/api/client-config.js'
import { POLICIES_EFFECTIVE } from '../../shared/config/site.js'
import {
  PRIVACY,
  PRIVACY_CAMERA,
  PRIVACY_DELETION,
  PRIVACY_DISCORD,
  PRIVACY_LIMITS,
  PRIVACY_MATCHING,
  PRIVACY_PAYMENTS,
  PRIVACY_PLAYING,
  PRIVACY_PUBLIC,
} from '../../texts/privacy.js'
import { Contact, Page } from './page.js'

const minutes = (ms: number) => ms / 60_000

export default function Privacy() {
  const { sendsMail = false, evidenceKey = null } = useClientConfig() ?? {}
  return (
    <Page title={PRIVACY.title} note={PRIVACY.effective({ date: POLICIES_EFFECTIVE })}>
      <p>{PRIVACY.lead}</p>

      <h2>{PRIVACY_DISCORD.title}</h2>
      <p>{PRIVACY_DISCORD.text}</p>
      {sendsMail && <p>{PRIVACY_DISCORD.mail}</p>}

      <h2>{PRIVACY_PLAYING.title}</h2>
      <ul>
        <li>{PRIVACY_PLAYING.battles}</li>
        <li>{PRIVACY_PLAYING.reports}</li>
        <li>{PRIVACY_PLAYING.bans}</li>
        <li>{PRIVACY_PLAYING.age}</li>
        <li>{PRIVACY_PLAYING.limits}</li>
        <li>{PRIVACY_PLAYING.met}</li>
        <li>{PRIVACY_PLAYING.seen}</li>
        <li>{PRIVACY_PLAYING.signIns}</li>
        <li>{PRIVACY_PLAYING.pass}</li>
      </ul>

      <h2>{PRIVACY_CAMERA.title}</h2>
      <p>{PRIVACY_CAMERA.battle}</p>
      {evidenceKey && <p>{PRIVACY_CAMERA.stills}</p>}
      <p>{PRIVACY_CAMERA.cups}</p>

      <h2>{PRIVACY_MATCHING.title}</h2>
      <ul>
        <li>{PRIVACY_MATCHING.wish}</li>
        <li>{PRIVACY_MATCHING.rating}</li>
        <li>{PRIVACY_MATCHING.recent({ minutes: minutes(MATCH_RECENT_MS) })}</li>
        <li>{PRIVACY_MATCHING.blocks}</li>
      </ul>

      <h2>{PRIVACY_PUBLIC.title}</h2>
      <ul>
        <li>{PRIVACY_PUBLIC.name}</li>
        <li>{PRIVACY_PUBLIC.leaderboards}</li>
        <li>{PRIVACY_PUBLIC.cups}</li>
      </ul>

      <h2>{PRIVACY_PAYMENTS.title}</h2>
      <p>{PRIVACY_PAYMENTS.text}</p>

      <h2>{PRIVACY_LIMITS.title}</h2>
      <p>{PRIVACY_LIMITS.text}</p>

      <h2>{PRIVACY_DELETION.title}</h2>
      <p>{PRIVACY_DELETION.text({ contact: (fallback) => <Contact>{fallback}</Contact> })}</p>
    </Page>
  )
}
