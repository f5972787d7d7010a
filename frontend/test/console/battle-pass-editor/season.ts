import type { SeasonView } from '@kla/proto/web'

/** A season with three tiers, for tests. */
export const season: SeasonView = {
  id: '0190a000-0000-7000-8000-000000000001',
  name: 'Autumn',
  starts_at: new Date(2026, 9, 1, 0, 0, 7).toISOString(),
  ends_at: new Date(2026, 11, 1, 0, 0, 7).toISOString(),
  points_played: 10,
  points_won: 15,
  tiers: [
    { tier: 1, points: 100, free_reward: { item: 'gif_saves', units: 1 }, pass_reward: null },
    { tier: 2, points: 200, free_reward: null, pass_reward: { item: 'wild_cards', units: 5 } },
    { tier: 3, points: 300, free_reward: null, pass_reward: null },
  ],
  published: false,
  version: 4,
  changed_at: null,
  changed_by: null,
}
