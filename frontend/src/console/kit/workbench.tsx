import { type ReactNode, useEffect, useRef } from 'react'
import { useMediaQuery } from '../../shared/browser/use-media-query.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import type { EntryId } from './list-state.js'
import { useShortcut } from './shortcuts.js'
import styles from './workbench.module.css'

interface WorkbenchProps {
  /** The screen's. */
  title: string
  list: ReactNode
  /** Stands beside the list while nothing is open: what is done without an entry. */
  aside?: ReactNode
  /** What is open beside the list; null where nothing is. */
  opened: {
    /** Another one is another entry, which takes the focus. */
    id: EntryId
    title: string
    /** Stands beside the title: states, in pills. */
    aside?: ReactNode
    subject: ReactNode
    actions: ReactNode
  } | null
  onClose: () => void
}

/**
 * A list, the subject, the actions: in view together where there is room, and one after the other on a phone. Escape
 * closes the subject; the focus comes to its title on opening, and goes back to where it was.
 */
export const Workbench = ({ title, list, aside, opened, onClose }: WorkbenchProps) => (
  <>
    <h1>{title}</h1>
    <div className={styles.workbench} data-beside={opened ? 'subject' : aside ? 'aside' : undefined}>
      <div className={styles.list}>{list}</div>
      {/* Hidden and not gone: what was being written there is kept. */}
      {aside && (
        <div className={styles.aside} hidden={opened !== null}>
          {aside}
        </div>
      )}
      {opened && <Opened key={opened.id} {...opened} onClose={onClose} />}
    </div>
  </>
)

type OpenedProps = NonNullable<WorkbenchProps['opened']> & { onClose: () => void }

function Opened({ title, aside, subject, actions, onClose }: OpenedProps) {
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
        {aside}
        <IconButton icon="close" label="Close (Escape)" onClick={onClose} />
      </header>
      <div className={styles.subject}>{subject}</div>
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}

/** As wide as the workbench has a place beside the list. */
const BESIDE = '(width >= 60rem)'

/** A titled part of what stands beside the list; folded together where it stands above it. */
export const Fold = ({ title, children }: { title: string; children: ReactNode }) => {
  const open = useMediaQuery(BESIDE)
  return (
    <details key={String(open)} className={styles.fold} open={open}>
      <summary className={styles.foldTitle}>
        <h2 className={styles.heading}>{title}</h2>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
