import type { BanView } from '@kla/proto/web'
import { useState } from 'react'
import { useTitle } from '../../shared/browser/use-title.js'
import { useRoughNow } from '../../shared/time/now.js'
import { Button } from '../../shared/ui/button.js'
import { BanForm } from '../entities/ban-form.js'
import { BanPill } from '../entities/ban-pill.js'
import { banStatus, SCOPE_OPTIONS, SCOPE_WORDS, useBansQuery } from '../entities/bans.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { Person } from '../entities/person.js'
import { useMay } from '../entities/session-api.js'
import { type Column, DataTable } from '../kit/data-table.js'
import { FilterBar, type FilterField } from '../kit/filter-bar.js'
import { afterOf, toQuery, useListState } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { Pager } from '../kit/pager.js'
import { ListBody, useErrorToast } from '../kit/states.js'
import { Fold, Workbench } from '../kit/workbench.js'
import { BanActions, DeleteBan, LiftBan } from './ban-actions.js'
import { BanSubject } from './ban-subject.js'
import { CheckActiveBan, LiftAll } from './ban-tools.js'
import styles from './bans.module.css'

/** Active bans by default (platform specification, section 9). */
const NO_FILTERS = { userId: '', scope: '', active: '1' }

const ALL = { value: '', label: 'All' }

const FILTER_FIELDS = [
  { name: 'userId', label: 'User ID', placeholder: 'e.g. 42', numeric: true },
  { name: 'scope', label: 'Scope', options: [ALL, ...SCOPE_OPTIONS] },
  {
    name: 'active',
    label: 'Active',
    options: [{ value: '1', label: 'Active' }, { value: '0', label: 'Inactive' }, ALL],
  },
] as const satisfies readonly FilterField<keyof typeof NO_FILTERS>[]

export default function Bans() {
  useTitle('Ban Management')
  const may = useMay()
  const list = useListState(NO_FILTERS)
  const { page, pageSize } = list
  const after = afterOf(list)
  const query = useBansQuery({
    ...toQuery(list.filters),
    limit: pageSize,
    ...(after === '' ? { offset: (page - 1) * pageSize } : { after }),
  })
  useErrorToast(query.error, 'Failed to load bans.')
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
              extra={<DownloadCsv list="admin/bans" filters={toQuery(list.filters)} />}
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
              cursors={{ trail: list.trail, next: query.currentData?.next, onPlace: list.goTo }}
              onPage={list.goToPage}
              onPageSize={list.changePageSize}
            />
          </>
        }
        aside={
          <>
            {may('bans.set') && (
              <Fold title="Create Ban">
                <BanForm />
              </Fold>
            )}
            <Fold title="Check Active Ban">
              <CheckActiveBan onShow={(userId) => list.applyFilters({ ...NO_FILTERS, userId: String(userId) })} />
            </Fold>
            {may('bans.lift') && (
              <Fold title="Quick Actions">
                <LiftAll />
              </Fold>
            )}
          </>
        }
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
      {lifting && <LiftBan ban={lifting} onDone={() => setLifting(null)} />}
      {deleting && (
        <DeleteBan
          ban={deleting}
          onDeleted={() => deleting.id === list.open && close()}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}

interface RowActions {
  lift: ((ban: BanView) => void) | null
  remove: ((ban: BanView) => void) | null
}

const banColumns = (actions: RowActions): readonly Column<BanView>[] => [
  { title: 'ID', cell: ({ id }) => id, opens: true, figures: true },
  { title: 'User', cell: (ban) => <Person id={ban.user_id} name={ban.user_name} /> },
  { title: 'Scope', cell: ({ scope }) => SCOPE_WORDS[scope] },
  { title: 'Status', cell: (ban) => <BanPill ban={ban} /> },
  { title: 'Banned', cell: ({ banned_at }) => <When at={banned_at} />, spare: true },
  { title: 'Expires', cell: ({ expires_at }) => (expires_at === null ? 'Permanent' : <When end at={expires_at} />) },
  { title: 'Reason', cell: ({ reason }) => reason ?? '-', text: true },
  { title: 'Actions', cell: (ban) => <RowButtons ban={ban} {...actions} />, spare: true },
]

function RowButtons({ ban, lift, remove }: RowActions & { ban: BanView }) {
  const active = banStatus(ban, useRoughNow()) === 'active'
  return (
    <div className={styles.rowActions}>
      {lift && active && (
        <Button aria-label={`Lift ban ${ban.id}`} onClick={() => lift(ban)}>
          Lift
        </Button>
      )}
      {remove && (
        <Button variant="quiet" aria-label={`Delete ban ${ban.id}`} onClick={() => remove(ban)}>
          Delete
        </Button>
      )}
    </div>
  )
}
