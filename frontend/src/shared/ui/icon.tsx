/** One path per icon, drawn on a grid of 24. */
const ICON_PATHS = {
  alert: 'M12 4 2.8 20h18.4L12 4Zm0 6v4.5m0 2.6v.1',
  bell: 'M6 16V11a6 6 0 1 1 12 0v5l1.5 2h-15L6 16Zm4 4.5h4',
  block: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM6 6l12 12',
  bookmark: 'M7 4h10v16l-5-4-5 4V4Z',
  camera:
    'M3 7.5A1.5 1.5 0 0 1 4.5 6h9A1.5 1.5 0 0 1 15 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 3 16.5v-9Z' +
    'M15 11l6-3.5v9L15 13',
  'camera-off':
    'M3 3l18 18M9 6h4.5a1.5 1.5 0 0 1 1.5 1.5V11l6-3.5v9l-3-1.75' +
    'M15 15v1.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 3 16.5v-9A1.5 1.5 0 0 1 4.5 6',
  cart: 'M3 4.5h2.5l2.2 11h10.1l2.2-8H6.2M9.5 19.5v.1m7-.1v.1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M6 9.5l6 6 6-6',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 4.5v4l3 2',
  close: 'M6 6l12 12M18 6L6 18',
  drum: 'M4 9c0-2 3.6-3.5 8-3.5S20 7 20 9s-3.6 3.5-8 3.5S4 11 4 9Zm0 0v7c0 2 3.6 3.5 8 3.5s8-1.5 8-3.5V9M8 12v7m8-7v7',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12Zm9.5-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  flag: 'M5 21V4m0 .5c4-2 7 2 13 0V14c-6 2-9-2-13 0',
  leave: 'M14 4h4a1.5 1.5 0 0 1 1.5 1.5v13A1.5 1.5 0 0 1 18 20h-4M4 12h10m-3.5-4l4 4-4 4',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13v-9Zm6.5 3.5v2',
  mic: 'M12 3.5a3 3 0 0 0-3 3V12a3 3 0 0 0 6 0V6.5a3 3 0 0 0-3-3ZM5.5 12a6.5 6.5 0 0 0 13 0M12 18.5V21',
  'mic-off':
    'M3 3l18 18M9 9v3a3 3 0 0 0 5 2.2M15 11V6.5a3 3 0 0 0-5.7-1.3M5.5 12a6.5 6.5 0 0 0 10.5 5' +
    'M18.3 13.5c.1-.5.2-1 .2-1.5M12 18.5V21',
  minus: 'M5 12h14',
  next: 'M5 5.5v13l8.5-6.5L5 5.5Zm12.5 0v13',
  offline:
    'M3 3l18 18M2.5 9.5A14 14 0 0 1 7 6.7M11 5.6a14 14 0 0 1 10.5 3.9M6 13a9 9 0 0 1 3.5-2.1' +
    'm5 .1A9 9 0 0 1 18 13m-8.5 3.5a4 4 0 0 1 5 0M12 20v.1',
  pause: 'M9 6v12m6-12v12',
  play: 'M8 5.5v13l10.5-6.5L8 5.5Z',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9m0-5v5h-5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm5 11.5L20 20',
  send: 'M4 12l16-7.5L14.5 20l-3-6.5L4 12Zm7.5 1.5L20 4.5',
  signal: 'M5 19v-3m4.7 3v-6.5m4.6 6.5V9M19 19V5',
  trash: 'M5 7h14M10 7V4.5h4V7m-7.5 0 .8 12.5h9.4L17.5 7M10.3 10.5v5.5m3.4-5.5v5.5',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  volume: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM15.5 9a4 4 0 0 1 0 6m2.5-8.5a7.5 7.5 0 0 1 0 11',
  'volume-off': 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4Zm12 .5l5 5m0-5l-5 5',
  'wild-card': 'M6 4.5h12v15H6v-15Zm6 4.2 1 2.2 2.4.3-1.8 1.6.5 2.4-2.1-1.2-2.1 1.2.5-2.4-1.8-1.6 2.4-.3 1-2.2Z',
} as const

export type IconName = keyof typeof ICON_PATHS

/** A line icon on a grid of 24, in the colour of the text around it. Says nothing to a screen reader. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={ICON_PATHS[name]} />
  </svg>
)
