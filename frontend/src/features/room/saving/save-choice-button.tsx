import type { GifOptionEntry } from '@kla/proto/web'
import { Icon } from '../../../shared/ui/icon.js'
import { Spinner } from '../../../shared/ui/spinner.js'
import { useSave } from './use-save.js'
import { useSaveState } from './use-save-state.js'
import styles from './saving.module.css'

/** Saves one of the cards; sits in the card's corner. */
export function SaveChoiceButton({ card: { index, gifUrl } }: { card: GifOptionEntry }) {
  const { saveChoice } = useSave()
  const state = useSaveState(gifUrl)
  const label = state === 'saved' ? `Saved GIF ${index}` : `Save GIF ${index}`
  return (
    <button
      type="button"
      className={styles.corner}
      title={label}
      aria-label={label}
      aria-disabled={state !== undefined}
      aria-busy={state === 'saving'}
      data-state={state}
      onClick={() => saveChoice(index, gifUrl)}
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
