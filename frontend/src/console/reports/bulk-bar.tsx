import { useState } from 'react'
import type { ReportStatus, ReportView } from '@kla/proto/web'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { secondPersonForDeletion, useAskForReportDeletionMutation } from '../entities/approvals.js'
import { AskSecondPerson } from '../entities/ask-second-person.js'
import { useChangeReportsMutation } from '../entities/reports-api.js'
import { useMay } from '../entities/session-api.js'
import { STATUS_WORDS } from '../entities/words.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { useUndo } from '../kit/undo.js'
import styles from './reports.module.css'
import { byOldStatus } from './rules.js'

const MARKS = [
  { status: 'reviewed', words: 'Mark Reviewed' },
  { status: 'action_taken', words: 'Mark Action Taken' },
  { status: 'dismissed', words: 'Mark Dismissed' },
] as const satisfies readonly { status: ReportStatus; words: string }[]

interface BulkBarProps {
  selected: readonly ReportView[]
  /** Clears the selection; `removed` reports may be gone. */
  onDone: (removed: readonly ReportView[]) => void
}

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

/** Each resolves to true when done. */
function useBulk() {
  const [change, { isLoading }] = useChangeReportsMutation()
  const { push } = useUndo()
  const [ask] = useAskForReportDeletionMutation()
  const [asking, setAsking] = useState<readonly number[] | null>(null)

  const run = async (order: Parameters<typeof change>[0]): Promise<boolean> => {
    if (order.ids.length === 0) return false
    const { error } = await change(order)
    if (errorCode(error) === 'SECOND_PERSON_REQUIRED') setAsking(order.ids)
    else if (error) toastError(errorText(error, 'Bulk operation failed'))
    else toastSuccess('Bulk operation complete')
    return !error
  }

  const mark = async (reports: readonly ReportView[], status: ReportStatus): Promise<boolean> => {
    const done = await run({ ids: reports.map(({ id }) => id), op: 'status', status })
    const before = byOldStatus(reports, status)
    const changed = before.reduce((count, { ids }) => count + ids.length, 0)
    if (done && changed > 0) {
      push({
        label: `${changed} report(s) → ${STATUS_WORDS[status]}`,
        undo: async () => {
          for (const group of before) await change({ ids: group.ids, op: 'status', status: group.status }).unwrap()
        },
      })
    }
    return done
  }

  const remove = (reports: readonly ReportView[]) => run({ ids: reports.map(({ id }) => id), op: 'delete' })
  return {
    mark,
    remove,
    asking,
    ask: (reason: string) => ask({ ids: [...(asking ?? [])], reason }),
    stopAsking: () => setAsking(null),
    busy: isLoading,
  }
}
