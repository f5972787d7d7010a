import {
  auditVariables,
  milliseconds,
  positive,
  postgresVariables,
  processVariables,
  readSettings,
  redisVariables,
  rpcVariables,
  type Settings,
  text,
  timer,
} from '@kla/chassis'
import {
  CAP_RUSH_MS,
  CAP_STAMINA_MS,
  COUNTED_AFTER_MS,
  PAUSE_BATTLE_MAX_MS,
  PAUSE_ROUND_MAX_MS,
  PROMPT_MS,
  RESULT_MS,
  SHOW_MS,
  VOTE_MS,
} from '@kla/proto/web'
import type { Timings } from './battle/index.js'

const variables = {
  ...processVariables,
  ...rpcVariables,
  // Results are rare, and pods many.
  ...postgresVariables('engine', 4),
  ...redisVariables('kla:engine:'),
  ...auditVariables,
  EVENTS_DURABLE: text('the durable consumer of freed seats that all pods share', 'game-engine'),
  ROOMS_ADDRESS: text('rooms'),
  LIBRARY_ADDRESS: text('library'),
  COMMERCE_ADDRESS: text('commerce'),
  BATTLE_PROMPT_MS: timer('how long a pick may take', PROMPT_MS),
  BATTLE_SHOW_MS: timer('how long a GIF is shown', SHOW_MS),
  BATTLE_VOTE_MS: timer('how long a vote may take', VOTE_MS),
  BATTLE_RESULT_MS: timer('how long the result is shown', RESULT_MS),
  BATTLE_CAP_RUSH_MS: timer('when the rounds of a rush battle end at the latest', CAP_RUSH_MS),
  BATTLE_CAP_STAMINA_MS: timer('when the rounds of a stamina battle end at the latest', CAP_STAMINA_MS),
  COUNTED_AFTER_RUSH_MS: milliseconds('how long a rush battle must last to count', COUNTED_AFTER_MS.rush),
  COUNTED_AFTER_STAMINA_MS: milliseconds('how long a stamina battle must last to count', COUNTED_AFTER_MS.stamina),
  BATTLE_PAUSE_ROUND_MS: timer('how long repairs of the picture may pause a round', PAUSE_ROUND_MAX_MS),
  BATTLE_PAUSE_MS: timer('how long repairs of the picture may pause a battle', PAUSE_BATTLE_MAX_MS),
  BATTLE_OPTIONS: positive('how many GIFs a player chooses from', 4),
  DEADLINE_POLL_MS: timer('the pause between two polls for deadlines that other pods left overdue', 100),
  SWEEP_MS: timer('the pause between two polls for effects that dead pods left undone', 500),
  ABSENCE_MS: milliseconds('how long no process may be there before the battles that were on end uncounted', 30_000),
  ROTATION_REFRESH_MS: timer('how old the GIFs in rotation may be', 30_000),
}

/** Settings of the game engine. */
export interface Config extends Settings<typeof variables> {
  readonly timings: Timings
}

export function readConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const settings = readSettings(variables, source)
  return {
    ...settings,
    timings: {
      promptMs: settings.battlePromptMs,
      showMs: settings.battleShowMs,
      voteMs: settings.battleVoteMs,
      resultMs: settings.battleResultMs,
      pauseRoundMs: settings.battlePauseRoundMs,
      pauseBattleMs: settings.battlePauseMs,
      capMs: { rush: settings.battleCapRushMs, stamina: settings.battleCapStaminaMs },
      countedAfterMs: { rush: settings.countedAfterRushMs, stamina: settings.countedAfterStaminaMs },
    },
  }
}
