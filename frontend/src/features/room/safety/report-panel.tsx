import { useState } from 'react'
import { ReportForm } from '../../../entities/reports/report-form.js'
import type { Reported } from '../../../entities/reports/reports.js'
import { Button } from '../../../shared/ui/button.js'
import { DeliberateButton } from '../../../shared/ui/deliberate-button.js'
import { Checkbox } from '../../../shared/ui/fields.js'
import { REPORT_AND_BLOCK } from '../../../texts/reports.js'
import { BLOCKING, REPORTING } from '../../../texts/room-safety.js'
import { UI } from '../../../texts/ui.js'
import { useRoom } from '../state/use-room.js'
import { useBlock } from './blocking.js'
import styles from './safety.module.css'

/** The form had the focus. */
const focused = (text: HTMLElement | null) => text?.focus()

interface ReportPanelProps {
  about: Reported
  onDone: () => void
}

export default function ReportPanel({ about: meant, onDone }: ReportPanelProps) {
  // The incident token may arrive after the dialog was opened.
  const about = useRoom(({ met }) => (met?.id === meant.id ? met : meant))
  const [alsoBlock, setAlsoBlock] = useState(false)
  const [failed, setFailed] = useState(false)
  const { blockAndLeave, blocking } = useBlock()

  const block = async () => {
    if (await blockAndLeave(about, 'lobby')) onDone()
    else setFailed(true)
  }
  if (failed) {
    return (
      <>
        <p ref={focused} tabIndex={-1} role="alert">
          {REPORT_AND_BLOCK.notBlocked({ name: about.username })}
        </p>
        <div className={styles.actions}>
          <Button onClick={onDone}>{UI.close}</Button>
          <DeliberateButton variant="danger" busy={blocking} onClick={() => void block()}>
            {BLOCKING.leave}
          </DeliberateButton>
        </div>
      </>
    )
  }
  return (
    // The report goes first, as it takes evidence from this room.
    <ReportForm about={about} busy={blocking} onSent={() => (alsoBlock ? block() : onDone())} onCancel={onDone}>
      <div className={styles.block}>
        <Checkbox checked={alsoBlock} onChange={(event) => setAlsoBlock(event.target.checked)}>
          {REPORTING.alsoBlock({ name: about.username })}
        </Checkbox>
        {alsoBlock && <p className={styles.effect}>{BLOCKING.effect({ name: about.username })}</p>}
      </div>
    </ReportForm>
  )
}
