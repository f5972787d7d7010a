/** The address of every screen there is. */
export const PATHS = {
  home: '/',
  gameroom: '/gameroom',
  joinRoom: '/join-room',
  settings: '/settings',
  news: '/news',
  terms: '/tos',
  privacy: '/privacy',
} as const
