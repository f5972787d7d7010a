import type { ReportView } from '@kla/proto/web'
import { Pill } from '../kit/text.js'
import { isGrave, REPORT_CATEGORY_WORDS, STATUS_TONES, STATUS_WORDS } from './words.js'

export const CategoryPill = ({ report }: { report: Pick<ReportView, 'category'> }) => (
  <Pill tone={isGrave(report.category) ? 'red' : 'plain'}>{REPORT_CATEGORY_WORDS[report.category]}</Pill>
)

/** All categories of a report that was merged from several. */
export const CategoryPills = ({ report }: { report: Pick<ReportView, 'category' | 'categories'> }) => (
  <>
    {report.categories.map((category) => (
      <CategoryPill key={category} report={{ category }} />
    ))}
  </>
)

export const StatusPill = ({ report }: { report: ReportView }) => (
  <Pill tone={STATUS_TONES[report.status]}>{STATUS_WORDS[report.status]}</Pill>
)
