import { useEffect, useRef, useState } from 'react'
import type { AuditVerification } from '@kla/proto/web'
import { toastError } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useVerifyAuditMutation } from './audit-api.js'

export interface Verification {
  running: boolean
  /** The last stretch that was checked; null before the first. */
  last: AuditVerification | null
}

/** Checks the chain of the log stretch by stretch, until its end, a fault, a failure, or somebody stops it. */
export function useVerification() {
  const [verify] = useVerifyAuditMutation()
  const [state, setState] = useState<Verification>({ running: false, last: null })
  /** The run that may go on; another one, or none, ends it. */
  const current = useRef<symbol | null>(null)
  useEffect(() => () => void (current.current = null), [])

  const start = async () => {
    const run = Symbol('run')
    current.current = run
    setState({ running: true, last: null })
    for (let from = 1; ; ) {
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
