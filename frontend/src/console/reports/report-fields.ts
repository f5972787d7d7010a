import type { ReportView } from '@kla/proto/web'
import { REPORT_CATEGORY_WORDS, STATUS_WORDS } from '../entities/words.js'
import type { Fields } from '../kit/conflict.js'

type Shown = Pick<ReportView, 'status' | 'category' | 'notes'>

export const reportFields = ({ status, category, notes }: Shown): Fields => ({
  Status: STATUS_WORDS[status],
  Category: REPORT_CATEGORY_WORDS[category],
  'Last note': notes,
})

export const reportsFields = (reports: readonly ReportView[]): Fields =>
  Object.fromEntries(reports.map((report) => [`Report #${report.id}`, STATUS_WORDS[report.status]]))

export const thingOf = (id: number): string => `report ${id}`
