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
  practice: '/practice',
  ready: '/ready',
  settings: '/settings',
  news: '/news',
  terms: '/tos',
  privacy: '/privacy',
} as const

export const GIF_SAVES_ANCHOR = 'gif-saves'

export const cupPath = (id: string) => `${PATHS.cups}/${encodeURIComponent(id)}`

/** Section of the settings, and the fragment of its address. */
export type SettingsSection = 'profile' | 'limits' | 'devices' | 'purchases' | 'safety' | 'standing' | 'support'
export const settingsPath = (section: SettingsSection) => `${PATHS.settings}#${section}`
