import { type DeletedReportView, PAGE_SIZES } from '@kla/proto/web'
import { useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Panel } from '../../shared/ui/panel.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useDeletedReportsQuery, useRestoreReportMutation } from '../entities/approvals.js'
import { Person } from '../entities/person.js'
import { CategoryPill } from '../entities/report-pills.js'
import { useAdminSessionQuery } from '../entities/session-api.js'
import { pageQuery, type Place } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { Pager } from '../kit/pager.js'
import { ListBody } from '../kit/states.js'
import { Facts } from '../kit/text.js'
import styles from './approvals.module.css'

const FIRST: Place = { page: 1, trail: '' }

/** Lists deleted reports not yet erased, which another administrator can restore. */
export function DeletedReports() {
  const [place, setPlace] = useState<Place>(FIRST)
  const [pageSize, setPageSize] = useState<number>(PAGE_SIZES[0])
  const query = useDeletedReportsQuery(pageQuery({ ...place, pageSize }))
  const reports = query.data?.results ?? []
  return (
    <Panel title="Deleted reports">
      <ListBody
        query={query}
        failed="Failed to load deleted reports."
        empty={reports.length === 0 ? 'No deleted reports.' : null}
      >
        <ul className={styles.cards}>
          {reports.map((report) => (
            <Deleted key={report.id} report={report} />
          ))}
        </ul>
      </ListBody>
      <Pager
        page={place.page}
        pageSize={pageSize}
        total={query.data?.total}
        cursors={{ trail: place.trail, next: query.currentData?.next, onPlace: setPlace }}
        onPage={(page) => setPlace({ page, trail: '' })}
        onPageSize={(size) => {
          setPageSize(size)
          setPlace(FIRST)
        }}
      />
    </Panel>
  )
}

function Deleted({ report }: { report: DeletedReportView }) {
  const { data: me } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  const [restore, { isLoading }] = useRestoreReportMutation()
  const carryOut = async () => {
    const { error } = await restore(report.id)
    if (error) toastError(errorText(error, 'Failed to restore.'))
    else toastSuccess(`Report #${report.id} restored.`)
  }
  return (
    <li className={styles.card}>
      <h3 className={styles.title}>Report #{report.id}</h3>
      <CategoryPill report={report} />
      <p className={styles.reason}>{report.reason}</p>
      <Facts
        facts={[
          ['Reporter', <Person key="reporter" id={report.reporter_id} name={report.reporter_name} />],
          ['Reported', <Person key="reported" id={report.reported_id} name={report.reported_name} />],
          ['Deleted by', report.deleted_by],
          ['Deleted', <When key="deleted" at={report.deleted_at} />],
          ['Erased', report.held ? 'Not while it is on hold' : <When key="erased" at={report.erase_after} />],
        ]}
      />
      {me?.id === report.deleted_by_id ? (
        <p className={styles.muted}>Someone else has to restore what you deleted.</p>
      ) : (
        <Button busy={isLoading} aria-label={`Restore report ${report.id}`} onClick={() => void carryOut()}>
          Restore
        </Button>
      )}
    </li>
  )
}
