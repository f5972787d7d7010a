import { useState } from 'react'
import type { ReportStatus, ReportView } from '@kla/proto/web'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { useAskForReportDeletionMutation } from '../approvals/approvals-api.js'
import { useUndo } from '../kit/undo/undo-context.js'
import { STATUS_WORDS } from '../words.js'
import { byOldStatus } from './by-old-status.js'
import { useChangeReportsMutation } from './reports-api.js'

/** What is done with many reports at once. An empty selection does nothing; `true` says that it was done. */
export function useBulk() {
  const [change, { isLoading }] = useChangeReportsMutation()
  const { push } = useUndo()
  const [ask] = useAskForReportDeletionMutation()
  /** The deletion that the server does only for two people. */
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
