import { MATCH_RECENT_MS } from '@kla/proto/web'
import { useClientConfig } from '../../shared/api/client-config.js'
import { POLICIES_EFFECTIVE } from '../../shared/config/site.js'
import { Contact, Page } from './page.js'

const minutes = (ms: number) => ms / 60_000

export default function Privacy() {
  const { sendsMail = false, evidenceKey = null } = useClientConfig() ?? {}
  return (
    <Page title="Privacy" note={`Effective ${POLICIES_EFFECTIVE}`}>
      <p>What Kla knows about you, where we get it, and what we use it for.</p>

      <h2>From Discord, when you log in</h2>
      <p>
        Your id, username, e-mail address, global name, avatar, and the list of servers you’re in. We never see your
        password.
      </p>
      {sendsMail && (
        <p>
          We use the e-mail address to answer your tickets and to tell you when you’re banned and when a ban is lifted.
          The mail server that delivers these e-mails sees the address and the content. For some months we keep a record
          that an e-mail was sent, but not what it said.
        </p>
      )}

      <h2>From playing</h2>
      <ul>
        <li>Your battles: when, which mode, and how they ended.</li>
        <li>Reports by you or about you, and what was said in the room’s chat before them.</li>
        <li>Bans, and the tickets you send to support.</li>
        <li>That you declared you’re 18 or older.</li>
        <li>Your progress in the Battle Pass, and which rewards you claimed.</li>
      </ul>

      <h2>Your camera and microphone</h2>
      <p>
        In a battle your video and sound go only to your opponent, directly or through a relay, and encrypted on the
        way. Our servers don’t record them. On a direct connection, your opponent’s device can see your network address.
      </p>
      {evidenceKey && (
        <p>
          If your opponent reports you, their browser may send us small stills of your last 20 seconds of video, without
          sound. The browser encrypts them, only our moderators can open them, and we log every opening. We delete them
          30 days after we find no breach, six months after we act on a report, and a year after a report of a serious
          crime or a risk to a child. Unless someone reports you, no stills leave your opponent’s browser.
        </p>
      )}
      <p>
        Cup ties can be watched. Judges may watch any tie to decide disputes. Spectators are logged-in adults, and they
        can watch only while both players consent: no one can watch before you both say yes, and either of you can end
        it at any moment by withdrawing. You always see who is watching. Judges and spectators see and hear you, but you
        don’t see or hear them. Where this site has a relay, they connect only through it, so they don’t learn your
        network address. No one can watch battles outside cups.
      </p>

      <h2>Finding an opponent</h2>
      <ul>
        <li>While you search, we keep the mode and the category you chose. We delete them when the search ends.</li>
        <li>
          We work out a rating from how your battles ended, to match you with opponents of similar strength. No one can
          see it.
        </li>
        <li>
          We remember who you were matched with for {minutes(MATCH_RECENT_MS)} minutes, so that you meet someone else
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
          You choose whether others see your player name with a drawn avatar, or your Discord name and picture. If you
          use a player name, other players see nothing from Discord.
        </li>
        <li>
          The leaderboards show your name, your avatar, and how many games you played and won, even to visitors who
          aren’t logged in. You can turn that off in the settings.
        </li>
        <li>A cup you enter shows your name, whether you checked in, who you played and how each tie was decided.</li>
      </ul>

      <h2>Payments</h2>
      <p>
        An external payment provider handles card payments. Your card details never reach us. We keep only the
        provider’s session token for each payment.
      </p>

      <h2>What we don’t do</h2>
      <p>
        We don’t track you with cookies: the one cookie keeps you logged in. We don’t sell data. Your browser also
        remembers that you confirmed your age, and what’s in your shopping cart.
      </p>

      <h2>Deleting your data</h2>
      <p>
        Ask us in a support ticket, or write to <Contact />.
      </p>
    </Page>
  )
}
