import { type ReactNode, useEffect, useState } from 'react'
import { PATHS } from '../../shared/config/paths.js'
import { browserClock } from '../../shared/realtime/clock.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { LATE_HELP } from '../../texts/late-waits.js'
import styles from './connection-help.module.css'
import { LATE_AFTER_MS, LATE_WORDS, type Wait } from './late-words.js'

interface LateHelpProps {
  wait: Wait
  name?: string
  children?: ReactNode
}

const ABOUT_PICTURES: ReadonlySet<Wait> = new Set(['picture', 'interrupted'])

/** Offers help once a wait exceeds its deadline. */
export function LateHelp({ wait, name = LATE_HELP.yourOpponent, children }: LateHelpProps) {
  const [late, setLate] = useState(false)
  const [open, setOpen] = useState(false)
  useEffect(() => browserClock.after(LATE_AFTER_MS[wait], () => setLate(true)), [wait])
  if (!late) return null
  const { short, title, what, tell, steps } = LATE_WORDS[wait](name)
  return (
    <>
      <span className={styles.late} role="status">
        {short}
      </span>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {LATE_HELP.open}
      </Button>
      <Dialog title={title} open={open} onClose={() => setOpen(false)}>
        <div className={styles.words}>
          <p>{what}</p>
          <p>{tell}</p>
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
        <div className={styles.actions}>
          {ABOUT_PICTURES.has(wait) && (
            // Another tab, as this one holds a battle. noopener: session storage is not copied.
            <a className={buttonClass()} href={PATHS.ready} target="_blank" rel="noopener">
              {LATE_HELP.checkConnection}
              <span className="visually-hidden">{LATE_HELP.newTab}</span>
            </a>
          )}
          {children}
        </div>
      </Dialog>
    </>
  )
}
