import type { GifOptionEntry } from '@kla/proto/web'
import { useDispatch, useStore } from 'react-redux'
import { savedGifsApi } from '../../../entities/gif/saved-gifs.js'
import { useInventoryQuery } from '../../../entities/shop/shop.js'
import { api } from '../../../shared/api/api.js'
import { GIF_SAVES_ANCHOR } from '../../../shared/config/paths.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { Spinner } from '../../../shared/ui/spinner.js'
import { toastError, toastLoading, toastSuccess } from '../../../shared/ui/toast.js'
import { Retry, ShopLink } from '../items.js'
import { roomSlice, type RoomState, type SaveState } from '../state/room-slice.js'
import { selectRoom, useRoom } from '../state/use-room.js'
import { CHOICE_WORDS, choiceToSave, RECEIVED_WORDS, type SaveDeps, saveOnce } from './save-once.js'
import styles from './saving.module.css'

export function SaveChoiceButton({ card: { index, gifUrl } }: { card: GifOptionEntry }) {
  const { saveChoice } = useSave()
  return <SaveCorner gifUrl={gifUrl} of={`GIF ${index}`} onSave={() => saveChoice(index, gifUrl)} />
}

export function SaveReceivedCorner({ gifUrl, of }: { gifUrl: string; of: string }) {
  const { saveReceived } = useSave()
  return <SaveCorner gifUrl={gifUrl} of={of} onSave={() => saveReceived(gifUrl)} />
}

interface SaveCornerProps {
  gifUrl: string
  of: string
  onSave: () => void
}

function SaveCorner({ gifUrl, of, onSave }: SaveCornerProps) {
  const state = useSaveState(gifUrl)
  const label = state === 'saved' ? `Saved ${of}` : `Save ${of}`
  return (
    <button
      type="button"
      className={styles.corner}
      title={label}
      aria-label={label}
      aria-disabled={state !== undefined}
      aria-busy={state === 'saving'}
      data-state={state}
      onClick={onSave}
    >
      {state === 'saving' && <Spinner />}
      {state === 'saved' && (
        <>
          <Icon name="check" size={16} /> Saved
        </>
      )}
      {state === undefined && <Icon name="bookmark" />}
    </button>
  )
}

const WORDS = { saving: 'Saving…', saved: 'Saved' } as const

export function SaveReceivedButton({ gifUrl, children }: { gifUrl: string; children: string }) {
  const { saveReceived } = useSave()
  const state = useSaveState(gifUrl)
  return (
    <Button busy={state === 'saving'} aria-disabled={state === 'saved'} onClick={() => saveReceived(gifUrl)}>
      {state !== 'saving' && <Icon name={state === 'saved' ? 'check' : 'bookmark'} />} {state ? WORDS[state] : children}
    </Button>
  )
}

export function SaveLastGif() {
  const gif = useRoom(({ lastGif }) => lastGif)
  if (gif === null) return null
  return (
    <div className={styles.last}>
      <SaveReceivedButton gifUrl={gif.gifUrl}>Save the last GIF</SaveReceivedButton>
      <SavesLeft offersMore />
    </div>
  )
}

/** Offers more only outside the pick, which nothing may hurry or distract. */
export function SavesLeft({ offersMore = false }: { offersMore?: boolean }) {
  const { data: counts, isError, isFetching, refetch } = useInventoryQuery()
  if (counts === undefined) {
    return isError ? (
      <p className={styles.left}>
        Could not load inventory. <Retry busy={isFetching} onRetry={refetch} />
      </p>
    ) : null
  }
  const left = counts.gif_saves
  return (
    <p className={styles.left}>
      {left > 0 ? (
        <>
          <output>{left}</output> GIF {left === 1 ? 'save' : 'saves'} left
        </>
      ) : (
        <>
          No GIF saves left
          {offersMore && (
            <>
              . <ShopLink anchor={GIF_SAVES_ANCHOR}>Get more</ShopLink>
            </>
          )}
        </>
      )}
    </p>
  )
}

function useSave() {
  const { send } = useRealtime()
  const dispatch = useDispatch()
  const store = useStore<{ room: RoomState }>()
  const roomId = useRoom(({ roomId }) => roomId)
  const options = useRoom(({ options }) => options)

  const deps: SaveDeps = {
    stateOf: (gifUrl) => selectRoom(store.getState()).saves[gifUrl],
    mark: (gifUrl, to) => dispatch(roomSlice.actions.saveChanged({ gifUrl, to })),
    toasts: { loading: toastLoading, success: toastSuccess, error: toastError },
  }
  const save = async (what: Parameters<typeof saveOnce>[0]) => {
    const asked = await saveOnce(what, deps)
    // After a refusal the counts may be wrong too.
    if (asked) dispatch(api.util.invalidateTags(['Inventory', 'SavedGifs']))
  }

  return {
    saveChoice: (index: number, gifUrl: string) =>
      roomId !== null &&
      void save({
        gifUrl,
        words: CHOICE_WORDS,
        ask: () => send('save-gif-choice', choiceToSave(roomId, options, index)),
      }),
    saveReceived: (gifUrl: string) =>
      roomId !== null &&
      void save({
        gifUrl,
        words: RECEIVED_WORDS,
        ask: () => send('save-gif-received', { roomId, receivedGif: gifUrl }),
      }),
  }
}

function useSaveState(gifUrl: string): SaveState | undefined {
  const here = useRoom(({ saves }) => saves[gifUrl])
  const { inLibrary } = savedGifsApi.endpoints.savedGifs.useQueryState(undefined, {
    selectFromResult: ({ data }) => ({ inLibrary: data?.some(({ gif_url }) => gif_url === gifUrl) ?? false }),
  })
  return here ?? (inLibrary ? 'saved' : undefined)
}
