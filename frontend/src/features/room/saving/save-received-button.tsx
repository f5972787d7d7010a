import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { useSave } from './use-save.js'
import { useSaveState } from './use-save-state.js'

const WORDS = { saving: 'Saving…', saved: 'Saved' } as const

/** Saves the clip that the other player sent. */
export function SaveReceivedButton({ gifUrl, children }: { gifUrl: string; children: string }) {
  const { saveReceived } = useSave()
  const state = useSaveState(gifUrl)
  return (
    <Button busy={state === 'saving'} aria-disabled={state === 'saved'} onClick={() => saveReceived(gifUrl)}>
      {state !== 'saving' && <Icon name={state === 'saved' ? 'check' : 'bookmark'} />}{' '}
      {state ? WORDS[state] : children}
    </Button>
  )
}
