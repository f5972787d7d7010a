export type Wait =
  | 'picture'
  | 'interrupted'
  | 'impossible'
  | 'camera'
  | 'entering'
  | 'decision'
  | 'lobby'
  | 'watched'
  | 'cards'
  | 'telling'

/** Texts about one overdue wait. */
export interface LateWords {
  readonly short: string
  readonly title: string
  readonly what: string
  readonly tell: string
  readonly steps: readonly string[]
}

export const LATE_AFTER_MS: Readonly<Record<Wait, number>> = {
  /** The second attempt begins after 12 s; its answer takes up to 6 s. */
  picture: 20_000,
  interrupted: 20_000,
  impossible: 0,
  camera: 15_000,
  entering: 12_000,
  decision: 10_000,
  lobby: 12_000,
  cards: 6_000,
  telling: 12_000,
  watched: 20_000,
}

const WAY = 'Video and sound travel between your browsers or through our relay, and neither works right now.'
const NETWORK_STEPS = [
  'Turn off your VPN, and extensions for this site.',
  'Try mobile data or another network.',
  'Or leave the room and look for someone else.',
] as const
const whoseNetwork = (name: string) =>
  `Often a VPN, a firewall, or a company or school network is in the way, on your side or ${name}’s. Check your connection: if it can’t reach our relay, it’s your network.`

export const LATE_WORDS: Readonly<Record<Wait, (name: string) => LateWords>> = {
  picture: (name) => ({
    short: 'This is taking longer than usual.',
    title: 'The video isn’t coming through',
    what: `${WAY} The chat and the battle continue.`,
    tell: whoseNetwork(name),
    steps: NETWORK_STEPS,
  }),
  interrupted: (name) => ({
    short: 'It isn’t back yet.',
    title: 'The video is still gone',
    what: 'The video connection closed. We’re trying another one. The chat and the battle continue.',
    tell: whoseNetwork(name),
    steps: NETWORK_STEPS,
  }),
  impossible: (name) => ({
    short: 'This browser can’t show other players.',
    title: 'This browser can’t show other players',
    what: `Video and sound need WebRTC. This browser doesn’t have it, or something turned it off. You won’t see or hear ${name}, and they won’t see or hear you. The chat still works.`,
    tell: 'A privacy setting, an extension or a company policy can turn WebRTC off, and Tor Browser doesn’t have it. If Kla works in another browser, it’s this one.',
    steps: [
      'Turn off privacy extensions for this site, then reload the page.',
      'Or use a current version of Chrome, Edge, Firefox or Safari.',
    ],
  }),
  camera: () => ({
    short: 'Your browser hasn’t answered yet.',
    title: 'Your camera hasn’t started',
    what: 'Your browser has to allow the camera and microphone, and it hasn’t answered. You can play meanwhile, but your opponent sees a black screen.',
    tell: 'Look for its question near the address bar. If there isn’t one, another program may be using the camera.',
    steps: [
      'Answer the browser’s question.',
      'Close other programs that use the camera.',
      'Then reload the page. We keep your seat.',
    ],
  }),
  entering: () => ({
    short: 'Kla hasn’t answered yet.',
    title: 'You’re not in the room yet',
    what: 'Kla has your request but hasn’t sent the room.',
    tell: 'If other sites don’t load either, it’s your connection. If they do, Kla may be busy.',
    steps: ['Wait a moment. This page keeps trying.', 'Reload the page. We keep your seat.', 'Or leave the room.'],
  }),
  decision: (name) => ({
    short: 'The room hasn’t decided yet.',
    title: `${name} isn’t back`,
    what: `${name} didn’t come back in time, and the room hasn’t decided what happens next.`,
    tell: 'If your chat messages don’t go out either, it’s your connection. If they do, Kla may be busy.',
    steps: ['Wait a moment. The battle will end automatically.', 'Or leave the room and look for someone else.'],
  }),
  watched: (name) => ({
    short: 'This is taking longer than usual.',
    title: 'The video isn’t coming through',
    what: `You’re not getting ${name}’s video or sound. The battle goes on.`,
    tell: `Often a VPN, a firewall, or a company or school network is in the way. If only ${name}’s video is missing, it’s their connection. If both are, it’s yours.`,
    steps: [
      'Turn off your VPN, and extensions for this site.',
      'Try mobile data or another network.',
      'Then reload the page.',
    ],
  }),
  cards: () => ({
    short: 'They haven’t arrived yet.',
    title: 'Your GIFs haven’t arrived',
    what: 'The round goes on without them. If you don’t pick in time, we pick for you.',
    tell: 'If your chat messages don’t go out either, it’s your connection. If they do, Kla may be busy.',
    steps: ['Wait for the next round. You’ll be dealt new GIFs.', 'Or reload the page. We keep your seat.'],
  }),
  telling: (name) => ({
    short: 'Kla hasn’t answered yet.',
    title: 'Kla doesn’t know yet that you left',
    what: `No one sees or hears you, but ${name} isn’t blocked yet.`,
    tell: 'If other sites don’t load either, it’s your connection. If they do, Kla may be busy.',
    steps: [
      'Keep this tab open. It keeps trying.',
      'Check your Wi-Fi or mobile data, or try another network.',
      `If you have to close it, block ${name} in your settings later.`,
    ],
  }),
  lobby: () => ({
    short: 'The room list hasn’t loaded yet.',
    title: 'The room list hasn’t loaded',
    what: 'You’re connected to Kla, but it hasn’t sent the rooms.',
    tell: 'If other pages of Kla work, only the lobby is busy.',
    steps: ['Wait a moment. This page keeps trying.', 'Reload the page.'],
  }),
}
