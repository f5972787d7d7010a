import { PATHS } from '../../shared/config/paths.js'

/** The places that the navigation names, in its order. */
export const NAV_LINKS = [
  { to: PATHS.gameroom, label: 'Battle' },
  { to: PATHS.shop, label: 'Shop' },
  { to: PATHS.savedGifs, label: 'Saved GIFS' },
  { to: PATHS.leaderboards, label: 'Leaderboards' },
  { to: PATHS.news, label: 'News' },
] as const
