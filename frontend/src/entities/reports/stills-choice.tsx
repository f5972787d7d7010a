import type { ReportCategory } from '@kla/proto/web'
import { useId } from 'react'
import { Checkbox } from '../../shared/ui/fields.js'
import { hideNotice, showNotice } from '../../shared/ui/notices.js'
import styles from './reports.module.css'
import { useHasStills } from './ring.js'
import type { StillsUpload } from './stills-upload.js'
import { INCLUDE_STILLS, stillsHint } from './words.js'

interface StillsChoiceProps {
  personId: number
  category: ReportCategory | null
  included: boolean
  onChange: (included: boolean) => void
}

export function StillsChoice({ personId, category, included, onChange }: StillsChoiceProps) {
  const hint = useId()
  if (!useHasStills(personId)) return null
  return (
    <div className={styles.choice}>
      <Checkbox checked={included} aria-describedby={hint} onChange={(event) => onChange(event.target.checked)}>
        {INCLUDE_STILLS}
      </Checkbox>
      <p id={hint} className={styles.hint}>
        {stillsHint(category)}
      </p>
    </div>
  )
}

const WAITING =
  "Your report is in, but its stills aren't yet. This tab keeps them and sends them when you're back online."
const LOST = 'Your report is in, without the stills: it was too late to add them.'
const STILLS = 'stills'

/** Follows the upload after the dialog has closed. */
export function followUpload(stills: StillsUpload): void {
  const unsubscribe = stills.subscribe(() => {
    const { state } = stills.get()
    if (state === 'waiting') showNotice(WAITING, { id: STILLS })
    if (state === 'lost') showNotice(LOST, { id: STILLS })
    if (state === 'sent') hideNotice(STILLS)
    if (state === 'sent' || state === 'lost') unsubscribe()
  })
}
