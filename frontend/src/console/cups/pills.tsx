import type { CupStateName, TieStateName } from '@kla/proto/web'
import { Pill } from '../kit/text/pill.js'
import { CUP_STATE_TONES, CUP_STATE_WORDS, TIE_STATE_TONES, TIE_STATE_WORDS } from './words.js'

export const CupStatePill = ({ state }: { state: CupStateName }) => (
  <Pill tone={CUP_STATE_TONES[state]}>{CUP_STATE_WORDS[state]}</Pill>
)

export const TieStatePill = ({ state }: { state: TieStateName }) => (
  <Pill tone={TIE_STATE_TONES[state]}>{TIE_STATE_WORDS[state]}</Pill>
)
