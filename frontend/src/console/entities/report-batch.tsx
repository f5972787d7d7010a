import {
  type BatchedReportView,
  type BatchStatus,
  type ReportBatchOrder,
  type ReportBatchPreviewView,
  type ReportBatchView,
  UNDO_MS,
} from '@kla/proto/web'
import { useState } from 'react'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { useAttempts } from '../../shared/browser/attempts.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { SelectField } from '../../shared/ui/fields.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { type Column, DataTable } from '../kit/data-table.js'
import { ReasonDialog } from '../kit/dialogs.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { When } from '../kit/moments.js'
import { counted } from '../kit/numbers.js'
import { ListBody } from '../kit/states.js'
import { useUndo } from '../kit/undo.js'
import { afterChange } from './changes.js'
import { consoleApi } from './console-api.js'
import { Person } from './person.js'
import { batchLabel, leftWords, previewSentences } from './report-batch-words.js'
import styles from './report-batch.module.css'
import { CategoryPill } from './report-pills.js'
import { useMay } from './session-api.js'

interface Reporter {
  id: number
  /** Empty when it is not known. */
  name: string
}

/** Closes all pending reports by one reporter, after showing them. */
export function CloseReportsBy({ reporter }: { reporter: Reporter }) {
  const may = useMay()
  const [open, setOpen] = useState(false)
  if (!may('reports.decide')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Close reports by {nameOf(reporter)}</Button>
      {open && <BatchDialog reporter={reporter} onClose={() => setOpen(false)} />}
    </>
  )
}

const nameOf = ({ id, name }: Reporter): string => name || `#${id}`

const STATUS_OPTIONS: readonly { value: BatchStatus; label: string }[] = [
  { value: 'dismissed', label: 'Dismissed: nothing to act on' },
  { value: 'reviewed', label: 'Reviewed: without an answer to the reporter' },
]

interface BatchDialogProps {
  reporter: Reporter
  onClose: () => void
}

function BatchDialog({ reporter: given, onClose }: BatchDialogProps) {
  const [seen, setSeen] = useState('')
  const query = useReportBatchPreviewQuery({ reporter_id: given.id, ...(seen !== '' && { seen }) })
  const [close] = useCloseReportBatchMutation()
  const [undo] = useUndoReportBatchMutation()
  const { push } = useUndo()
  const attempts = useAttempts()
  const outcome = useDraft<BatchStatus>('report batch', given.id, 'outcome', 'dismissed')
  const status = outcome.value
  const preview = query.isFetching ? undefined : query.currentData
  const name = given.name || preview?.reporter_name || `#${given.id}`
  const title = `Close reports by ${name}`

  if (!preview || preview.digest === null) {
    return (
      <Dialog title={title} open onClose={onClose}>
        <ListBody query={{ ...query, data: preview }} failed="Failed to load the reports." empty={null}>
          {preview && <Preview preview={preview} />}
        </ListBody>
      </Dialog>
    )
  }
  const { digest, reports } = preview
  const carryOut = async (reason: string): Promise<boolean> => {
    const order = { reporter_id: preview.reporter_id, status, reason, digest }
    const { data, error } = await close({ id: attempts.idOf(order), ...order })
    if (data) {
      attempts.done()
      outcome.sent(status)
      toastSuccess(`Closed ${counted(data.reports.length, 'report')}. You can undo it for a minute.`)
      push({
        label: batchLabel(data, name),
        untilMs: Date.now() + UNDO_MS,
        undo: async () => {
          const left = leftWords(await undo(data.id).unwrap())
          if (left !== null) toastNeutral(left)
        },
      })
      return true
    }
    toastError(errorText(error, "The reports weren't closed. Try again."))
    if (errorCode(error) === 'PREVIEW_OUTDATED') {
      const ids = reports.map(({ id }) => id).join(',')
      if (ids === seen) void query.refetch()
      else setSeen(ids)
    }
    return false
  }
  return (
    <ReasonDialog
      title={title}
      confirm={`Close ${counted(reports.length, 'report')}`}
      draft={['report batch', given.id]}
      hint="Only administrators read this. It becomes a note of each report."
      onConfirm={carryOut}
      onClose={onClose}
    >
      <Preview preview={preview} />
      <SelectField label="Outcome" value={status} options={STATUS_OPTIONS} onChange={outcome.change} />
      <DraftNote drafts={[outcome]} of="the outcome" />
    </ReasonDialog>
  )
}

const COLUMNS: readonly Column<BatchedReportView>[] = [
  { title: 'Report', cell: ({ id }) => `#${id}` },
  { title: 'Category', cell: (report) => <CategoryPill report={report} /> },
  { title: 'About', cell: ({ reported_id, reported_name }) => <Person id={reported_id} name={reported_name} /> },
  { title: 'Sent', cell: ({ created_at }) => <When at={created_at} /> },
]

const Preview = ({ preview }: { preview: ReportBatchPreviewView }) => (
  <div className={styles.preview}>
    {previewSentences(preview).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    {preview.reports.length > 0 && (
      <div className={styles.list} role="region" aria-label="Reports that close" tabIndex={0}>
        <DataTable
          label="Reports that close"
          columns={COLUMNS}
          rows={preview.reports}
          idOf={({ id }) => id}
          nameOf={({ id }) => `report ${id}`}
        />
      </div>
    )}
  </div>
)

const changed = afterChange('Reports', 'Subjects', 'Desk', { type: 'Jobs', id: 'LIST' })

const batchesApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    reportBatchPreview: build.query<ReportBatchPreviewView, { reporter_id: number; seen?: string }>({
      query: (params) => ({ url: 'admin/reports/batches/preview', params }),
      keepUnusedDataFor: 0,
    }),
    closeReportBatch: build.mutation<ReportBatchView, ReportBatchOrder>({
      query: (body) => ({ url: 'admin/reports/batches', method: 'POST', body }),
      invalidatesTags: changed,
    }),
    undoReportBatch: build.mutation<ReportBatchView, string>({
      query: (id) => ({ url: `admin/reports/batches/${id}/undo`, method: 'POST' }),
      invalidatesTags: changed,
    }),
  }),
})

const { useReportBatchPreviewQuery, useCloseReportBatchMutation, useUndoReportBatchMutation } = batchesApi
