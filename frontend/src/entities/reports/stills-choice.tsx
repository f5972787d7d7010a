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

const WAITING = "We have your report. Its stills are in this tab, and we send them when you're online again."
const LOST = 'We have your report, but its stills could not be sent.'
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
