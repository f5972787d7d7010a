import { useEffect, useRef } from 'react'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { saveFile } from '../kit/save-file.js'
import styles from './credentials.module.css'

const FILE = 'kla-recovery-codes.txt'

/** Text of the downloaded file. */
export const recoveryText = (codes: readonly string[]): string =>
  ['Recovery codes of the Kla console. Each works once, in place of a lost passkey.', '', ...codes, ''].join('\n')

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** Recovery codes, which the server shows once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const start = useRef<HTMLParagraphElement>(null)
  useEffect(() => start.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toastSuccess('Copied.')
    } catch {
      toastError("We couldn't copy them. Select the codes, or download them.")
    }
  }
  return (
    <div className={styles.form}>
      <p ref={start} tabIndex={-1}>
        Keep these recovery codes where only you can reach them. If you lose your passkey, each of them signs you in
        once, after your password. We don&apos;t show them again.
      </p>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => saveFile(new Blob([recoveryText(codes)], { type: 'text/plain' }), FILE)}>
          Download
        </Button>
      </div>
      <Button variant="primary" wide onClick={onKept}>
        I&apos;ve kept them
      </Button>
    </div>
  )
}
