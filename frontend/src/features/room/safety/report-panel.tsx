import { useState } from 'react'
import { ReportForm } from '../../../entities/reports/report-form.js'
import type { Reported } from '../../../entities/reports/reports.js'
import { Checkbox } from '../../../shared/ui/fields.js'
import { BLOCKING, REPORTING } from '../../../texts/room-safety.js'
import { useRoom } from '../state/use-room.js'
import { useBlock } from './blocking.js'
import styles from './safety.module.css'

interface ReportPanelProps {
  about: Reported
  onDone: () => void
}

export default function ReportPanel({ about: meant, onDone }: ReportPanelProps) {
  // The incident token may arrive after the dialog was opened.
  const about = useRoom(({ met }) => (met?.id === meant.id ? met : meant))
  const [alsoBlock, setAlsoBlock] = useState(false)
  const { blockAndLeave, blocking } = useBlock()

  const onSent = async () => {
    // The report goes first, as it takes evidence from this room.
    if (alsoBlock) await blockAndLeave(about, 'lobby')
    onDone()
  }
  return (
    <ReportForm about={about} busy={blocking} onSent={onSent} onCancel={onDone}>
      <div className={styles.block}>
        <Checkbox checked={alsoBlock} onChange={(event) => setAlsoBlock(event.target.checked)}>
          {REPORTING.alsoBlock({ name: about.username })}
        </Checkbox>
        {alsoBlock && <p className={styles.effect}>{BLOCKING.effect({ name: about.username })}</p>}
      </div>
    </ReportForm>
  )
}
