import type { OpinionListView } from '@kla/proto/web'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useRoughNow } from '../../shared/time/now.js'
import { CategoryPill } from '../entities/report-pills.js'
import { useMay } from '../entities/session-api.js'
import { REPORT_CATEGORY_WORDS } from '../entities/words.js'
import { type Column, DataTable } from '../kit/data-table.js'
import { When } from '../kit/moments.js'
import { ListBody } from '../kit/states.js'
import { useOpinionsQuery } from './api.js'
import styles from './desk.module.css'
import { agreementWords } from './opinion-draft.js'
import { spanWords } from './queue.js'

/** How often second opinions agree, and those that differ. */
export function OpinionsNote() {
  const decides = useMay()('reports.decide')
  const { data } = useOpinionsQuery(undefined, { skip: !decides, refetchOnMountOrArgChange: false })
  const words = data ? agreementWords(data) : null
  if (!data || words === null) return null
  return (
    <p className={styles.head}>
      {words}
      {data.differing.map(({ id }) => (
        <Link key={id} to={`/desk?view=opinions&opinion=${id}`}>
          Differs: #{id}
        </Link>
      ))}
    </p>
  )
}

interface OpinionListProps {
  open: number | null
  onOpen: (id: number) => void
}

type Open = OpinionListView['open'][number]

/** Second opinions that the moderator may give. */
export function OpinionList({ open, onOpen }: OpinionListProps) {
  const query = useOpinionsQuery()
  const { data } = query
  const now = useRoughNow()
  const columns = useMemo(
    (): readonly Column<Open>[] => [
      { title: 'Opinion', cell: ({ id }) => `#${id}`, opens: true },
      { title: 'Category', cell: (opinion) => <CategoryPill report={opinion} /> },
      { title: 'Reports', cell: ({ reports }) => reports, figures: true },
      { title: 'Asked', cell: ({ asked_at }) => <When at={asked_at} /> },
      { title: 'Lapses', cell: ({ lapses_at }) => `in ${spanWords(Date.parse(lapses_at) - now)}`, figures: true },
    ],
    [now],
  )
  return (
    <ListBody
      query={query}
      failed="Failed to load the second opinions."
      empty={data?.open.length === 0 ? 'No second opinion waits for you.' : null}
    >
      {data && (
        <>
          <DataTable
            label="Second opinions"
            columns={columns}
            rows={data.open}
            idOf={({ id }) => id}
            nameOf={({ id, category }) => `${REPORT_CATEGORY_WORDS[category]} opinion ${id}`}
            open={open}
            onOpen={onOpen}
          />
          {data.open_total > data.open.length && (
            <p className={styles.muted}>
              The oldest {data.open.length} of {data.open_total}.
            </p>
          )}
        </>
      )}
    </ListBody>
  )
}
