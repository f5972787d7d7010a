import type { AuditVerification } from '@kla/proto/web'
import { useEffect, useId, useRef, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { toastError } from '../../shared/ui/toast.js'
import { useVerifyAuditMutation } from './api.js'
import styles from './audit.module.css'
import { faultWords } from './words.js'

export function Verify({ onOpen }: { onOpen: (seq: number) => void }) {
  const { running, last, start, stop } = useVerification()
  const fault = last?.fault ?? null
  const aboutId = useId()
  return (
    <div className={styles.verify}>
      <div className={styles.verifyButtons}>
        <Button busy={running} aria-describedby={aboutId} onClick={() => void start()}>
          Verify
        </Button>
        {running && <Button onClick={stop}>Stop</Button>}
        <p id={aboutId} className={styles.about}>
          Checks that no entry was changed or removed.
        </p>
      </div>
      <div role="status" className={styles.progress}>
        {running && (
          <p>
            <Spinner size={14} /> {last ? `Checked up to entry #${last.checked_to}…` : 'Checking…'}
          </p>
        )}
        {!running && last && fault === null && (
          <p className={last.done ? styles.whole : undefined}>
            {last.done ? 'The log is complete up to' : 'Checked up to'} entry #{last.checked_to}.
          </p>
        )}
        {!running && last?.done && fault === null && (
          <p className={styles.hash} title="The hash of the last entry. Note it down to compare it next time.">
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

interface Verification {
  running: boolean
  last: AuditVerification | null
}

function useVerification() {
  const [verify] = useVerifyAuditMutation()
  const [state, setState] = useState<Verification>({ running: false, last: null })
  const current = useRef<symbol | null>(null)
  useEffect(() => () => void (current.current = null), [])

  const start = async () => {
    const run = Symbol('run')
    current.current = run
    setState({ running: true, last: null })
    for (let from = 1; ;) {
      const { data, error } = await verify(from)
      if (current.current !== run) return
      if (!data) {
        toastError(errorText(error, 'Failed to verify the audit log.'))
        setState((before) => ({ ...before, running: false }))
        return
      }
      const running = !data.done && data.fault === null
      setState({ running, last: data })
      if (!running) return
      from = data.checked_to + 1
    }
  }
  const stop = () => {
    current.current = null
    setState((before) => ({ ...before, running: false }))
  }
  return { ...state, start, stop }
}
