import type { AdminSession } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { BrandMark } from '../../shared/ui/brand-mark.js'
import { UndoButton } from '../kit/undo/undo-button.js'
import { useLeave } from '../session/use-leave.js'
import { ThemeChoice } from './theme-choice.js'
import styles from './layout.module.css'

interface HeaderProps {
  session: AdminSession
  onHelp: () => void
}

export function Header({ session, onHelp }: HeaderProps) {
  const { leave, leaving } = useLeave()
  return (
    <header className={styles.header}>
      <p className={styles.brand}>
        <BrandMark size={20} /> Kla console
      </p>
      <UndoButton />
      <Button variant="quiet" aria-keyshortcuts="?" onClick={onHelp}>
        Keys
      </Button>
      <ThemeChoice />
      <p className={styles.who}>
        {session.name} <span className={styles.role}>{session.role}</span>
      </p>
      <Button variant="quiet" busy={leaving} onClick={() => void leave()}>
        Sign out
      </Button>
    </header>
  )
}
