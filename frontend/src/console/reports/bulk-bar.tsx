import { useState } from 'react'
import type { ReportStatus, ReportView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { secondPersonForDeletion } from '../approvals/approval-words.js'
import { AskSecondPerson } from '../approvals/ask-second-person.js'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.js'
import { useMay } from '../session/use-may.js'
import { useBulk } from './use-bulk.js'
import styles from './reports.module.css'

const MARKS = [
  { status: 'reviewed', words: 'Mark Reviewed' },
  { status: 'action_taken', words: 'Mark Action Taken' },
  { status: 'dismissed', words: 'Mark Dismissed' },
] as const satisfies readonly { status: ReportStatus; words: string }[]

interface BulkBarProps {
  selected: readonly ReportView[]
  /** It is done: the selection is to be cleared, and these reports may be gone. */
  onDone: (removed: readonly ReportView[]) => void
}

/** What is done with all selected reports. */
export function BulkBar({ selected, onDone }: BulkBarProps) {
  const may = useMay()
  const { mark, remove, busy, ...second } = useBulk()
  const [asking, setAsking] = useState(false)
  const none = selected.length === 0
  if (!may('reports.decide') && !may('reports.delete')) return null

  return (
    <div className={styles.bulk} data-none={none || undefined} role="group" aria-label="With the selected reports">
      <p className={styles.count}>
        Selected: <output>{selected.length}</output>
      </p>
      {may('reports.decide') &&
        MARKS.map(({ status, words }) => (
          <Button
            key={status}
            disabled={none}
            aria-disabled={busy}
            onClick={() => void mark(selected, status).then((done) => done && onDone([]))}
          >
            {words}
          </Button>
        ))}
      {may('reports.delete') && (
        <Button variant="danger" disabled={none} onClick={() => setAsking(true)}>
          Delete
        </Button>
      )}
      {second.asking && (
        <AskSecondPerson onAsk={second.ask} onClose={second.stopAsking}>
          <p>{secondPersonForDeletion(second.asking.length)}</p>
        </AskSecondPerson>
      )}
      {asking && (
        <ConfirmDialog
          title="Delete selected?"
          confirm="Delete"
          onConfirm={() => remove(selected).then((done) => done && onDone(selected))}
          onClose={() => setAsking(false)}
        >
          <p>This will permanently delete {selected.length} report(s).</p>
          <p>
            Each is hidden at once, and erased when its retention is over, unless a hold keeps it. Until then somebody else
            can restore it under Approvals.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
