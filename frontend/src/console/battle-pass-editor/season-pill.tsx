import type { SeasonView } from '@kla/proto/web'
import { Pill } from '../kit/text/pill.js'
import { useNow } from '../kit/text/use-now.js'
import { SEASON_STATE_TONES, SEASON_STATE_WORDS, seasonState } from './season-state.js'

export function SeasonPill({ season }: { season: SeasonView }) {
  const state = seasonState(season, useNow())
  return <Pill tone={SEASON_STATE_TONES[state]}>{SEASON_STATE_WORDS[state]}</Pill>
}
