import { useId, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { useModal } from '../../shared/ui/dialog.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import { useSettled } from '../../shared/ui/settling.js'
import styles from './conflict-dialog.module.css'
import { changedAt, changedBy, differences, type Fields, yoursAsText } from './conflict.js'
import { When } from './moments.js'

interface ConflictDialogProps {
  name: string
  before: Fields
  yours: Fields
  theirs: Fields
  current: unknown
  again: boolean
  onApplyMine: () => Promise<void>
  onKeepTheirs: () => void
  onClose: () => void
}

/** Shows both versions, side by side where there is space. The title has the focus, so that typing decides nothing. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { name, before, yours, theirs, current, again, onApplyMine, onKeepTheirs, onClose } = props
  const [sending, setSending] = useState(false)
  const ignoring = !useSettled(current) || sending
  const [copied, setCopied] = useState('')
  const titleId = useId()
  const who = changedBy(current)
  const at = changedAt(current)
  const rows = differences(before, yours, theirs)
  const close = () => {
    if (!ignoring) onClose()
  }
  const apply = async () => {
    setSending(true)
    await onApplyMine()
    setSending(false)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(yoursAsText(rows))
      setCopied('Copied.')
    } catch {
      setCopied("We couldn't copy it. Select the text and copy it by hand.")
    }
  }
  return (
    <dialog {...useModal(close)} className={styles.dialog} aria-labelledby={titleId}>
      <div className={styles.content}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title} tabIndex={-1} data-autofocus="">
            Someone else just changed this
          </h2>
          <IconButton icon="close" label="Close" aria-disabled={ignoring} onClick={close} />
        </header>
        <p role="status">
          {again && 'It has changed once more. '}
          {name} was changed by {who}
          {at !== null && (
            <>
              {' '}
              on <When at={at} />
            </>
          )}
          . Your change isn't saved yet, and nothing you typed is lost.
        </p>
        <div className={styles.rows} role="table" aria-label="Both versions" tabIndex={0}>
          <div className={styles.row} data-head="" role="row">
            <span role="columnheader">Field</span>
            <span role="columnheader">Yours</span>
            <span role="columnheader">{who === 'Someone' ? 'Theirs' : `Theirs (${who})`}</span>
          </div>
          {rows.map((row) => (
            <div key={row.name} className={styles.row} role="row">
              <strong role="rowheader">{row.name}</strong>
              <div role="cell" className={styles.yours} data-title="Yours">
                {row.yours === null ? <em>You didn't change this</em> : <p>{row.yours || '-'}</p>}
              </div>
              <div role="cell" className={styles.theirs} data-title="Theirs">
                <p>{row.theirs || '-'}</p>
              </div>
            </div>
          ))}
        </div>
        <p role="status">{copied}</p>
        <div className={styles.actions}>
          <Button variant="quiet" onClick={() => void copy()}>
            Copy my text
          </Button>
          <Button aria-disabled={ignoring} onClick={() => ignoring || onKeepTheirs()}>
            Keep theirs, discard mine
          </Button>
          <Button variant="primary" busy={sending} aria-disabled={ignoring} onClick={() => ignoring || void apply()}>
            Apply mine on top
          </Button>
        </div>
      </div>
    </dialog>
  )
}
