/** How large a house is filled, and for how long it is watched. */
export interface Size {
  readonly gateways: number
  /** Two people each, all of them at once. */
  readonly rooms: number
  /** Rounds of one battle; then its players finish, vote, and play another one. */
  readonly rounds: number
  /** Between two lines of one player, milliseconds. */
  readonly chatEveryMs: number
  /** Over which time the first battles begin, milliseconds: whole rounds, so that all phases lie evenly. */
  readonly beginOverMs: number
  readonly settleMs: number
  readonly windowMs: number
  readonly environment: NodeJS.ProcessEnv
}

/** Phases as the product has them; eleven rounds are the eight minutes that `bench/assumptions.json` gives a battle. */
export const FULL: Size = {
  gateways: 2,
  rooms: 4_000,
  rounds: 11,
  chatEveryMs: 10_000,
  beginOverMs: 86_000,
  settleMs: 20_000,
  windowMs: 60_000,
  environment: {},
}

export const QUICK: Size = {
  gateways: 2,
  rooms: 20,
  rounds: 2,
  chatEveryMs: 1_000,
  beginOverMs: 1_000,
  settleMs: 1_000,
  windowMs: 6_000,
  environment: { BATTLE_PROMPT_MS: '3000', BATTLE_SHOW_MS: '2000', BATTLE_VOTE_MS: '3000', BATTLE_RESULT_MS: '500' },
}
