import type { Cup, CupEntry, CupSummary, TieView } from '../../../src/entities/cup/cups.js'

export const entry = (id: number, username: string): CupEntry => ({
  id,
  username,
  avatar: null,
  seed: id,
  checked_in: true,
})

/** A tie that waits for its players, but for what is given. */
export const tie = (id: string, given: Partial<TieView> = {}): TieView => ({
  id,
  round: Number(id.split('-')[0]),
  position: Number(id.split('-')[1]),
  player_a: null,
  player_b: null,
  state: 'waiting',
  how: null,
  winner_id: null,
  deadline: null,
  decided_at: null,
  open_to_verdict: false,
  ...given,
})

export const summary = (given: Partial<CupSummary> = {}): CupSummary => ({
  id: 'cup',
  name: 'Midnight Cup',
  mode: 'rush',
  category: 'default',
  capacity: 4,
  entered: 0,
  starts_at: '2026-11-21T20:00:00.000Z',
  check_in_at: '2026-11-21T19:45:00.000Z',
  state: 'sign-up',
  champion: null,
  ended_at: null,
  ...given,
})

export const cup = (given: Partial<Cup> = {}): Cup => ({
  ...summary(),
  entries: [],
  ties: [],
  version: 1,
  you: null,
  ...given,
})
