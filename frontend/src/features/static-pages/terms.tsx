import { POLICIES_EFFECTIVE } from '../../config/site.js'
import { Contact } from './contact.js'
import { Page } from './page.js'

export default function Terms() {
  return (
    <Page title="Terms of Service" note={`Effective ${POLICIES_EFFECTIVE}`}>
      <p>By using Kla you agree to these terms. If you do not agree with them, do not use it.</p>

      <h2>18 or older, without exception</h2>
      <p>
        You must be at least 18 years old. If you meet somebody who is under age, leave and report them at once.
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

      <h2>Bans</h2>
      <p>We may ban an account at our discretion, for a time or for good.</p>

      <h2>What costs money</h2>
      <p>
        GIF saves and Wild Cards are paid features. Every sale is final, and prices may change; what you have bought
        already is not affected by that.
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
