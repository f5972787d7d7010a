import { type ReactNode, useMemo, useState } from 'react'
import { ReportForm } from '../../../entities/reports/report-form.js'
import type { Reported } from '../../../entities/reports/reports.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { Checkbox } from '../../../shared/ui/fields.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { useRoom } from '../state/use-room.js'
import { blockEffect } from '../words.js'
import { useBlock } from './blocking.js'
import { ReportingContext, useReporting } from './reporting-context.js'
import styles from './safety.module.css'

/** Around the whole room: a draft survives a remount of the stage, such as on rotation of a phone. */
export function ReportingProvider({ children }: { children: ReactNode }) {
  const about = useRoom(({ met }) => met)
  const [meant, setMeant] = useState<Reported | null>(null)
  const reporting = useMemo(() => ({ about, begin: setMeant }), [about])
  return (
    <ReportingContext value={reporting}>
      {children}
      <ReportDialog about={meant} onClose={() => setMeant(null)} />
    </ReportingContext>
  )
}

export function ReportButton() {
  const { about, begin } = useReporting()
  if (about === null) return null
  return <IconButton icon="flag" tone="danger" label={`Report ${about.username}`} onClick={() => begin(about)} />
}

interface ReportDialogProps {
  about: Reported | null
  onClose: () => void
}

const ReportDialog = ({ about, onClose }: ReportDialogProps) => (
  <Dialog title={`Report ${about?.username ?? ''}`} open={about !== null} onClose={onClose}>
    {about && <InRoomReport about={about} onDone={onClose} />}
  </Dialog>
)

function InRoomReport({ about: meant, onDone }: { about: Reported; onDone: () => void }) {
  // The incident token may come after the dialog was opened.
  const about = useRoom(({ met }) => (met?.id === meant.id ? met : meant))
  const [alsoBlock, setAlsoBlock] = useState(false)
  const { blockAndLeave, blocking } = useBlock()

  const onSent = async () => {
    // The report goes first: it takes evidence from this room.
    if (alsoBlock) await blockAndLeave(about, 'lobby')
    onDone()
  }
  return (
    <ReportForm about={about} busy={blocking} onSent={onSent} onCancel={onDone}>
      <div className={styles.block}>
        <Checkbox checked={alsoBlock} onChange={(event) => setAlsoBlock(event.target.checked)}>
          Also block {about.username}, and leave this room
        </Checkbox>
        {alsoBlock && <p className={styles.effect}>{blockEffect(about.username)}</p>}
      </div>
    </ReportForm>
  )
}
