import type { ReportStatus, ReportView } from '@kla/proto/web'
import { useState } from 'react'
import { errorCode } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { secondPersonForDeletion, useAskForReportDeletionMutation } from '../entities/approvals.js'
import { AskSecondPerson } from '../entities/ask-second-person.js'
import { useChangeReportsMutation } from '../entities/reports-api.js'
import { useMay } from '../entities/session-api.js'
import { STATUS_WORDS } from '../entities/words.js'
import { changedBy, conflictOf } from '../kit/conflict.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { counted } from '../kit/numbers.js'
import { useUndo } from '../kit/undo.js'
import { useChange } from '../kit/versions.js'
import { reportsFields } from './report-fields.js'
import styles from './reports.module.css'
import { asShown, byOldStatus, versionsOf } from './rules.js'

const MARKS = [
  { status: 'reviewed', words: 'Mark Reviewed' },
  { status: 'action_taken', words: 'Mark Action Taken' },
  { status: 'dismissed', words: 'Mark Dismissed' },
] as const satisfies readonly { status: ReportStatus; words: string }[]

interface BulkBarProps {
  selected: readonly ReportView[]
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
        <AskSecondPerson draft={['report deletion', 'several']} onAsk={second.ask} onClose={second.stopAsking}>
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
            Each is hidden at once, and erased when its retention is over, unless a hold keeps it. Until then someone
            else can restore it under Approvals.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const refusal = (error: string) => Object.assign(new Error(error), { data: { error } })

type Order = { op: 'status'; status: ReportStatus } | { op: 'delete' }

function useBulk() {
  const [change, { isLoading }] = useChangeReportsMutation()
  const { push } = useUndo()
  const carryOut = useChange()
  const [ask] = useAskForReportDeletionMutation()
  const [asking, setAsking] = useState<readonly number[] | null>(null)

  const run = async (reports: readonly ReportView[], order: Order): Promise<readonly ReportView[] | null> => {
    if (reports.length === 0) return null
    const ids = reports.map(({ id }) => id)
    const words = order.op === 'delete' ? 'Deleted' : STATUS_WORDS[order.status]
    const outcome = await carryOut({
      thing: 'reports',
      name: counted(reports.length, 'report'),
      version: 0,
      before: reportsFields(reports),
      yours: Object.fromEntries(ids.map((id) => [`Report #${id}`, words])),
      fieldsOf: (current: readonly ReportView[]) => reportsFields(current),
      send: (_, over) => change({ ids, ...order, versions: versionsOf(asShown(reports, over)) }),
      failed: 'Bulk operation failed',
      onRefusal: (error) => {
        const needsSecond = errorCode(error) === 'SECOND_PERSON_REQUIRED'
        if (needsSecond) setAsking(ids)
        return needsSecond
      },
    })
    if (outcome.kind !== 'done') return null
    toastSuccess('Bulk operation complete')
    return asShown(reports, outcome.over)
  }

  const mark = async (reports: readonly ReportView[], status: ReportStatus): Promise<boolean> => {
    const done = await run(reports, { op: 'status', status })
    if (done === null) return false
    const changed = done.filter((report) => report.status !== status)
    if (changed.length > 0) {
      push({
        label: `${counted(changed.length, 'report')} → ${STATUS_WORDS[status]}`,
        undo: () => undoMark(changed, status),
      })
    }
    return true
  }
  /** Undoes each group on the version after marking, one higher. */
  const undoMark = async (changed: readonly ReportView[], status: ReportStatus) => {
    let undone = 0
    for (const group of byOldStatus(changed, status)) {
      const versions = versionsOf(
        changed.filter(({ id }) => group.ids.includes(id)),
        1,
      )
      const { error } = await change({ ids: group.ids, op: 'status', status: group.status, versions })
      const stale = undone > 0 ? conflictOf(error) : null
      if (stale)
        throw refusal(`${changedBy(stale.current)} changed the rest since. ${counted(undone, 'report')} undone.`)
      if (error) throw Object.assign(new Error('not undone'), error)
      undone += group.ids.length
    }
  }

  const remove = async (reports: readonly ReportView[]) => (await run(reports, { op: 'delete' })) !== null
  return {
    mark,
    remove,
    asking,
    ask: (reason: string) => ask({ ids: [...(asking ?? [])], reason }),
    stopAsking: () => setAsking(null),
    busy: isLoading,
  }
}
