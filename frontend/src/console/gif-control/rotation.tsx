import { type GifList, GIFS_PAGE_SIZE, type GifView } from '@kla/proto/web'
import { useMemo } from 'react'
import { Button } from '../../shared/ui/button.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { FilterBar } from '../kit/filter-bar.js'
import { type ListState, toQuery } from '../kit/list-state.js'
import { Pager } from '../kit/pager.js'
import { useSelection } from '../kit/selection.js'
import { hidingError, ListBody } from '../kit/states.js'
import { GifBulkBar } from './bulk-bar.js'
import styles from './gif-control.module.css'
import { GifGrid } from './gif-grid.js'
import { conditionFilters, FIELDS, type NO_FILTERS } from './states.js'

const PAGE_SIZES = [GIFS_PAGE_SIZE]
const NO_COUNTS = {}
const NONE: readonly GifView[] = []

interface RotationProps {
  list: ListState<keyof typeof NO_FILTERS>
  query: {
    data?: GifList | undefined
    next?: string | null | undefined
    error?: unknown
    isFetching: boolean
    refetch: () => unknown
  }
  rows: readonly GifView[]
  manages: boolean
  onDelete: (gif: GifView) => void
}

export function Rotation({ list, query, rows: loaded, manages, onDelete }: RotationProps) {
  const rows = hidingError(query) ? NONE : loaded
  const selection = useSelection(useMemo(() => rows.map(({ id }) => id), [rows]))
  const { filters } = list
  return (
    <>
      <FilterBar
        fields={FIELDS}
        filters={filters}
        busy={query.isFetching}
        extra={<DownloadCsv list="admin/gifs" filters={toQuery(filters)} />}
        onApply={list.applyFilters}
        onRefresh={() => void query.refetch()}
      />
      <div className={styles.conditions} role="group" aria-label="State">
        {conditionFilters(query.data?.counts ?? NO_COUNTS).map(({ value, words, count }) => (
          <Button
            key={value}
            aria-pressed={filters.condition === value}
            onClick={() => list.applyFilters({ ...filters, condition: value })}
          >
            {words} {query.data && count}
          </Button>
        ))}
      </div>
      <ListBody query={query} failed="Failed to load GIFs" empty={rows.length === 0 ? 'No GIFs found.' : null}>
        <GifGrid
          gifs={rows}
          open={list.open}
          selection={manages ? selection : null}
          stale={query.isFetching}
          onOpen={list.openEntry}
          onDelete={onDelete}
        />
      </ListBody>
      {manages && <GifBulkBar selected={rows.filter(({ id }) => selection.has(id))} onSelect={selection.select} />}
      <Pager
        page={list.page}
        pageSize={GIFS_PAGE_SIZE}
        pageSizes={PAGE_SIZES}
        total={query.data?.total}
        cursors={{ trail: list.trail, next: query.next, onPlace: list.goTo }}
        onPage={list.goToPage}
        onPageSize={list.changePageSize}
      />
    </>
  )
}
