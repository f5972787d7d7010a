import { type ReactNode, useCallback } from 'react'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { type Column, DataTable } from './data-table.js'
import { FilterBar, type FilterField } from './filter-bar.js'
import styles from './list-screen.module.css'
import type { EntryId, ListState } from './list-state.js'
import { Pager } from './pager.js'
import type { Selection } from './selection.js'
import { useShortcut } from './shortcuts.js'
import { ListBody, useToldFailure } from './states.js'
import { Workbench } from './workbench.js'

/** What the screen says in words. */
interface ListWords {
  /** The screen's title. */
  title: string
  /** What the entries are, for a screen reader: 'Tickets'. */
  entries: string
  /** What is said when the list could not be had. */
  failed: string
  /** What is said when there is nothing. */
  empty: string
  /** What is said in the place of an entry that is not among those shown. */
  elsewhere: string
}

interface ListScreenProps<Row, Name extends string, Id extends EntryId> {
  words: ListWords
  list: ListState<Name, Id>
  query: { data?: unknown; error?: unknown; isFetching: boolean; refetch: () => unknown }
  rows: readonly Row[]
  /** Over all pages; null where there is only one. */
  total: number | undefined | null
  /** Without them there is only Refresh above the list. */
  fields?: readonly FilterField<Name>[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => Id
  /** What one entry is called: 'ticket 12'. */
  nameOf: (row: Row) => string
  selection?: Selection<Id>
  /** Stands between filters and list: what is done with many. */
  above?: ReactNode
  /** The one thing to do where there is nothing. */
  emptyAction?: ReactNode
  /** Stands beside the list while nothing is open: what is done without an entry. */
  aside?: ReactNode
  /** What stands beside the list for the entry that is open; its row is undefined where it is not on this page. */
  opened: {
    title: (id: Id, row: Row | undefined) => string
    /** States beside the title, in pills. */
    pills?: (row: Row) => ReactNode
    subject: (row: Row) => ReactNode
    actions?: (row: Row) => ReactNode
  }
}

/** A screen that is a list, and beside it what is open of it: the kit's parts put together. */
export function ListScreen<Row, Name extends string, Id extends EntryId>(props: ListScreenProps<Row, Name, Id>) {
  const { words, list, query, rows, total, fields, columns, idOf, nameOf, selection, opened } = props
  useTitle(words.title)
  useToldFailure(query.error, words.failed)
  const { open, openEntry } = list
  const close = useCallback(() => openEntry(null), [openEntry])
  const refresh = () => void query.refetch()
  const row = rows.find((each) => idOf(each) === open)

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
              onApply={list.applyFilters}
              onRefresh={refresh}
            />
          ) : (
            <RefreshBar busy={query.isFetching} onRefresh={refresh} />
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
          {total !== null && (
            <Pager
              page={list.page}
              pageSize={list.pageSize}
              total={total}
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
                // What was just made comes with the list that is on its way.
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
  onRefresh: () => void
}

/** What stands above a list that cannot be narrowed. */
function RefreshBar({ busy, onRefresh }: RefreshBarProps) {
  useShortcut('r', 'Refresh the list', onRefresh)
  return (
    <div className={styles.bar}>
      <Button busy={busy} onClick={onRefresh}>
        Refresh
      </Button>
    </div>
  )
}
