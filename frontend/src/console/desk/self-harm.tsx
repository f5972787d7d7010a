import { Button } from '../../shared/ui/button.js'
import { Panel } from '../../shared/ui/panel.js'
import styles from './desk.module.css'

/** Message to someone who may hurt themselves; the moderator may change it. */
export const HELP_MESSAGE = `Hi. Someone who met you on Kla is worried about you, and so are we. You're not in trouble, and your account stays as it is.

If you might hurt yourself now, please call your local emergency number: 112 in Europe, 911 in the US and Canada, 999 in the UK, 000 in Australia.

You can talk to someone for free, day or night. findahelpline.com lists helplines by country: by phone, chat or text.

If we got this wrong, that's fine. You don't have to do anything.`

interface SelfHarmProps {
  /** True while the administrator has the claim. */
  enabled: boolean
  onSendHelp: () => void
}

/** What to do about someone who may hurt themselves. It is not a matter for punishment. */
export const SelfHarm = ({ enabled, onSendHelp }: SelfHarmProps) => (
  <Panel title="Someone may hurt themselves" className={styles.help}>
    <p>You don&apos;t have to be sure, and you don&apos;t have to solve this alone. Do these in order.</p>
    <h3>1. Is it happening now?</h3>
    <p>
      A method, a place, a goodbye or an injury means yes. Then call before you read on: the lead of the shift (see On
      duty above), and the emergency number of the place if you know it.
    </p>
    <h3>2. Send them help</h3>
    <p>The message says that we care, that they&apos;re not in trouble, and where they find someone to talk to.</p>
    <Button variant="primary" size="l" wide disabled={!enabled} onClick={onSendHelp}>
      Write the help message
    </Button>
    <h3>3. Whom to call</h3>
    <ul className={styles.list}>
      <li>
        Emergency: 112 (Europe), 911 (US, Canada), 999 (UK), 000 (Australia). Elsewhere, look up the local number.
      </li>
      <li>
        Helplines by country:{' '}
        <a href="https://findahelpline.com" target="_blank" rel="noreferrer">
          findahelpline.com
        </a>
        . They also advise people who worry about someone else.
      </li>
      <li>The lead of the shift, always, even if it turns out to be nothing.</li>
    </ul>
    <h3>4. What not to do</h3>
    <ul className={styles.list}>
      <li>Don&apos;t ban them for this. A ban takes away the people who noticed.</li>
      <li>Don&apos;t ask for details, argue or diagnose.</li>
      <li>Don&apos;t promise to keep it secret.</li>
      <li>Don&apos;t open stills to make sure.</li>
      <li>Don&apos;t tell the person who reported it how it went.</li>
    </ul>
    <p>Afterwards, take a break. Talk to someone about it if it stays with you.</p>
  </Panel>
)
