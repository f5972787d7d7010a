import type { ReportView } from '@kla/proto/web'
import { useRef, useState } from 'react'
import { errorCode } from '../../shared/api/errors.js'
import { toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { secondPersonForDeletion, useAskForReportDeletionMutation } from '../entities/approvals.js'
import { AskSecondPerson } from '../entities/ask-second-person.js'
import { useDeleteReportMutation } from '../entities/reports-api.js'
import { deletedWords, WHAT_DELETING_DOES } from '../entities/words.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { useChange } from '../kit/versions.js'
import { reportFields, thingOf } from './report-fields.js'

interface DeleteReportProps {
  report: ReportView
  onDeleted: () => void
  onClose: () => void
}

export function DeleteReport({ report, onDeleted, onClose }: DeleteReportProps) {
  const { id } = report
  const carryOut = useChange()
  const [remove] = useDeleteReportMutation()
  const [ask] = useAskForReportDeletionMutation()
  const [asking, setAsking] = useState(false)
  /** A ref, because the dialog closes before the next render. */
  const refused = useRef(false)
  const askForSecond = (error: unknown): boolean => {
    if (errorCode(error) !== 'SECOND_PERSON_REQUIRED') return false
    refused.current = true
    setAsking(true)
    return true
  }
  const confirmed = async () => {
    const outcome = await carryOut({
      thing: thingOf(id),
      name: `Report #${id}`,
      version: report.version,
      before: { ...reportFields(report), 'This report': 'Kept' },
      yours: { 'This report': 'Deleted' },
      fieldsOf: (current: ReportView) => ({ ...reportFields(current), 'This report': 'Kept' }),
      send: (version) => remove({ id, version }),
      failed: 'Delete failed',
      onRefusal: askForSecond,
    })
    if (outcome.kind !== 'done') return
    toastSuccess('Deleted')
    toastNeutral(`Report #${id}: ${deletedWords(outcome.answer)}`)
    onDeleted()
  }
  if (asking) {
    return (
      <AskSecondPerson draft={['report deletion', id]} onAsk={(reason) => ask({ ids: [id], reason })} onClose={onClose}>
        <p>{secondPersonForDeletion(1)}</p>
      </AskSecondPerson>
    )
  }
  return (
    <ConfirmDialog
      title={`Delete #${id}?`}
      confirm="Delete"
      onConfirm={confirmed}
      onClose={() => void (refused.current || onClose())}
    >
      <p>This cannot be undone.</p>
      <p>{WHAT_DELETING_DOES} Until then someone else can restore it under Approvals.</p>
    </ConfirmDialog>
  )
}
