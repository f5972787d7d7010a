import type { ReportView, SubjectView } from '@kla/proto/web'
import { ListBody } from '../kit/states/list-body.js'
import { Facts } from '../kit/text/facts.js'
import { When } from '../kit/text/when.js'
import { BanEntry } from './ban-entry.js'
import { Folded } from './folded.js'
import { ReportEntry } from './report-entry.js'
import { useSubjectQuery } from './subjects-api.js'
import styles from './subjects.module.css'

interface SubjectHistoryProps {
  id: number
  /** The report that it stands beside: marked, and not a link to itself. */
  besideReport?: number
  /** Where a report is to be read. */
  reportLink: (id: number) => string
}

/** Who an account is, what was reported about and by it, and its bans. */
export function SubjectHistory({ id, besideReport, reportLink }: SubjectHistoryProps) {
  const query = useSubjectQuery(id)
  const subject = query.data?.id === id ? query.data : undefined
  const entriesOf = (reports: readonly ReportView[]) =>
    reports.map((each) => <ReportEntry key={each.id} report={each} beside={besideReport} linkTo={reportLink} />)
  return (
    <ListBody query={{ ...query, data: subject }} failed="Failed to load the history" empty={null}>
      {subject && (
        <div className={styles.history}>
          <Facts facts={factsOf(subject)} />
          <Folded
            title="Bans"
            total={subject.totals.bans}
            entries={subject.bans.map((ban) => (
              <BanEntry key={ban.id} ban={ban} />
            ))}
          />
          <Folded title="Reports about" total={subject.totals.reports_about} entries={entriesOf(subject.reports_about)} />
          <Folded title="Reports by" total={subject.totals.reports_by} entries={entriesOf(subject.reports_by)} />
        </div>
      )}
    </ListBody>
  )
}

const factsOf = (subject: SubjectView) =>
  [
    ['Username', subject.username || '-'],
    ['Global name', subject.global_name ?? '-'],
    ['User ID', subject.id],
    ['Discord ID', subject.discord_id],
    ['Since', <When key="since" at={subject.create_time} />],
    ['Tickets', subject.totals.tickets],
  ] as const
