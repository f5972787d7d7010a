import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CATEGORIES, GIFS_PAGE_SIZE, type Category, type GifView } from '@kla/proto/web'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { toQuery } from '../kit/filters/filters.js'
import { useListState } from '../kit/filters/use-list-state.js'
import { ListBody } from '../kit/states/list-body.js'
import { useToldFailure } from '../kit/states/use-told-failure.js'
import { Fold } from '../kit/workbench/fold.js'
import { Workbench } from '../kit/workbench/workbench.js'
import { useMay } from '../session/use-may.js'
import { BulkAdd } from './bulk-add.js'
import { EMPTY_BULK, type BulkDraft } from './bulk-draft.js'
import { StatePills } from './columns.js'
import { DeleteGif } from './delete-gif.js'
import { FetchedGifs } from './fetched-gifs.js'
import { NO_FILTERS } from './filter-fields.js'
import { GifActions } from './gif-actions.js'
import { GifSubject } from './gif-subject.js'
import { LinkFetcher } from './link-fetcher.js'
import { withLink, withoutLink } from './links.js'
import { Rotation } from './rotation.js'
import { FIRST_STRETCH } from './stretch.js'
import { useGifsQuery } from './gifs-api.js'
import { ValidateLinks } from './validate-links.js'

const PAGE_SIZES = [GIFS_PAGE_SIZE]
const NONE: readonly GifView[] = []
const FAILED = 'Failed to load GIFs'

/** The GIFs that players may be dealt: what there is, what comes in, and what does not answer any more. */
export default function GifControl() {
  useTitle('GIF Control')
  const may = useMay()
  const manages = may('gifs.manage')
  const list = useListState(NO_FILTERS, PAGE_SIZES)
  const [fetching, fetch] = useFetching()
  const query = useGifsQuery({ ...toQuery(list.filters), page: list.page, pageSize: GIFS_PAGE_SIZE })
  useToldFailure(query.error, FAILED)
  const [bulk, setBulk] = useState<BulkDraft>(EMPTY_BULK)
  const [stretch, setStretch] = useState(FIRST_STRETCH)
  const [deleting, setDeleting] = useState<GifView | null>(null)
  const rows = query.data?.items ?? NONE
  const { open, openEntry } = list
  const gif = rows.find(({ id }) => id === open)
  const close = useCallback(() => openEntry(null), [openEntry])
  const changeBulk = (part: Partial<BulkDraft>) => setBulk((before) => ({ ...before, ...part }))
  const pick = (links: readonly string[], picked: boolean) =>
    setBulk((before) => ({ ...before, links: links.reduce(picked ? withLink : withoutLink, before.links) }))

  return (
    <>
      <Workbench
        title="GIF Control"
        list={
          fetching && manages && open === null ? (
            <FetchedGifs category={fetching} links={bulk.links} onPick={pick} onClose={() => fetch(null)} />
          ) : (
            <Rotation list={list} query={query} rows={rows} onDelete={manages ? setDeleting : null} />
          )
        }
        aside={
          manages && (
            <>
              <Fold title="Link fetcher">
                <LinkFetcher category={fetching} onFetch={fetch} />
              </Fold>
              <Fold title="Bulk add">
                <BulkAdd draft={bulk} onChange={changeBulk} />
              </Fold>
              <Fold title="Validate saved links">
                <ValidateLinks draft={stretch} onChange={setStretch} onOpen={openEntry} />
              </Fold>
            </>
          )
        }
        opened={
          open === null
            ? null
            : {
                id: open,
                title: `GIF #${open}`,
                aside: gif && <StatePills gif={gif} />,
                subject: (
                  <ListBody query={query} failed={FAILED} empty={null}>
                    {gif ? (
                      <GifSubject gif={gif} />
                    ) : (
                      <EmptyState icon="search" title="This GIF is not on the page that the list shows." />
                    )}
                  </ListBody>
                ),
                actions: gif && <GifActions key={gif.id} gif={gif} onDeleted={close} />,
              }
        }
        onClose={close}
      />
      {deleting && (
        <DeleteGif
          id={deleting.id}
          onDeleted={() => deleting.id === open && close()}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}

/** The category whose links are shown in the list's place, in the address. */
function useFetching() {
  const [params, setParams] = useSearchParams()
  const category = CATEGORIES.find((each) => each === params.get('fetch')) ?? null
  const fetch = useCallback(
    (wanted: Category | null) =>
      setParams((before) => {
        const after = new URLSearchParams(before)
        if (wanted === null) after.delete('fetch')
        else after.set('fetch', wanted)
        return after
      }),
    [setParams],
  )
  return useMemo(() => [category, fetch] as const, [category, fetch])
}
