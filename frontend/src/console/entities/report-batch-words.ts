import type { LeftOutWhy, ReportBatchPreviewView, ReportBatchView } from '@kla/proto/web'
import { counted } from '../kit/numbers.js'
import { REPORT_CATEGORY_WORDS } from './words.js'

type Preview = Pick<ReportBatchPreviewView, 'reports' | 'beyond' | 'left_out' | 'left_out_total'>

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** Counts of each category, the most frequent first: '8 Abuse and 4 Spam'. */
function categoryWords(reports: Preview['reports']): string {
  const counts = new Map<string, number>()
  for (const { category } of reports) {
    counts.set(REPORT_CATEGORY_WORDS[category], (counts.get(REPORT_CATEGORY_WORDS[category]) ?? 0) + 1)
  }
  return listed([...counts].sort(([, one], [, other]) => other - one).map(([name, count]) => `${count} ${name}`))
}

const LEFT_OUT: Readonly<Record<LeftOutWhy, (reports: Preview['left_out']) => string>> = {
  one_by_one: (reports) =>
    `${counted(reports.length, 'report')} must be read one by one: ${categoryWords(reports)}. They stay pending.`,
  claimed: (reports) =>
    `${counted(reports.length, 'report')} ${reports.length === 1 ? 'stays' : 'stay'} with ${byWords(reports)}, who has the job now.`,
  decided: (reports) =>
    `${counted(reports.length, 'report')} ${reports.length === 1 ? 'was' : 'were'} decided since by ${byWords(reports)}.`,
}

const byWords = (reports: Preview['left_out']): string =>
  listed([...new Set(reports.map(({ by }) => by ?? 'someone else'))])

/** Says what closing does, and what it leaves, in a few sentences. */
export function previewSentences({ reports, beyond, left_out, left_out_total }: Preview): readonly string[] {
  const about = new Set(reports.map(({ reported_id }) => reported_id)).size
  const whys = (['one_by_one', 'claimed', 'decided'] as const).flatMap((why) => {
    const those = left_out.filter((left) => left.why === why)
    return those.length === 0 ? [] : [LEFT_OUT[why](those)]
  })
  return [
    reports.length === 0
      ? 'There is nothing to close.'
      : `This closes ${counted(reports.length, 'report')} about ${people(about)}: ${categoryWords(reports)}.`,
    ...(beyond > 0
      ? [`These are the newest. ${counted(beyond, 'older report')} can be closed after them, in the same way.`]
      : []),
    ...whys,
    ...(left_out_total > left_out.length ? [`${left_out_total - left_out.length} more stay as they are.`] : []),
  ]
}

/** What was closed, for the undo: '3 reports by ada closed'. */
export const batchLabel = (batch: Pick<ReportBatchView, 'reports'>, name: string): string =>
  `${counted(batch.reports.length, 'report')} by ${name} closed`

/** Names the reports that an undo left; null: it left none. */
export const leftWords = ({ left }: Pick<ReportBatchView, 'left'>): string | null =>
  left.length === 0
    ? null
    : `Someone changed ${listed(left.map((id) => `#${id}`))} since. ${left.length === 1 ? 'It stays' : 'They stay'} closed.`
