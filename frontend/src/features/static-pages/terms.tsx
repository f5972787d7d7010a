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
        You sign in with Discord, and your account here is tied to that account. What happens under it is yours to
        answer for.
      </p>

      <h2>How people treat each other</h2>
      <ul>
        <li>No harassment of any kind.</li>
        <li>No demanding of personal information: names, addresses, accounts, pictures.</li>
        <li>No hacking, cheating, or disturbing the service for others.</li>
      </ul>
      <p>The report button sits next to your opponent’s video, all through the battle. Please use it.</p>

      <h2>Competing</h2>
      <ul>
        <li>Play your own battles. Trading wins, or playing under another person’s account, is cheating.</li>
        <li>Leaderboards count what their footnotes say. We may correct an entry that came about unfairly.</li>
        <li>
          In a cup, a player who isn’t there in time loses the tie. A judge may watch a tie and decide a dispute. That
          decision is final.
        </li>
        <li>
          Spectators watch only while both players consent. These terms apply to spectators as they do to players.
        </li>
      </ul>

      <h2>Bans</h2>
      <p>We may ban an account at our discretion, for a time or for good.</p>

      <h2>What costs money</h2>
      <p>
        GIF saves, Wild Cards and the Battle Pass are paid features. Every sale is final, and prices may change; what
        you have bought already is not affected by that. A Battle Pass is for one season: the rewards you reach in it
        can be claimed until {days(PASS_CLAIM_GRACE_MS)} days after its end.
      </p>

      <h2>As it is</h2>
      <p>
        The service is provided as is. It is an alpha: it may break, change or pause, and we make no promise that it
        fits a certain purpose.
      </p>

      <h2>Contact</h2>
      <p>
        Write to us by e-mail: <Contact />.
      </p>
    </Page>
  )
}
