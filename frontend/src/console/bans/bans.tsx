import { useState } from 'react'
import type { BanView } from '@kla/proto/web'
import { useTitle } from '../../shared/browser/use-title.js'
import { BanPill } from '../banning/ban-pill.js'
import { useBansQuery } from '../banning/bans-api.js'
import { FilterBar } from '../kit/filters/filter-bar.js'
import { toQuery } from '../kit/filters/filters.js'
import { useListState } from '../kit/filters/use-list-state.js'
import { Pager } from '../kit/pager/pager.js'
import { ListBody } from '../kit/states/list-body.js'
import { useToldFailure } from '../kit/states/use-told-failure.js'
import { DataTable } from '../kit/table/data-table.js'
import { Workbench } from '../kit/workbench/workbench.js'
import { useMay } from '../session/use-may.js'
import { BanActions } from './ban-actions.js'
import { BanSubject } from './ban-subject.js'
import { BanTools } from './ban-tools.js'
import { banColumns } from './columns.js'
import { DeleteBan } from './delete-ban.js'
import { FILTER_FIELDS, NO_FILTERS } from './filter-fields.js'
import { LiftBan } from './lift-ban.js'
import styles from './bans.module.css'

/** Who is banned from what, and until when. */
export default function Bans() {
  useTitle('Ban Management')
  const may = useMay()
  const list = useListState(NO_FILTERS)
  const { page, pageSize } = list
  const query = useBansQuery({ ...toQuery(list.filters), limit: pageSize, offset: (page - 1) * pageSize })
  useToldFailure(query.error, 'Failed to load bans.')
  const bans = query.data?.bans ?? []
  const opened = bans.find(({ id }) => id === list.open)
  const [lifting, setLifting] = useState<BanView | null>(null)
  const [deleting, setDeleting] = useState<BanView | null>(null)
  const actions = {
    lift: may('bans.lift') ? setLifting : null,
    remove: may('bans.delete') ? setDeleting : null,
  }
  const close = () => list.openEntry(null)

  return (
    <>
      <Workbench
        title="Ban Management"
        list={
          <>
            <h2 className={styles.records}>Ban Records</h2>
            <FilterBar
              fields={FILTER_FIELDS}
              filters={list.filters}
              busy={query.isFetching}
              onApply={list.applyFilters}
              onRefresh={() => void query.refetch()}
            />
            <ListBody query={query} failed="Failed to load bans." empty={bans.length === 0 ? 'No bans found.' : null}>
              <DataTable
                label="Bans"
                columns={banColumns(actions)}
                rows={bans}
                idOf={({ id }) => id}
                nameOf={({ id }) => `ban ${id}`}
                open={list.open}
                onOpen={list.openEntry}
                stale={query.isFetching}
              />
            </ListBody>
            <Pager
              page={page}
              pageSize={pageSize}
              total={query.data?.total}
              onPage={list.goToPage}
              onPageSize={list.changePageSize}
            />
          </>
        }
        aside={<BanTools onShow={(userId) => list.applyFilters({ ...NO_FILTERS, userId: String(userId) })} />}
        opened={
          opened
            ? {
                id: opened.id,
                title: `Ban #${opened.id}`,
                aside: <BanPill ban={opened} />,
                subject: <BanSubject ban={opened} />,
                actions: <BanActions ban={opened} {...actions} />,
              }
            : null
        }
        onClose={close}
      />
      {lifting && <LiftBan id={lifting.id} onDone={() => setLifting(null)} />}
      {deleting && (
        <DeleteBan
          id={deleting.id}
          onDeleted={() => deleting.id === list.open && close()}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
