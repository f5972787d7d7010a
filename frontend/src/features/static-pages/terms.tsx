import { PASS_CLAIM_GRACE_MS } from '@kla/proto/web'
import { POLICIES_EFFECTIVE } from '../../shared/config/site.js'
import { Contact, Page } from './page.js'

const days = (ms: number) => ms / 86_400_000

export default function Terms() {
  return (
    <Page title="Terms of Service" note={`Effective ${POLICIES_EFFECTIVE}`}>
      <p>By using Kla you agree to these terms. If you don’t agree with them, don’t use it.</p>

      <h2>18 or older, without exception</h2>
      <p>
        You must be at least 18 years old. If you meet someone who is under age, leave and report them at once.
        Knowingly interacting with underage users is forbidden and may have legal consequences.
      </p>

      <h2>Your account</h2>
      <p>
        You log in with Discord, and your account here is tied to your Discord account. You are responsible for
        everything that happens under it.
      </p>

      <h2>How we treat each other</h2>
      <ul>
        <li>No harassment of any kind.</li>
        <li>No demanding personal information: names, addresses, accounts, pictures.</li>
        <li>No hacking, no cheating, and no disrupting the service for others.</li>
      </ul>
      <p>The report button sits next to your opponent’s video throughout the battle. Please use it.</p>

      <h2>Competing</h2>
      <ul>
        <li>Play your own battles. Trading wins or playing on another person’s account is cheating.</li>
        <li>The leaderboards’ footnotes say what counts. We may correct an entry that came about unfairly.</li>
        <li>
          In a cup, a player who isn’t there in time forfeits the tie. A judge may watch a tie and decide a dispute.
          That decision is final.
        </li>
        <li>
          Spectators may watch only while both players consent. These terms apply to spectators as well as to players.
        </li>
      </ul>

      <h2>Bans</h2>
      <p>We may ban an account at our discretion, temporarily or permanently.</p>

      <h2>Purchases</h2>
      <p>
        GIF saves, Wild Cards and the Battle Pass are paid features. All sales are final. Prices may change, but that
        doesn’t affect what you have already bought. A Battle Pass is valid for one season. You can claim the rewards
        you reach in it until {days(PASS_CLAIM_GRACE_MS)} days after the season ends.
      </p>

      <h2>No warranty</h2>
      <p>
        The service is provided as is. It is an alpha: it may break, change or pause, and we don’t promise that it fits
        any particular purpose.
      </p>

      <h2>Contact</h2>
      <p>
        Write to us by e-mail: <Contact />.
      </p>
    </Page>
  )
}
