import { MATCH_RECENT_MS } from '@kla/proto/web'
import { useClientConfig } from '../../shared/api/client-config.js'
import { POLICIES_EFFECTIVE } from '../../shared/config/site.js'
import { Contact, Page } from './page.js'

const minutes = (ms: number) => ms / 60_000

export default function Privacy() {
  const sendsMail = useClientConfig()?.sendsMail ?? false
  return (
    <Page title="Privacy" note={`Effective ${POLICIES_EFFECTIVE}`}>
      <p>What Kla knows about you, where it comes from, and what it is for.</p>

      <h2>From Discord, when you sign in</h2>
      <p>
        Your id, username, e-mail address, global name, avatar, and the list of servers you are in. We never see your
        password.
      </p>
      {sendsMail && (
        <p>
          To the e-mail address we send answers to your tickets, and word of a ban and of its end. The mail server that
          carries them sees the address and the letter. We keep for some months that a letter was sent, not what it
          said.
        </p>
      )}

      <h2>From playing</h2>
      <ul>
        <li>Your battles: when, which mode, and how they ended.</li>
        <li>Reports that you write or that are written about you, and what was said in the room’s chat before.</li>
        <li>Bans, and the tickets you send to support.</li>
        <li>That you declared to be 18 or older.</li>
        <li>How far you are in the Battle Pass, and which of its rewards you claimed.</li>
      </ul>

      <h2>Your camera and microphone</h2>
      <p>
        In a battle they go to your opponent only, directly or through a relay, encrypted on the way. We do not record
        them. On a direct connection the other side’s machine can see your network address.
      </p>
      <p>
        A tie of a cup can be watched. Judges may watch any tie, to decide what is disputed. Spectators are signed-in
        adults, and they watch only while both players consent: no one can watch before you both say yes, and either of
        you can withdraw at any moment, which ends it. You always see who is watching. Watchers see and hear you, you
        neither see nor hear them. Where this site has a relay, they are connected through it alone, so that they do not
        learn your network address. No one can watch battles outside cups.
      </p>

      <h2>Finding an opponent</h2>
      <ul>
        <li>While you search we keep the mode and the category you asked for. They are gone when the search ends.</li>
        <li>
          A rating, worked out from how your battles ended, finds you opponents of a similar strength. No one can see
          it.
        </li>
        <li>
          Whom you met by a search is remembered for {minutes(MATCH_RECENT_MS)} minutes, so that you meet someone else
          next.
        </li>
        <li>
          Your block list keeps people from being matched with you and from joining your rooms. Only you can see it, and
          we don’t tell the people on it.
        </li>
      </ul>

      <h2>What everyone can see</h2>
      <ul>
        <li>
          Others see you under your player name with a drawn picture, or under your Discord name and picture: you
          choose. If you use a player name, other players see nothing of your Discord account.
        </li>
        <li>
          The leaderboards show your name, your picture, and how many games you played and won, also to visitors who are
          not signed in, unless you turn that off in the settings.
        </li>
        <li>
          A cup that you enter shows your name, whether you checked in, whom you played and how each tie was decided.
        </li>
      </ul>

      <h2>Payments</h2>
      <p>
        Cards are handled by an external payment provider. Your card details never reach us; of a payment we keep the
        provider’s session token.
      </p>

      <h2>What we don’t do</h2>
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
