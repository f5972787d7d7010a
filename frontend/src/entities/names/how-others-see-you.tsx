import { Dialog } from '../../shared/ui/dialog.js'
import { Panel } from '../../shared/ui/panel.js'
import { useSession } from '../session/use-session.js'
import { NameForm } from './name-form.js'
import { useUnchosen } from './names.js'
import styles from './names.module.css'

const TITLE = 'How do others see you?'

const Why = () => (
  <p className={styles.why}>
    A Discord name and picture can lead a stranger to the rest of your life. A player name with a drawn picture does not.
  </p>
)

/** A card, until it is answered. */
export default function HowOthersSeeYou({ className }: { className?: string }) {
  const { user } = useSession()
  const unchosen = useUnchosen()
  if (user === null || !unchosen) return null
  return (
    <Panel title={TITLE} className={className}>
      <Why />
      <NameForm user={user} onKept={() => undefined} />
    </Panel>
  )
}

interface NameDialogProps {
  onKept: () => void
  onClose: () => void
}

/** What must not begin before it is answered. */
export function NameDialog({ onKept, onClose }: NameDialogProps) {
  const { user } = useSession()
  if (user === null) return null
  return (
    <Dialog title={TITLE} open onClose={onClose}>
      <Why />
      <NameForm user={user} onKept={onKept} />
    </Dialog>
  )
}
