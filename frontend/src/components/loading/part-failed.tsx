import { useState } from 'react'
import { PartMissing } from '../../lib/browser/load-part.js'
import { loadPageAgain } from '../../lib/browser/page-parts.js'
import { Button } from '../ui/button.js'
import { EmptyState } from '../ui/empty-state.js'
import styles from './loading.module.css'

const WHY = {
  missing: 'Kla may have been updated since you opened it, or your connection is gone.',
  timeout: 'It has not come for two minutes. Your connection may be slow, or Kla is busy.',
} as const

/** In place of a part of the page that could not be had. Trying again loads the page anew, at the address it goes to. */
export function PartFailed({ failure, asBar }: { failure: unknown; asBar: boolean }) {
  const [busy, setBusy] = useState(false)
  const [unreachable, setUnreachable] = useState(false)
  const again = async () => {
    setBusy(true)
    setUnreachable(false)
    if (await loadPageAgain()) return
    setBusy(false)
    setUnreachable(true)
  }
  const text = unreachable
    ? 'Kla is not answering. Check your connection, then try again.'
    : WHY[failure instanceof PartMissing ? failure.reason : 'missing']
  const button = (
    <Button variant="primary" busy={busy} onClick={() => void again()}>
      Try again
    </Button>
  )
  const title = 'This part of the page did not load.'
  return (
    <div role="alert" className={asBar ? styles.bar : undefined}>
      {asBar ? (
        <>
          <p>
            {title} {text}
          </p>
          {button}
        </>
      ) : (
        <EmptyState wholeScreen icon="offline" title={title} action={button}>
          {text}
        </EmptyState>
      )}
    </div>
  )
}
