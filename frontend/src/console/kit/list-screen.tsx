import { type ReactNode, useCallback } from 'react'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { type Column, DataTable } from './data-table.js'
import { FilterBar, type FilterField } from './filter-bar.js'
import styles from './list-screen.module.css'
import type { EntryId, ListState } from './list-state.js'
import { type Cursors, Pager } from './pager.js'
import type { Selection } from './selection.js'
import { useKeysWait, useShortcut } from './shortcuts.js'
import { ListBody, useErrorToast } from './states.js'
import { Workbench } from './workbench.js'

interface ListWords {
  title: string
  entries: string
  failed: string
  empty: string
  elsewhere: string
}

interface ListScreenProps<Row, Name extends string, Id extends EntryId> {
  words: ListWords
  list: ListState<Name, Id>
  query: { data?: unknown; error?: unknown; isFetching: boolean; refetch: () => unknown }
  rows: readonly Row[]
  /** Number of entries on all pages; null if pages are unused. */
  total: number | undefined | null
  /** Cursors of lists that have them; pages after one have no total. */
  cursors?: Cursors
  /** Filter fields; only Refresh without them. */
  fields?: readonly FilterField<Name>[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => Id
  nameOf: (row: Row) => string
  selection?: Selection<Id>
  above?: ReactNode
  /** More buttons beside the filters. */
  extra?: ReactNode
  emptyAction?: ReactNode
  aside?: ReactNode
  opened: {
    title: (id: Id, row: Row | undefined) => string
    pills?: (row: Row) => ReactNode
    subject: (row: Row) => ReactNode
    actions?: (row: Row) => ReactNode
  }
}

export function ListScreen<Row, Name extends string, Id extends EntryId>(props: ListScreenProps<Row, Name, Id>) {
  const { words, list, query, rows, total, cursors, fields, columns, idOf, nameOf, selection, opened } = props
  useTitle(words.title)
  useErrorToast(query.error, words.failed)
  const { open, openEntry } = list
  const close = useCallback(() => openEntry(null), [openEntry])
  const refresh = () => void query.refetch()
  const row = rows.find((each) => idOf(each) === open)
  useKeysWait(open !== null && !row && query.isFetching)

  return (
    <Workbench
      title={words.title}
      list={
        <>
          {fields ? (
            <FilterBar
              fields={fields}
              filters={list.filters}
              busy={query.isFetching}
              extra={props.extra}
              onApply={list.applyFilters}
              onRefresh={refresh}
            />
          ) : (
            <RefreshBar busy={query.isFetching} extra={props.extra} onRefresh={refresh} />
          )}
          {props.above}
          <ListBody
            query={query}
            failed={words.failed}
            empty={rows.length === 0 ? words.empty : null}
            emptyAction={props.emptyAction}
          >
            <DataTable
              label={words.entries}
              columns={columns}
              rows={rows}
              idOf={idOf}
              nameOf={nameOf}
              open={open}
              onOpen={openEntry}
              selection={selection}
              stale={query.isFetching}
            />
          </ListBody>
          {(total !== null || cursors) && (
            <Pager
              // The total of other filters means nothing.
              key={JSON.stringify(list.filters)}
              page={list.page}
              pageSize={list.pageSize}
              total={total}
              cursors={cursors}
              onPage={list.goToPage}
              onPageSize={list.changePageSize}
            />
          )}
        </>
      }
      aside={props.aside}
      opened={
        open === null
          ? null
          : {
              id: open,
              title: opened.title(open, row),
              aside: row && opened.pills?.(row),
              subject: (
                <ListBody
                  query={row || !query.isFetching ? query : { ...query, data: undefined }}
                  failed={words.failed}
                  empty={null}
                >
                  {row ? opened.subject(row) : <EmptyState icon="search" title={words.elsewhere} />}
                </ListBody>
              ),
              actions: row && opened.actions?.(row),
            }
      }
      onClose={close}
    />
  )
}

interface RefreshBarProps {
  busy: boolean
  extra?: ReactNode
  onRefresh: () => void
}

function RefreshBar({ busy, extra, onRefresh }: RefreshBarProps) {
  useShortcut('r', 'Refresh the list', onRefresh)
  return (
    <div className={styles.bar}>
      <Button busy={busy} onClick={onRefresh}>
        Refresh
      </Button>
      {extra}
    </div>
  )
}
