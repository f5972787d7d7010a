import type { ReportCategory, ReportStatus, ReportView, ReviewAction } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useReviewReportMutation, useUpdateReportMutation } from '../entities/reports-api.js'
import { CATEGORY_WORDS, STATUS_WORDS } from '../entities/words.js'
import { useUndo } from '../kit/undo.js'

/**
 * Undoable; resolves to true when saved. Edits carry the notes as typed, the three reviews do not (specification,
 * section 7).
 */
export function useReportChanges(report: ReportView, notes: string) {
  const { id } = report
  const [update, updating] = useUpdateReportMutation()
  const [review, reviewing] = useReviewReportMutation()
  const { push } = useUndo()

  const edit = async (change: { status: ReportStatus } | { category: ReportCategory } | object): Promise<boolean> => {
    const { error } = await update({ id, ...change, notes })
    if (error) toastError(errorText(error, 'Update failed'))
    return !error
  }
  const remember = (what: string, before: { status: ReportStatus } | { category: ReportCategory }) =>
    push({ label: `Report #${id}: ${what}`, undo: () => update({ id, ...before }).unwrap() })
  const rememberStatus = (status: ReportStatus) => {
    if (status === report.status) return
    remember(`${STATUS_WORDS[report.status]} → ${STATUS_WORDS[status]}`, { status: report.status })
  }

  return {
    busy: updating.isLoading || reviewing.isLoading,
    saveNotes: () => edit({}),
    setStatus: async (status: ReportStatus) => {
      const done = await edit({ status })
      if (done) rememberStatus(status)
    },
    /** `final`: this administrator cannot see it afterwards, so no undo. */
    setCategory: async (category: ReportCategory, { final }: { final: boolean }): Promise<boolean> => {
      const done = await edit({ category })
      if (done && !final) {
        remember(`${CATEGORY_WORDS[report.category]} → ${CATEGORY_WORDS[category]}`, { category: report.category })
      }
      return done
    },
    review: async (action: ReviewAction) => {
      const { data, error } = await review({ id, action })
      if (!data) {
        toastError(errorText(error, 'Action failed'))
        return
      }
      toastSuccess('Action applied')
      rememberStatus(data.status)
    },
  }
}
