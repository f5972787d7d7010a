import { GifState as State, type RotationEntry } from '@kla/proto'
import type { GifState } from '../domain/gif-state.js'
import type { Gif } from '../store/gif-row.js'

const STATES: Readonly<Record<GifState, State>> = {
  draft: State.DRAFT,
  live: State.LIVE,
  hidden: State.HIDDEN,
  blocked: State.BLOCKED,
}

/** A state as the contract has it, undefined for none of ours. */
export const gifStateOf = (state: State): GifState | undefined =>
  (Object.keys(STATES) as GifState[]).find((each) => STATES[each] === state)

export const rotationEntry = (gif: Gif): RotationEntry => ({
  id: gif.id,
  gifUrl: gif.gifUrl,
  thumbnail: gif.thumbnail,
  tags: [...gif.tags],
  state: STATES[gif.state],
  broken: gif.broken,
  createdAtMs: gif.createdAtMs,
})
