import { type GifList, GIFS_PAGE_SIZE, type GifView } from '@kla/proto/web'
import { useMemo } from 'react'
import { Button } from '../../shared/ui/button.js'
import { type Column, DataTable } from '../kit/data-table.js'
import { FilterBar } from '../kit/filter-bar.js'
import type { ListState } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { Pager } from '../kit/pager.js'
import { ListBody } from '../kit/states.js'
import { Pill } from '../kit/text.js'
import { FIELDS, type NO_FILTERS, STATE_TONES, STATE_WORDS } from './states.js'

const PAGE_SIZES = [GIFS_PAGE_SIZE]

interface RotationProps {
  list: ListState<keyof typeof NO_FILTERS>
  query: { data?: GifList; error?: unknown; isFetching: boolean; refetch: () => unknown }
  rows: readonly GifView[]
  onDelete: ((gif: GifView) => void) | null
}

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

export const StatePills = ({ gif }: { gif: GifView }) => (
  <>
    <Pill tone={STATE_TONES[gif.state]}>{STATE_WORDS[gif.state]}</Pill> {gif.broken && <Pill tone="red">Broken</Pill>}
    {gif.flashes && <Pill tone="red">Flashes</Pill>}
  </>
)

const gifColumns = (remove: ((gif: GifView) => void) | null): readonly Column<GifView>[] => [
  { title: 'ID', cell: ({ id }) => id, opens: true, figures: true },
  { title: 'Link', cell: ({ gif_url }) => gif_url, text: true },
  { title: 'Tags', cell: ({ tags }) => tags.join(', ') || '-' },
  { title: 'State', cell: (gif) => <StatePills gif={gif} /> },
  { title: 'Added', cell: ({ created_at }) => <When at={created_at} />, spare: true },
  ...(remove
    ? [
        {
          title: 'Actions',
          spare: true,
          cell: (gif: GifView) => (
            <Button variant="quiet" aria-label={`Delete GIF ${gif.id}`} onClick={() => remove(gif)}>
              Delete
            </Button>
          ),
        },
      ]
    : []),
]
