import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { readWhole } from '../kit/text/whole-number.js'
import { filledEvenly, fillProblem } from './fill-evenly.js'
import type { TierDraft } from './season-draft.js'
import styles from './tiers.module.css'

interface FillEvenlyProps {
  tiers: readonly TierDraft[]
  /** So many of the first ones stay as they are. */
  fixed: number
  onFill: (tiers: readonly TierDraft[]) => void
}

/** So many tiers at even distances, in one go. */
export function FillEvenly({ tiers, fixed, onFill }: FillEvenlyProps) {
  const [count, setCount] = useState('')
  const [top, setTop] = useState('')
  const [problem, setProblem] = useState<string>()
  const fill = () => {
    const filling = { count: readWhole(count) ?? 0, top: readWhole(top) ?? 0, fixed }
    const found = fillProblem(tiers, filling)
    setProblem(found ?? undefined)
    if (found === null) onFill(filledEvenly(tiers, filling))
  }
  return (
    <div className={styles.fill} role="group" aria-label="Fill evenly">
      <TextField
        label="Tiers in all"
        inputMode="numeric"
        maxLength={3}
        value={count}
        error={problem}
        onChange={(event) => setCount(event.target.value)}
      />
      <TextField
        label="Points of the last tier"
        inputMode="numeric"
        maxLength={7}
        value={top}
        onChange={(event) => setTop(event.target.value)}
      />
      <Button className={styles.fillButton} onClick={fill}>
        Fill evenly
      </Button>
    </div>
  )
}
