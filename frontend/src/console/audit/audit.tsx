import { type AuditEntryView, type AuditPage, PAGE_SIZES } from '@kla/proto/web'
import { useCallback, useMemo } from 'react'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { useAdministratorsQuery } from '../entities/administrators.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { useMay } from '../entities/session-api.js'
import { type Column, DataTable } from '../kit/data-table.js'
import { FilterBar } from '../kit/filter-bar.js'
import { useListState } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { useShortcut } from '../kit/shortcuts.js'
import { ListBody, useErrorToast } from '../kit/states.js'
import { Workbench } from '../kit/workbench.js'
import { useAuditFiltersQuery, useAuditQuery } from './api.js'
import styles from './audit.module.css'
import { EntryActions, EntrySubject } from './entry.js'
import { auditQuery, EVERYTHING, fieldsFor, isChangesOnly, newer, NO_FILTERS, older, pageOf } from './filters.js'
import { Sentence } from './said.js'
import { type Names, type Piece, sentenceOf } from './sentence.js'
import { Verify } from './verification.js'

const NONE: readonly AuditEntryView[] = []
const FAILED = 'Failed to load the audit log.'

export default function Audit() {
  useTitle('Audit')
  const list = useListState(NO_FILTERS)
  const query = useAuditQuery({ ...auditQuery(list.filters), limit: list.pageSize })
  useErrorToast(query.error, FAILED)
  const rows = query.data?.entries ?? NONE
  const known = useAuditFiltersQuery().data
  const names = useNames(query.data)
  const columns = useMemo(() => columnsFor(names), [names])
  const changesOnly = isChangesOnly(list.filters)
  const { open, openEntry, applyFilters } = list
  const { trail } = list.filters
  const entry = rows.find(({ seq }) => seq === open)
  const close = useCallback(() => openEntry(null), [openEntry])

  return (
    <Workbench
      title="Audit"
      list={
        <>
          <FilterBar
            fields={fieldsFor(known, list.filters)}
            filters={list.filters}
            busy={query.isFetching}
            extra={<DownloadCsv list="admin/audit" filters={auditQuery({ ...list.filters, trail: '' })} />}
            onApply={(filters) => applyFilters({ ...filters, trail: '' })}
            onRefresh={() => void query.refetch()}
          />
          <Verify onOpen={(seq) => applyFilters({ ...NO_FILTERS, show: EVERYTHING, trail: older('', seq + 1) })} />
          <ListBody
            query={query}
            failed={FAILED}
            empty={rows.length > 0 ? null : changesOnly ? 'No changes found.' : 'No entries found.'}
          >
            <DataTable
              label="Entries"
              columns={columns}
              rows={rows}
              idOf={({ seq }) => seq}
              nameOf={({ seq }) => `entry ${seq}`}
              open={open}
              onOpen={openEntry}
              stale={query.isFetching}
            />
          </ListBody>
          <KeysetPager
            trail={trail}
            next={query.currentData?.next}
            pageSize={list.pageSize}
            onTrail={(changed) => applyFilters({ ...list.filters, trail: changed })}
            onPageSize={list.changePageSize}
          />
        </>
      }
      opened={
        open === null
          ? null
          : {
              id: open,
              title: `Entry #${open}`,
              subject: (
                <ListBody query={query} failed={FAILED} empty={null}>
                  {entry ? (
                    <EntrySubject entry={entry} names={names} />
                  ) : (
                    <EmptyState icon="search" title="This entry isn't on this page of the list." />
                  )}
                </ListBody>
              ),
              actions: entry && <EntryActions entry={entry} onFilter={applyFilters} />,
            }
      }
      onClose={close}
    />
  )
}

interface KeysetPagerProps {
  trail: string
  /** Cursor of the next page; null at the end, undefined while loading. */
  next: number | null | undefined
  pageSize: number
  onTrail: (trail: string) => void
  onPageSize: (pageSize: number) => void
}

function KeysetPager({ trail, next, pageSize, onTrail, onPageSize }: KeysetPagerProps) {
  const goNewer = () => onTrail(newer(trail))
  const goOlder = () => typeof next === 'number' && onTrail(older(trail, next))
  useShortcut('[', 'Newer entries', () => trail === '' || goNewer())
  useShortcut(']', 'Older entries', goOlder)
  return (
    <nav className={styles.pager} aria-label="Pages">
      <label className={styles.size}>
        Page Size
        <select className={styles.select} value={pageSize} onChange={(event) => onPageSize(Number(event.target.value))}>
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <Button disabled={trail === ''} onClick={() => onTrail('')}>
        Newest
      </Button>
      <Button disabled={trail === ''} onClick={goNewer}>
        Newer
      </Button>
      <output>Page {pageOf(trail)}</output>
      <Button disabled={typeof next !== 'number'} onClick={goOlder}>
        Older
      </Button>
    </nav>
  )
}

const columnsFor = (names: Names): readonly Column<AuditEntryView>[] => [
  { title: 'Entry', cell: ({ seq }) => seq, opens: true, figures: true },
  { title: 'When', cell: ({ at }) => <When at={at} /> },
  {
    title: 'What happened',
    cell: (entry) => (
      <span className={styles.long}>
        <Sentence pieces={sentenceOf(entry)} names={names} />
      </span>
    ),
  },
]

const NO_NAMES: AuditPage['names'] = {}

/** Reads the administrators only if an entry is about one of them: reading them is an entry itself. */
function useNames(page: AuditPage | undefined): Names {
  const may = useMay()
  const needed = page?.entries.some((entry) => sentenceOf(entry).some(isAdministrator)) ?? false
  const { data } = useAdministratorsQuery(undefined, {
    skip: !needed || !may('administrators.manage'),
    refetchOnMountOrArgChange: false,
  })
  const accounts = page?.names ?? NO_NAMES
  return useMemo(
    () => ({
      accounts,
      administrators: new Map(data?.administrators.map(({ id, name }) => [String(id), name])),
    }),
    [accounts, data],
  )
}

const isAdministrator = (piece: Piece): boolean => typeof piece !== 'string' && piece.kind === 'administrator'
