import type { ReportDetailView, ReportView } from '@kla/proto/web'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'react-router'
import { useTitle } from '../../shared/browser/use-title.js'
import { consoleApi } from '../entities/console-api.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { CloseReportsBy } from '../entities/report-batch.js'
import { CategoryPill, StatusPill } from '../entities/report-pills.js'
import { useReportQuery, useReportsQuery } from '../entities/reports-api.js'
import { useMay } from '../entities/session-api.js'
import { DataTable } from '../kit/data-table.js'
import { FilterBar } from '../kit/filter-bar.js'
import { pageQuery, toQuery, useListState } from '../kit/list-state.js'
import { readUserId } from '../kit/numbers.js'
import { Pager } from '../kit/pager.js'
import { useSelection } from '../kit/selection.js'
import { useKeysWait } from '../kit/shortcuts.js'
import { hidingError, ListBody, useErrorToast } from '../kit/states.js'
import { Workbench } from '../kit/workbench.js'
import { BulkBar } from './bulk-bar.js'
import { reportColumns } from './columns.js'
import { DeleteReport } from './delete-report.js'
import { filterFields, NO_FILTERS } from './filters.js'
import { ReportActions } from './report-actions.js'
import { ReportSubject } from './report-subject.js'

const NONE: readonly ReportView[] = []

export default function Reports() {
  useTitle('User Reports')
  const may = useMay()
  const dispatch = useDispatch()
  const { search } = useLocation()
  const list = useListState(NO_FILTERS)
  const query = useReportsQuery({ ...toQuery(list.filters), ...pageQuery(list) })
  useErrorToast(query.error, 'Failed to load reports')
  const rows = hidingError(query) ? NONE : (query.data?.results ?? NONE)
  const reporter = readUserId(list.filters.reporter_id)
  const reporterName = rows.find(({ reporter_id }) => reporter_id === reporter)?.reporter_name ?? ''
  const selection = useSelection(useMemo(() => rows.map(({ id }) => id), [rows]))
  const [deleting, setDeleting] = useState<ReportView | null>(null)
  const { open, openEntry } = list

  const close = useCallback(() => openEntry(null), [openEntry])
  const onGone = () => {
    close()
    dispatch(consoleApi.util.invalidateTags([{ type: 'Reports', id: 'LIST' }, 'Subjects']))
  }
  const reportLink = (id: number) => {
    const params = new URLSearchParams(search)
    params.set('open', String(id))
    return `?${params}`
  }
  const columns = useMemo(
    () => reportColumns({ view: openEntry, remove: may('reports.delete') ? setDeleting : null }),
    // oxlint-disable-next-line react/exhaustive-deps
    [openEntry],
  )

  return (
    <Workbench
      title="User Reports"
      list={
        <>
          <FilterBar
            fields={filterFields(may('reports.grave'))}
            filters={list.filters}
            busy={query.isFetching}
            extra={<DownloadCsv list="admin/reports" filters={toQuery(list.filters)} />}
            onApply={list.applyFilters}
            onRefresh={() => void query.refetch()}
          />
          {reporter !== null && <CloseReportsBy reporter={{ id: reporter, name: reporterName }} />}
          <BulkBar
            selected={rows.filter(({ id }) => selection.has(id))}
            onDone={(removed) => {
              selection.clear()
              if (removed.some(({ id }) => id === open)) close()
            }}
          />
          <ListBody
            query={query}
            failed="Failed to load reports"
            empty={rows.length === 0 ? 'No reports found.' : null}
          >
            <DataTable
              label="Reports"
              columns={columns}
              rows={rows}
              idOf={({ id }) => id}
              nameOf={({ id }) => `report ${id}`}
              open={open}
              onOpen={openEntry}
              selection={may('reports.decide') || may('reports.delete') ? selection : undefined}
              stale={query.isFetching}
            />
          </ListBody>
          <Pager
            page={list.page}
            pageSize={list.pageSize}
            total={query.data?.total}
            cursors={{ trail: list.trail, next: query.currentData?.next, onPlace: list.goTo }}
            onPage={list.goToPage}
            onPageSize={list.changePageSize}
          />
          {deleting && (
            <DeleteReport
              report={deleting}
              onDeleted={() => deleting.id === open && close()}
              onClose={() => setDeleting(null)}
            />
          )}
        </>
      }
      opened={
        open === null
          ? null
          : {
              id: open,
              title: `Report #${open}`,
              aside: (
                <OpenedReport id={open}>
                  {(report) => (
                    <>
                      <CategoryPill report={report} /> <StatusPill report={report} />
                    </>
                  )}
                </OpenedReport>
              ),
              subject: (
                <OpenedReport id={open} showsStatus>
                  {(report) => <ReportSubject report={report} reportLink={reportLink} />}
                </OpenedReport>
              ),
              actions: (
                <OpenedReport id={open}>{(report) => <ReportActions report={report} onGone={onGone} />}</OpenedReport>
              ),
            }
      }
      onClose={close}
    />
  )
}

interface OpenedReportProps {
  id: number
  showsStatus?: boolean
  children: (report: ReportDetailView) => ReactNode
}

function OpenedReport({ id, showsStatus = false, children }: OpenedReportProps) {
  const query = useReportQuery(id)
  useErrorToast(showsStatus ? query.error : undefined, 'Failed to load report')
  const report = query.data?.id === id ? query.data : undefined
  useKeysWait(!report && query.isFetching)
  if (!showsStatus && !report) return null
  return (
    <ListBody query={{ ...query, data: report }} failed="Failed to load report" empty={null}>
      {report && children(report)}
    </ListBody>
  )
}
