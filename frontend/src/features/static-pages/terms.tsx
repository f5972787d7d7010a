import { PASS_CLAIM_GRACE_MS } from '@kla/proto/web'
import { POLICIES_EFFECTIVE } from '../../shared/config/site.js'
import {
  TERMS,
  TERMS_ACCOUNT,
  TERMS_AGE,
  TERMS_BANS,
  TERMS_COMPETING,
  TERMS_CONDUCT,
  TERMS_PURCHASES,
  TERMS_WARRANTY,
} from '../../texts/terms.js'
import { Contact, Page } from './page.js'

const days = (ms: number) => ms / 86_400_000

export default function Terms() {
  return (
    <Page title={TERMS.title} note={TERMS.effective({ date: POLICIES_EFFECTIVE })}>
      <p>{TERMS.agree}</p>

      <h2>{TERMS_AGE.title}</h2>
      <p>{TERMS_AGE.text}</p>

      <h2>{TERMS_ACCOUNT.title}</h2>
      <p>{TERMS_ACCOUNT.text}</p>

      <h2>{TERMS_CONDUCT.title}</h2>
      <ul>
        <li>{TERMS_CONDUCT.harassment}</li>
        <li>{TERMS_CONDUCT.personal}</li>
        <li>{TERMS_CONDUCT.cheating}</li>
      </ul>
      <p>{TERMS_CONDUCT.report}</p>

      <h2>{TERMS_COMPETING.title}</h2>
      <ul>
        <li>{TERMS_COMPETING.ownBattles}</li>
        <li>{TERMS_COMPETING.leaderboards}</li>
        <li>{TERMS_COMPETING.cups}</li>
        <li>{TERMS_COMPETING.spectators}</li>
      </ul>

      <h2>{TERMS_BANS.title}</h2>
      <p>{TERMS_BANS.text}</p>

      <h2>{TERMS_PURCHASES.title}</h2>
      <p>{TERMS_PURCHASES.text({ days: days(PASS_CLAIM_GRACE_MS) })}</p>

      <h2>{TERMS_WARRANTY.title}</h2>
      <p>{TERMS_WARRANTY.text}</p>

      <h2>{TERMS.contactTitle}</h2>
      <p>{TERMS.contact({ contact: (fallback) => <Contact>{fallback}</Contact> })}</p>
    </Page>
  )
}
