import { useState, type ReactNode } from 'react'
import { Button } from '../../shared/ui/button.js'
import styles from './subjects.module.css'

/** As many as show a habit at a glance. */
const FIRST = 4

interface FoldedProps {
  title: string
  /** How many there are in all; the server sends the newest of them. */
  total: number
  entries: readonly ReactNode[]
}

/** A list of which the newest entries are shown, and the others for those who ask. */
export function Folded({ title, total, entries }: FoldedProps) {
  const [all, setAll] = useState(false)
  return (
    <div>
      <h4 className={styles.title}>
        {title}: {total}
        {all && entries.length < total && <span className={styles.newest}> (the newest {entries.length})</span>}
      </h4>
      {entries.length > 0 && <ul className={styles.entries}>{all ? entries : entries.slice(0, FIRST)}</ul>}
      {entries.length > FIRST && (
        <Button variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${entries.length - FIRST} more`}
        </Button>
      )}
    </div>
  )
}
