import { POLICIES_EFFECTIVE } from '../../config/site.js'
import { Contact } from './contact.js'
import { Page } from './page.js'

export default function Privacy() {
  return (
    <Page title="Privacy" note={`Effective ${POLICIES_EFFECTIVE}`}>
      <p>What Kla knows about you, where it comes from, and what it is for.</p>

      <h2>From Discord, when you sign in</h2>
      <p>
        Your id, username, e-mail address, global name, avatar, and the list of servers you are in. We never see your
        password.
      </p>

      <h2>From playing</h2>
      <ul>
        <li>Your battles: when, which mode, and how they ended.</li>
        <li>Reports that you write or that are written about you, and what was said in the room’s chat before.</li>
        <li>Bans, and the tickets you send to support.</li>
        <li>That you declared to be 18 or older.</li>
      </ul>
      <p>
        Your camera and microphone go to your opponent only, directly or through a relay, encrypted on the way. We do
        not record them. On a direct connection the other side’s machine can see your network address.
      </p>

      <h2>Payments</h2>
      <p>
        Cards are handled by an external payment provider. Your card details never reach us; of a payment we keep the
        provider’s session token.
      </p>

      <h2>What we do not do</h2>
      <p>
        No cookie tracking: the one cookie keeps you signed in. No selling of data. Your browser also remembers that you
        confirmed your age, and what is in your shopping cart.
      </p>

      <h2>Having your data deleted</h2>
      <p>
        Ask for it through a support ticket, or write to <Contact />.
      </p>
    </Page>
  )
}
