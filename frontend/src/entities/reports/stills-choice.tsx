import type { ReportCategory } from '@kla/proto/web'
import { useId } from 'react'
import { Checkbox } from '../../shared/ui/fields.js'
import { hideNotice, showNotice } from '../../shared/ui/notices.js'
import { STILLS } from '../../texts/reports.js'
import styles from './reports.module.css'
import type { StillsUpload } from './stills-upload.js'
import { stillsHint } from './words.js'

interface StillsChoiceProps {
  category: ReportCategory | null
  included: boolean
  onChange: (included: boolean) => void
}

export function StillsChoice({ category, included, onChange }: StillsChoiceProps) {
  const hint = useId()
  return (
    <div className={styles.choice}>
      <Checkbox checked={included} aria-describedby={hint} onChange={(event) => onChange(event.target.checked)}>
        {STILLS.include}
      </Checkbox>
      <p id={hint} className={styles.hint}>
        {stillsHint(category)}
      </p>
    </div>
  )
}

const NOTICE = { id: 'stills' } as const

/** Follows the upload after the dialog has closed. */
export function followUpload(stills: StillsUpload): void {
  const unsubscribe = stills.subscribe(() => {
    const { state } = stills.get()
    if (state === 'waiting') showNotice(STILLS.waiting, NOTICE)
    if (state === 'lost') showNotice(STILLS.lost, NOTICE)
    if (state === 'sent') hideNotice(NOTICE.id)
    if (state === 'sent' || state === 'lost') unsubscribe()
  })
}
