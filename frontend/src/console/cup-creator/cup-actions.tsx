import { useState } from 'react'
import type { CupView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { useShortcut } from '../kit/keys/shortcuts-context.js'
import { AddEntry } from './add-entry.js'
import { CancelCup } from './cancel-cup.js'
import { isOpen, isUnfinished } from './cup-stage.js'
import { EditCup } from './edit-cup.js'
import { StartCup } from './start-cup.js'
import styles from './cup-creator.module.css'

/** A bracket needs so many. */
const PLAYERS_MIN = 2

/** What can be done with one cup, always at the same place. */
export function CupActions({ cup }: { cup: CupView }) {
  const [asked, setAsked] = useState<'edit' | 'start' | 'cancel' | null>(null)
  const open = isOpen(cup.state)
  const startable = open && cup.entries.length >= PLAYERS_MIN
  useShortcut('e', 'Edit the cup', () => setAsked('edit'), open)
  useShortcut('s', 'Start the cup now', () => setAsked('start'), startable)
  const close = () => setAsked(null)

  if (!isUnfinished(cup.state)) return <p>This cup is over. Nothing of it can be changed any more.</p>
  return (
    <>
      {open && <AddEntry cup={cup} />}
      <div className={styles.buttons}>
        {open && (
          <>
            <Button wide aria-keyshortcuts="e" onClick={() => setAsked('edit')}>
              Edit
            </Button>
            <Button wide disabled={!startable} aria-keyshortcuts="s" onClick={() => setAsked('start')}>
              Start now
            </Button>
            {!startable && <p className={styles.muted}>Two players at least are needed to start.</p>}
          </>
        )}
        <Button wide variant="danger" onClick={() => setAsked('cancel')}>
          Cancel the cup
        </Button>
      </div>
      {asked === 'edit' && <EditCup cup={cup} onClose={close} />}
      {asked === 'start' && <StartCup cup={cup} onClose={close} />}
      {asked === 'cancel' && <CancelCup cup={cup} onClose={close} />}
    </>
  )
}
