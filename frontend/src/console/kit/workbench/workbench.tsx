import { useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from '../../../components/ui/icon-button.js'
import { useShortcut } from '../keys/shortcuts-context.js'
import styles from './workbench.module.css'

interface WorkbenchProps {
  list: ReactNode
  /** What is open beside the list; null where nothing is. */
  opened: {
    /** Names it: another key is another entry, which takes the focus. */
    key: number
    title: ReactNode
    subject: ReactNode
    actions: ReactNode
  } | null
  onClose: () => void
}

/**
 * A list, the subject, the actions: in view together where there is room, and one after the other on a phone. Escape
 * closes the subject; the focus comes to its title on opening, and goes back to where it was.
 */
export const Workbench = ({ list, opened, onClose }: WorkbenchProps) => (
  <div className={styles.workbench} data-opened={opened ? '' : undefined}>
    <div className={styles.list}>{list}</div>
    {opened && <Opened {...opened} id={opened.key} key={opened.key} onClose={onClose} />}
  </div>
)

type OpenedProps = Omit<NonNullable<WorkbenchProps['opened']>, 'key'> & { id: number; onClose: () => void }

function Opened({ title, subject, actions, onClose }: OpenedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useShortcut('Escape', 'Close what is open', onClose)

  useEffect(() => {
    const cameFrom = document.activeElement
    heading.current?.focus()
    return () => {
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) requestAnimationFrame(() => cameFrom.focus())
    }
  }, [])

  return (
    <section className={styles.opened} aria-labelledby="opened-title">
      <header className={styles.header}>
        <h2 ref={heading} id="opened-title" className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" label="Close (Escape)" onClick={onClose} />
      </header>
      <div className={styles.subject}>{subject}</div>
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}
