import { useMemo } from 'react'
import { GIFS_PAGE_SIZE, type GifList, type GifView } from '@kla/proto/web'
import { FilterBar } from '../kit/filters/filter-bar.js'
import type { ListState } from '../kit/filters/use-list-state.js'
import { Pager } from '../kit/pager/pager.js'
import { ListBody } from '../kit/states/list-body.js'
import { DataTable } from '../kit/table/data-table.js'
import { gifColumns } from './columns.js'
import { FIELDS, type NO_FILTERS } from './filter-fields.js'

const PAGE_SIZES = [GIFS_PAGE_SIZE]

interface RotationProps {
  list: ListState<keyof typeof NO_FILTERS>
  query: { data?: GifList; error?: unknown; isFetching: boolean; refetch: () => unknown }
  rows: readonly GifView[]
  /** Null for who may not. */
  onDelete: ((gif: GifView) => void) | null
}

/** All GIFs there are, page by page. */
export function Rotation({ list, query, rows, onDelete }: RotationProps) {
  const columns = useMemo(() => gifColumns(onDelete), [onDelete])
  return (
    <>
      <FilterBar
        fields={FIELDS}
        filters={list.filters}
        busy={query.isFetching}
        onApply={list.applyFilters}
        onRefresh={() => void query.refetch()}
      />
      <ListBody query={query} failed="Failed to load GIFs" empty={rows.length === 0 ? 'No GIFs found.' : null}>
        <DataTable
          label="GIFs"
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          nameOf={({ id }) => `GIF ${id}`}
          open={list.open}
          onOpen={list.openEntry}
          stale={query.isFetching}
        />
      </ListBody>
      <Pager
        page={list.page}
        pageSize={GIFS_PAGE_SIZE}
        pageSizes={PAGE_SIZES}
        total={query.data?.total}
        onPage={list.goToPage}
        onPageSize={list.changePageSize}
      />
    </>
  )
}
