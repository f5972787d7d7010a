import type { BanView, ReportView, SubjectView } from '@kla/proto/web'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../shared/ui/button.js'
import { When } from '../kit/moments.js'
import { ListBody } from '../kit/states.js'
import { Facts } from '../kit/text.js'
import styles from './accounts.module.css'
import { BanPill } from './ban-pill.js'
import { SCOPE_WORDS } from './bans.js'
import { consoleApi } from './console-api.js'
import { CategoryPill, StatusPill } from './report-pills.js'
import { playerNameWords } from './words.js'

interface SubjectHistoryProps {
  id: number
  besideReport?: number
  reportLink: (id: number) => string
}

export function SubjectHistory({ id, besideReport, reportLink }: SubjectHistoryProps) {
  const query = useSubjectQuery(id)
  const subject = query.data?.id === id ? query.data : undefined
  const entriesOf = (reports: readonly ReportView[]) =>
    reports.map((each) => <ReportEntry key={each.id} report={each} beside={besideReport} linkTo={reportLink} />)
  return (
    <ListBody query={{ ...query, data: subject }} failed="Failed to load the history" empty={null}>
      {subject && (
        <div className={styles.history}>
          <Facts facts={eventsOf(subject)} />
          <Folded
            title="Bans"
            total={subject.totals.bans}
            entries={subject.bans.map((ban) => (
              <BanEntry key={ban.id} ban={ban} />
            ))}
          />
          <Folded
            title="Reports about"
            total={subject.totals.reports_about}
            entries={entriesOf(subject.reports_about)}
          />
          <Folded title="Reports by" total={subject.totals.reports_by} entries={entriesOf(subject.reports_by)} />
        </div>
      )}
    </ListBody>
  )
}

const eventsOf = (subject: SubjectView) =>
  [
    ['Username', subject.username || '-'],
    ['Global name', subject.global_name ?? '-'],
    ['Player name', playerNameWords(subject)],
    ['User ID', subject.id],
    ['Discord ID', subject.discord_id],
    ['Since', <When key="since" at={subject.create_time} />],
    ['Tickets', subject.totals.tickets],
  ] as const

export const subjectsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    subject: build.query<SubjectView, number>({
      query: (id) => `admin/subjects/${id}`,
      providesTags: ['Subjects'],
    }),
  }),
})

export const { useSubjectQuery } = subjectsApi

interface ReportEntryProps {
  report: ReportView
  beside?: number | undefined
  linkTo: (id: number) => string
}

const ReportEntry = ({ report, beside, linkTo }: ReportEntryProps) => (
  <li className={styles.entry} aria-current={report.id === beside || undefined}>
    <p className={styles.head}>
      {report.id === beside ? <strong>#{report.id}</strong> : <Link to={linkTo(report.id)}>#{report.id}</Link>}{' '}
      <CategoryPill report={report} /> <StatusPill report={report} /> <When at={report.created_at} />
    </p>
    <p className={styles.text}>{report.reason}</p>
  </li>
)

const FIRST = 4

interface FoldedProps {
  title: string
  total: number
  entries: readonly ReactNode[]
}

function Folded({ title, total, entries }: FoldedProps) {
  const [all, setAll] = useState(false)
  return (
    <div>
      <h4 className={styles.title}>
        {title}: {total}
        {all && entries.length < total && <span className={styles.newest}> (the newest {entries.length})</span>}
      </h4>
      {entries.length > 0 && <ul className={styles.entries}>{all ? entries : entries.slice(0, FIRST)}</ul>}
      {entries.length > FIRST && (
        <Button variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${entries.length - FIRST} more`}
        </Button>
      )}
    </div>
  )
}

const BanEntry = ({ ban }: { ban: BanView }) => (
  <li className={styles.entry}>
    <p className={styles.head}>
      <strong>#{ban.id}</strong> {SCOPE_WORDS[ban.scope]} <BanPill ban={ban} /> <When at={ban.banned_at} /> –{' '}
      {ban.expires_at === null ? 'permanent' : <When end at={ban.expires_at} />}
    </p>
    {ban.reason && <p className={styles.text}>{ban.reason}</p>}
  </li>
)
