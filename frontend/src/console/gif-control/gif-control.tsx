import { CATEGORIES, type Category, GIFS_PAGE_SIZE, type GifView } from '@kla/proto/web'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTitle } from '../../shared/browser/use-title.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Blurred } from '../entities/blurred-media.js'
import { useMay } from '../entities/session-api.js'
import { useDraft } from '../kit/drafts.js'
import { pageQuery, toQuery, useListState } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { ListBody, useErrorToast } from '../kit/states.js'
import { Facts, Section } from '../kit/text.js'
import { Fold, Workbench } from '../kit/workbench.js'
import { useLiveGifs } from './api.js'
import { BulkAdd } from './bulk-add.js'
import { FetchedGifs, LinkFetcher } from './fetched-gifs.js'
import { DeleteGif, GifActions } from './gif-actions.js'
import { actWords } from './gif-acts.js'
import styles from './gif-control.module.css'
import { type BulkDraft, EMPTY_BULK, withLink, withoutLink } from './links.js'
import { Rotation } from './rotation.js'
import { StatePills } from './state-pills.js'
import { NO_FILTERS } from './states.js'
import { FIRST_STRETCH } from './stretch.js'
import { ValidateLinks } from './validate-links.js'

const PAGE_SIZES = [GIFS_PAGE_SIZE]
const NONE: readonly GifView[] = []
const FAILED = 'Failed to load GIFs'

export default function GifControl() {
  useTitle('GIF Control')
  const may = useMay()
  const manages = may('gifs.manage')
  const list = useListState(NO_FILTERS, PAGE_SIZES)
  const [fetching, fetch] = useFetching()
  const query = useLiveGifs({ ...toQuery(list.filters), ...pageQuery({ ...list, pageSize: GIFS_PAGE_SIZE }) })
  useErrorToast(query.error, FAILED)
  const bulk = useDraft<BulkDraft>('gif', 'new', 'bulk', EMPTY_BULK)
  const [stretch, setStretch] = useState(FIRST_STRETCH)
  const [deleting, setDeleting] = useState<GifView | null>(null)
  const rows = query.data?.items ?? NONE
  const { open, openEntry } = list
  const gif = rows.find(({ id }) => id === open)
  const close = useCallback(() => openEntry(null), [openEntry])
  const pick = (links: readonly string[], picked: boolean) =>
    bulk.change((before) => ({ ...before, links: links.reduce(picked ? withLink : withoutLink, before.links) }))

  return (
    <>
      <Workbench
        title="GIF Control"
        list={
          fetching && manages && open === null ? (
            <FetchedGifs category={fetching} links={bulk.value.links} onPick={pick} onClose={() => fetch(null)} />
          ) : (
            <Rotation list={list} query={query} rows={rows} manages={manages} onDelete={setDeleting} />
          )
        }
        aside={
          manages && (
            <>
              <Fold title="Link fetcher">
                <LinkFetcher category={fetching} onFetch={fetch} />
              </Fold>
              <Fold title="Bulk add">
                <BulkAdd draft={bulk} />
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
                      <EmptyState icon="search" title="This GIF isn't on this page of the list." />
                    )}
                  </ListBody>
                ),
                actions: gif && <GifActions key={gif.id} gif={gif} onDeleted={close} />,
              }
        }
        onClose={close}
      />
      {deleting && (
        <DeleteGif gif={deleting} onDeleted={() => deleting.id === open && close()} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}

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

const GifSubject = ({ gif }: { gif: GifView }) => (
  <>
    <Blurred key={gif.gif_url} address={gif.gif_url} label="the GIF" />
    <Facts facts={eventsOf(gif)} />
    <Section title="Link">
      <p className={styles.link}>{gif.gif_url}</p>
    </Section>
  </>
)

const eventsOf = (gif: GifView) =>
  [
    ['Tags', gif.tags.join(', ') || '-'],
    ['Shows', actWords(gif.acts)],
    ['Added', <When key="added" at={gif.created_at} />],
    ['Visible', gif.visible],
    ['Flashes', gif.flashes ? 'Yes: more than three times a second, so players see a still' : 'No'],
    ['Broken', gif.broken ? `Yes. ${gif.refusal || 'The last check got no GIF from its host.'}` : 'No'],
  ] as const
