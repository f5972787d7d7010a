import {
  type ReportCategory,
  type ReportStatus,
  type ReportView,
  REVIEW_ACTIONS,
  type ReviewAction,
} from '@kla/proto/web'
import { toastSuccess } from '../../shared/ui/toast.js'
import { useReviewReportMutation, useUpdateReportMutation } from '../entities/reports-api.js'
import { REPORT_CATEGORY_WORDS, STATUS_WORDS } from '../entities/words.js'
import { useUndo } from '../kit/undo.js'
import { type Change, useChange } from '../kit/versions.js'
import { reportFields, thingOf } from './report-fields.js'

type Edit = { status: ReportStatus } | { category: ReportCategory }

/** Changes the report as shown; undoable while it is unchanged. */
export function useReportChanges(report: ReportView) {
  const { id } = report
  const [update, updating] = useUpdateReportMutation()
  const [review, reviewing] = useReviewReportMutation()
  const carryOut = useChange()
  const { push } = useUndo()

  const changeBy = (edit: Edit): Omit<Change<ReportView, ReportView>, 'send' | 'failed'> => ({
    thing: thingOf(id),
    name: `Report #${id}`,
    version: report.version,
    before: reportFields(report),
    yours:
      'status' in edit ? { Status: STATUS_WORDS[edit.status] } : { Category: REPORT_CATEGORY_WORDS[edit.category] },
    fieldsOf: reportFields,
    versionAfter: ({ version }) => version,
  })
  const remember = (what: string, { version }: ReportView, before: Edit) =>
    push({
      label: `Report #${id}: ${what}`,
      thing: thingOf(id),
      version,
      undo: (left) =>
        update({ id, ...before, version: left })
          .unwrap()
          .then((after) => after.version),
    })
  const rememberStatus = (after: ReportView, { status }: ReportView) => {
    if (after.status === status) return
    remember(`${STATUS_WORDS[status]} → ${STATUS_WORDS[after.status]}`, after, { status })
  }

  return {
    busy: updating.isLoading || reviewing.isLoading,
    setStatus: async (status: ReportStatus) => {
      const outcome = await carryOut({
        ...changeBy({ status }),
        send: (version) => update({ id, status, version }),
        failed: 'Update failed',
      })
      if (outcome.kind === 'done') rememberStatus(outcome.answer, outcome.over ?? report)
    },
    /** `final`: not visible to this administrator afterwards, so no undo. */
    setCategory: async (category: ReportCategory, { final }: { final: boolean }): Promise<boolean> => {
      const outcome = await carryOut({
        ...changeBy({ category }),
        send: (version) => update({ id, category, version }),
        failed: 'Update failed',
      })
      if (outcome.kind !== 'done') return false
      const before = (outcome.over ?? report).category
      if (!final) {
        remember(`${REPORT_CATEGORY_WORDS[before]} → ${REPORT_CATEGORY_WORDS[category]}`, outcome.answer, {
          category: before,
        })
      }
      return true
    },
    review: async (action: ReviewAction) => {
      const outcome = await carryOut({
        ...changeBy({ status: REVIEW_ACTIONS[action] }),
        send: (version) => review({ id, action, version }),
        failed: 'Action failed',
      })
      if (outcome.kind !== 'done') return
      toastSuccess('Action applied')
      rememberStatus(outcome.answer, outcome.over ?? report)
    },
  }
}
