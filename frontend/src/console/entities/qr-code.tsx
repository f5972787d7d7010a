import { useMemo } from 'react'
import { encode } from 'uqr'

/** Quiet zone in modules; some readers need four. */
const BORDER = 4

/** Rendered locally, because the text is a secret. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: BORDER }), [text])
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={qrPath(data)} />
    </svg>
  )
}

/** Draws one rectangle for each run of dark modules. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = []
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x += 1
      runs.push(`M${start} ${y}h${x - start + 1}v1H${start}z`)
    }
  }
  return runs.join('')
}
