import type { GifView } from '@kla/proto/web'
import { Pill } from '../kit/text.js'
import { CONDITIONS, STATE_WORDS } from './states.js'

/** Shows how a GIF stands, and its state if that says something else. */
export function StatePills({ gif }: { gif: GifView }) {
  const { words, shape, tone } = CONDITIONS[gif.condition]
  return (
    <>
      <Pill tone={tone}>
        <span aria-hidden="true">{shape}</span> {words}
      </Pill>{' '}
      {gif.condition === 'broken' && <Pill tone="plain">{STATE_WORDS[gif.state]}</Pill>}
      {gif.flashes && <Pill tone="red">Flashes</Pill>}
    </>
  )
}
