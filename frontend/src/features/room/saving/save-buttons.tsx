import type { GifOptionEntry } from '@kla/proto/web'
import type { ReactNode } from 'react'
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
import { SAVE_CHOICE, SAVE_RECEIVED, SAVES_LEFT, SAVING } from '../../../texts/room-saving.js'
import { Retry, ShopLink } from '../items.js'
import { roomSlice, type RoomState, type SaveState } from '../state/room-slice.js'
import { selectRoom, useRoom } from '../state/use-room.js'
import { CHOICE_WORDS, choiceToSave, RECEIVED_WORDS, type SaveDeps, saveOnce } from './save-once.js'
import styles from './saving.module.css'

export function SaveChoiceButton({ card: { index, gifUrl } }: { card: GifOptionEntry }) {
  const { saveChoice } = useSave()
  return (
    <SaveCorner
      gifUrl={gifUrl}
      save={SAVE_CHOICE.save({ index })}
      saved={SAVE_CHOICE.saved({ index })}
      onSave={() => saveChoice(index, gifUrl)}
    />
  )
}

interface SaveReceivedCornerProps {
  gifUrl: string
  position: number
  count: number
}

export function SaveReceivedCorner({ gifUrl, position, count }: SaveReceivedCornerProps) {
  const { saveReceived } = useSave()
  return (
    <SaveCorner
      gifUrl={gifUrl}
      save={SAVE_RECEIVED.save({ position, count })}
      saved={SAVE_RECEIVED.saved({ position, count })}
      onSave={() => saveReceived(gifUrl)}
    />
  )
}

interface SaveCornerProps {
  gifUrl: string
  save: string
  saved: string
  onSave: () => void
}

function SaveCorner({ gifUrl, save, saved, onSave }: SaveCornerProps) {
  const state = useSaveState(gifUrl)
  const label = state === 'saved' ? saved : save
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
          <Icon name="check" size={16} /> {SAVING.saved}
        </>
      )}
      {state === undefined && <Icon name="bookmark" />}
    </button>
  )
}

export function SaveReceivedButton({ gifUrl, children }: { gifUrl: string; children: string }) {
  const { saveReceived } = useSave()
  const state = useSaveState(gifUrl)
  return (
    <Button busy={state === 'saving'} aria-disabled={state === 'saved'} onClick={() => saveReceived(gifUrl)}>
      {state !== 'saving' && <Icon name={state === 'saved' ? 'check' : 'bookmark'} />}{' '}
      {state ? SAVING[state] : children}
    </Button>
  )
}

export function SaveLastGif() {
  const gif = useRoom(({ lastGif }) => lastGif)
  if (gif === null) return null
  return (
    <div className={styles.last}>
      <SaveReceivedButton gifUrl={gif.gifUrl}>{SAVING.saveLast}</SaveReceivedButton>
      <SavesLeft offersMore />
    </div>
  )
}

const output = (count: ReactNode) => <output>{count}</output>
const more = (text: ReactNode) => <ShopLink anchor={GIF_SAVES_ANCHOR}>{text}</ShopLink>

/** Offers more only outside the pick, which nothing may hurry or distract. */
export function SavesLeft({ offersMore = false }: { offersMore?: boolean }) {
  const { data: counts, isError, isFetching, refetch } = useInventoryQuery()
  if (counts === undefined) {
    return isError ? (
      <p className={styles.left}>
        {SAVES_LEFT.unknown} <Retry busy={isFetching} onRetry={refetch} />
      </p>
    ) : null
  }
  const saves = counts.gif_saves
  if (saves > 0) return <p className={styles.left}>{SAVES_LEFT.left({ saves, output })}</p>
  return <p className={styles.left}>{offersMore ? SAVES_LEFT.noneOfferMore({ more }) : SAVES_LEFT.none}</p>
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
