import { useCallback, useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'react-router'
import type { ReportView } from '@kla/proto/web'
import { useTitle } from '../../shared/browser/use-title.js'
import { consoleApi } from '../api/console-api.js'
import { FilterBar } from '../kit/filters/filter-bar.js'
import { toQuery } from '../kit/filters/filters.js'
import { useListState } from '../kit/filters/use-list-state.js'
import { Pager } from '../kit/pager/pager.js'
import { ListBody } from '../kit/states/list-body.js'
import { useToldFailure } from '../kit/states/use-told-failure.js'
import { DataTable } from '../kit/table/data-table.js'
import { useSelection } from '../kit/table/selection.js'
import { Workbench } from '../kit/workbench/workbench.js'
import { useMay } from '../session/use-may.js'
import { BulkBar } from './bulk-bar.js'
import { CategoryPill, reportColumns, StatusPill } from './columns.js'
import { DeleteReport } from './delete-report.js'
import { filterFields, NO_FILTERS } from './filter-fields.js'
import { OpenedReport } from './opened-report.js'
import { ReportActions } from './report-actions.js'
import { ReportSubject } from './report-subject.js'
import { useReportsQuery } from './reports-api.js'

const NONE: readonly ReportView[] = []

/** The reports that players sent, and what is decided about them. */
export default function Reports() {
  useTitle('User Reports')
  const may = useMay()
  const dispatch = useDispatch()
  const { search } = useLocation()
  const list = useListState(NO_FILTERS)
  const query = useReportsQuery({ ...toQuery(list.filters), page: list.page, pageSize: list.pageSize })
  useToldFailure(query.error, 'Failed to load reports')
  const rows = query.data?.results ?? NONE
  const selection = useSelection(useMemo(() => rows.map(({ id }) => id), [rows]))
  const [deleting, setDeleting] = useState<ReportView | null>(null)
  const { open, openEntry } = list

  const close = useCallback(() => openEntry(null), [openEntry])
  /** A report that is gone leaves the list as well. */
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
    // Whoever is signed in stays so for as long as this screen is there.
    // eslint-disable-next-line react-hooks/exhaustive-deps
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
            onApply={list.applyFilters}
            onRefresh={() => void query.refetch()}
          />
          <BulkBar
            selected={rows.filter(({ id }) => selection.has(id))}
            onDone={(removed) => {
              selection.clear()
              if (removed.some(({ id }) => id === open)) close()
            }}
          />
          <ListBody query={query} failed="Failed to load reports" empty={rows.length === 0 ? 'No reports found.' : null}>
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
            onPage={list.goToPage}
            onPageSize={list.changePageSize}
          />
          {deleting && (
            <DeleteReport
              id={deleting.id}
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
                <OpenedReport id={open} tells>
                  {(report) => <ReportSubject report={report} reportLink={reportLink} />}
                </OpenedReport>
              ),
              actions: (
                <OpenedReport id={open}>
                  {(report) => <ReportActions report={report} onGone={onGone} />}
                </OpenedReport>
              ),
            }
      }
      onClose={close}
    />
  )
}
