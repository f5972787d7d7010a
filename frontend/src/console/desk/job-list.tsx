import type { JobList as JobListView, JobView } from '@kla/proto/web'
import { useMemo, useState } from 'react'
import { useRoughNow } from '../../shared/time/now.js'
import { Button } from '../../shared/ui/button.js'
import { classNames } from '../../shared/ui/class-names.js'
import { Person } from '../entities/person.js'
import { CategoryPill } from '../entities/report-pills.js'
import { useAdminSessionQuery } from '../entities/session-api.js'
import { REPORT_CATEGORY_WORDS } from '../entities/words.js'
import { type Column, DataTable } from '../kit/data-table.js'
import { counted } from '../kit/numbers.js'
import { type SteadyRow, steadyRows } from '../kit/steady-rows.js'
import styles from './desk.module.css'
import { dueOf, isOthers, spanWords } from './queue.js'
import { signalWords } from './signal-words.js'

type QueueRow = SteadyRow<JobView>

interface JobListProps {
  list: JobListView
  stale: boolean
  /** True while more are loaded. */
  more: boolean
  /** Loads the next page, and returns its jobs; none after a failure. */
  onMore: () => Promise<readonly JobView[]>
  open: number | null
  onOpen: (id: number) => void
}

/** The queue. What is on the screen stays where it is until one asks for what has arrived. */
export function JobList({ list, stale, more, onMore, open, onOpen }: JobListProps) {
  const [shown, setShown] = useState<readonly JobView[]>(list.results)
  const queue = steadyRows(shown, list)
  // Without a job to read there is nothing to keep still.
  if (queue.arrived > 0 && queue.rows.every(({ done }) => done)) setShown(list.results)
  const columns = useColumns()
  const showMore = async () => {
    const next = await onMore()
    const known = new Set(shown.map(({ id }) => id))
    setShown([...shown, ...next.filter(({ id }) => !known.has(id))])
  }
  return (
    <>
      {queue.arrived > 0 && (
        <Button wide className={styles.arrived} onClick={() => setShown(list.results)}>
          {counted(queue.arrived, 'new job')}
        </Button>
      )}
      <DataTable
        label="Jobs"
        columns={columns}
        rows={queue.rows}
        idOf={({ id }) => id}
        nameOf={({ category, subject_name, subject_id }) =>
          `${REPORT_CATEGORY_WORDS[category]} job about ${subject_name || `#${subject_id}`}`
        }
        open={open}
        onOpen={onOpen}
        stale={stale}
      />
      {list.next !== null && (
        <p className={styles.muted}>
          The first {list.results.length} of {list.total} jobs.{' '}
          <Button busy={more} onClick={() => void showMore()}>
            Show more
          </Button>
        </p>
      )}
    </>
  )
}

function useColumns(): readonly Column<QueueRow>[] {
  const now = useRoughNow()
  const me = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false }).data?.id
  return useMemo(
    () => [
      { title: 'Category', cell: (job) => <CategoryPill report={job} />, opens: true },
      {
        title: 'Person',
        cell: (job) => <Person id={job.subject_id} name={job.subject_name} />,
      },
      { title: 'Age', cell: ({ opened_at }) => spanWords(now - Date.parse(opened_at)), figures: true },
      { title: 'Due', cell: (job) => <DueOrDone job={job} now={now} me={me} /> },
      {
        title: 'Reports',
        cell: (job) => <ReportsOf job={job} />,
        figures: true,
      },
    ],
    [now, me],
  )
}

const ReportsOf = ({ job: { reports, reporters, signals = [] } }: { job: QueueRow }) => (
  <>
    {reports} from {reporters} {reporters === 1 ? 'person' : 'people'}
    {signals.map((signal) => (
      <span key={signal.rule} className={classNames(styles.claimed, styles.muted)}>
        {signalWords(signal)}
      </span>
    ))}
  </>
)

function DueOrDone({ job, now, me }: { job: QueueRow; now: number; me: number | undefined }) {
  if (job.done) return <span className={styles.muted}>Done</span>
  const due = dueOf(job, now)
  return (
    <>
      <span className={styles.due} data-urgency={due.urgency}>
        {due.words}
      </span>
      {isOthers(job, me, now) && (
        <span className={classNames(styles.claimed, styles.muted)}>{job.claimed_by} is looking at this</span>
      )}
      {job.claimed_by_id !== null && job.claimed_by_id === me && (
        <span className={classNames(styles.claimed, styles.muted)}>You&apos;re looking at this</span>
      )}
    </>
  )
}
