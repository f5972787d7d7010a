import { Button } from '../../shared/ui/button.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { useVerification } from './use-verification.js'
import { faultWords } from './words.js'
import styles from './audit.module.css'

/** Whether the log still is what was written. */
export function Verify({ onOpen }: { onOpen: (seq: number) => void }) {
  const { running, last, start, stop } = useVerification()
  const fault = last?.fault ?? null
  return (
    <div className={styles.verify}>
      <div className={styles.verifyButtons}>
        <Button busy={running} onClick={() => void start()}>
          Verify
        </Button>
        {running && <Button onClick={stop}>Stop</Button>}
      </div>
      <div role="status" className={styles.progress}>
        {running && (
          <p>
            <Spinner size={14} /> {last ? `Checked up to entry #${last.checked_to}…` : 'Checking…'}
          </p>
        )}
        {!running && last && fault === null && (
          <p className={last.done ? styles.whole : undefined}>
            {last.done ? 'The log is whole up to' : 'Checked up to'} entry #{last.checked_to}.
          </p>
        )}
        {!running && last?.done && fault === null && (
          <p className={styles.hash} title="The hash of the last entry: whoever notes it down sees it again next time.">
            {last.head_hash}
          </p>
        )}
      </div>
      {fault && (
        <div className={styles.fault} role="alert">
          <p>{faultWords(fault)}</p>
          <Button onClick={() => onOpen(fault.seq)}>Show it</Button>
        </div>
      )}
    </div>
  )
}
