import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMediaQuery } from '../../shared/browser/use-media-query.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import type { EntryId } from './list-state.js'
import { useOpening, useShortcut } from './shortcuts.js'
import styles from './workbench.module.css'

interface WorkbenchProps {
  title: string
  list: ReactNode
  aside?: ReactNode
  opened: {
    /** A new id moves the focus to the title. */
    id: EntryId
    title: string
    aside?: ReactNode
    subject?: ReactNode
    actions?: ReactNode
    /** Subject and actions in one, which renders `OpenedParts`, where they share state. */
    parts?: ReactNode
  } | null
  onClose: () => void
}

/** Shows list and entry side by side, stacked on phones. Escape closes the entry. */
export const Workbench = ({ title, list, aside, opened, onClose }: WorkbenchProps) => (
  <>
    <h1>{title}</h1>
    <div className={styles.workbench} data-beside={opened ? 'subject' : aside ? 'aside' : undefined}>
      <div className={styles.list}>{list}</div>
      {/* Hidden, not unmounted, to keep drafts. */}
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

function Opened({ title, aside, subject, actions, parts, onClose }: OpenedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useShortcut('Escape', 'Close what is open', onClose)
  const { isOpen } = useOpening()

  useEffect(() => {
    const cameFrom = document.activeElement
    heading.current?.focus()
    isOpen()
    return () => {
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) requestAnimationFrame(() => cameFrom.focus())
    }
  }, [isOpen])

  return (
    <section className={styles.opened} aria-labelledby="opened-title">
      <header className={styles.header}>
        <h2 ref={heading} id="opened-title" className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        {aside}
        <IconButton icon="close" label="Close (Escape)" onClick={onClose} />
      </header>
      {parts ?? <OpenedParts subject={subject} actions={actions} />}
    </section>
  )
}

/** The two columns of what is open. */
export const OpenedParts = ({ subject, actions }: { subject: ReactNode; actions: ReactNode }) => (
  <>
    <div className={styles.subject}>{subject}</div>
    <div className={styles.actions}>{actions}</div>
  </>
)

const BESIDE = '(width >= 60rem)'

/** Collapsed when it is above the list. It stays mounted when the layout changes, so that nothing typed in it is lost. */
export const Fold = ({ title, children }: { title: string; children: ReactNode }) => {
  const beside = useMediaQuery(BESIDE)
  const [wasBeside, setWasBeside] = useState(beside)
  const [open, setOpen] = useState(beside)
  if (beside !== wasBeside) {
    setWasBeside(beside)
    if (beside) setOpen(true)
  }
  return (
    <details className={styles.fold} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.foldTitle}>
        <h2 className={styles.heading}>{title}</h2>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
