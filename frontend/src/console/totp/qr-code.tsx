import { useMemo } from 'react'
import { encode } from 'uqr'
import { qrPath } from './qr-path.js'
import styles from './totp.module.css'

/** Modules of quiet around a code: fewer, and some readers do not find it. */
const BORDER = 4

/** A text as a QR code, drawn here: a secret is nobody else's business. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: BORDER }), [text])
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={qrPath(data)} />
    </svg>
  )
}
