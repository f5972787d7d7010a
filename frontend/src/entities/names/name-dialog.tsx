import { Dialog } from '../../shared/ui/dialog.js'
import { useSession } from '../session/use-session.js'
import { NameForm } from './name-form.js'
import { QUESTION, WHY } from './names.js'
import styles from './names.module.css'

interface NameDialogProps {
  onKept: () => void
  onClose: () => void
}

/** What must not begin before it is answered. */
export default function NameDialog({ onKept, onClose }: NameDialogProps) {
  const { user } = useSession()
  if (user === null) return null
  return (
    <Dialog title={QUESTION} open onClose={onClose}>
      <p className={styles.why}>{WHY}</p>
      <NameForm user={user} onKept={onKept} />
    </Dialog>
  )
}
