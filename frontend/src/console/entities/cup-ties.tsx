import type { CupStateName, CupTieView, TieStateName, WatchLink } from '@kla/proto/web'
import { useRef, useState } from 'react'
import { JUDGE_SESSION_KEY } from '../../entities/room/watch-link.js'
import { errorText } from '../../shared/api/errors.js'
import { browserMemory } from '../../shared/browser/memory.js'
import { Button } from '../../shared/ui/button.js'
import { toastError } from '../../shared/ui/toast.js'
import type { Column } from '../kit/data-table.js'
import { Countdown } from '../kit/moments.js'
import { useShortcut } from '../kit/shortcuts.js'
import { Pill } from '../kit/text.js'
import styles from './cup-ties.module.css'
import {
  CUP_STATE_TONES,
  CUP_STATE_WORDS,
  playerWords,
  TIE_STATE_TONES,
  TIE_STATE_WORDS,
  tieWords,
} from './cup-words.js'
import { readToken } from './session.js'
import { useWatchTieMutation } from './ties-api.js'

export const CupStatePill = ({ state }: { state: CupStateName }) => (
  <Pill tone={CUP_STATE_TONES[state]}>{CUP_STATE_WORDS[state]}</Pill>
)

export const TieStatePill = ({ state }: { state: TieStateName }) => (
  <Pill tone={TIE_STATE_TONES[state]}>{TIE_STATE_WORDS[state]}</Pill>
)

/** True while the room is open, which a dispute prolongs. */
export const isWatchable = ({ tie }: Pick<CupTieView, 'tie'>): boolean =>
  tie.state === 'playing' || tie.state === 'disputed'

export function WatchAsJudge({ entry }: { entry: CupTieView }) {
  const { watch, asking, link } = useWatching(entry)
  const watchable = isWatchable(entry)
  const button = useRef<HTMLButtonElement>(null)
  // Only focuses the button: a mistyped key must not bring in a judge.
  useShortcut('w', 'Go to Watch as judge', () => button.current?.focus(), watchable)
  return (
    <div className={styles.way}>
      <Button
        ref={button}
        variant="primary"
        wide
        disabled={!watchable}
        busy={asking}
        aria-keyshortcuts="w"
        onClick={() => void watch()}
      >
        Watch as judge
      </Button>
      <p className={styles.note}>
        {watchable
          ? 'Both players see that a judge watches. When it begins and ends is written to the audit log; it ends after ten minutes.'
          : 'You can watch once the room is open.'}
      </p>
      {link && (
        <p role="status">
          No new tab?{' '}
          <a href={link.url} target="_blank" rel="opener">
            Open the room
          </a>
          . It opens once, for <Countdown until={link.expires_at} over="no time left" />.
        </p>
      )}
    </div>
  )
}

function useWatching({ cup_id, tie }: CupTieView) {
  const [ask, { isLoading }] = useWatchTieMutation()
  const [link, setLink] = useState<WatchLink | null>(null)
  const watch = async () => {
    const { data, error } = await ask({ cupId: cup_id, tieId: tie.id })
    if (!data) {
      toastError(errorText(error, 'Failed to open the room.'))
      return
    }
    // A blocked pop-up cannot be detected, so the link is shown too.
    browserMemory('sessionStorage').setItem(JUDGE_SESSION_KEY, readToken() ?? '')
    window.open(data.url, '_blank')
    setLink(data)
  }
  return { watch, asking: isLoading, link }
}

export const TIE: Column<CupTieView> = {
  title: 'Tie',
  cell: ({ cup_name, tie }) => (
    <span className={styles.tie}>
      {cup_name}: {tieWords(tie)}
    </span>
  ),
  opens: true,
}

export const PLAYERS: Column<CupTieView> = {
  title: 'Players',
  cell: ({ player_a, player_b }) => `${playerWords(player_a)} v ${playerWords(player_b)}`,
}

export const STATE: Column<CupTieView> = { title: 'State', cell: ({ tie }) => <TieStatePill state={tie.state} /> }

export const DEADLINE: Column<CupTieView> = {
  title: 'Time left',
  cell: ({ tie }) => (tie.deadline === null ? '-' : <Countdown until={tie.deadline} over="any moment" />),
  figures: true,
}
