/** The address of every screen there is. */
export const PATHS = {
  home: '/',
  gameroom: '/gameroom',
  joinRoom: '/join-room',
  shop: '/shop',
  savedGifs: '/giflibrary',
  settings: '/settings',
  news: '/news',
  terms: '/tos',
  privacy: '/privacy',
} as const

/** The offer of GIF saves in the shop. */
export const GIF_SAVES_ANCHOR = 'gif-saves'
/** The player's own support tickets in the settings. */
export const SUPPORT_ANCHOR = 'support'
