/** The address of every screen there is. */
export const PATHS = {
  home: '/',
  gameroom: '/gameroom',
  joinRoom: '/join-room',
  shop: '/shop',
  savedGifs: '/giflibrary',
  leaderboards: '/leaderboards',
  cups: '/cups',
  cup: '/cups/:id',
  pass: '/pass',
  watch: '/watch',
  settings: '/settings',
  news: '/news',
  terms: '/tos',
  privacy: '/privacy',
} as const

/** The offer of GIF saves in the shop. */
export const GIF_SAVES_ANCHOR = 'gif-saves'
/** The player's own support tickets in the settings. */
export const SUPPORT_ANCHOR = 'support'

/** The page of one cup. */
export const cupPath = (id: string) => `${PATHS.cups}/${encodeURIComponent(id)}`
