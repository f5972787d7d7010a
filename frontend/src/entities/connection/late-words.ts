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

const WAY = 'Pictures and sound travel from browser to browser or through our relay, and neither way is open.'
const NETWORK_STEPS = [
  'Switch off your VPN, and extensions for this site.',
  'Try mobile data or another network.',
  'Or leave the room and look for someone else.',
] as const
const whoseNetwork = (name: string) =>
  `Often a VPN, a firewall, or the network of a company or school is in the way, on your side or on ${name}’s. Check your connection: if our relay can’t be reached, it’s your network.`

export const LATE_WORDS: Readonly<Record<Wait, (name: string) => LateWords>> = {
  picture: (name) => ({
    short: 'This is taking longer than usual.',
    title: 'The picture isn’t coming through',
    what: `${WAY} The chat and the battle go on without them.`,
    tell: whoseNetwork(name),
    steps: NETWORK_STEPS,
  }),
  interrupted: (name) => ({
    short: 'It isn’t coming back so far.',
    title: 'The picture stays away',
    what: 'The way that pictures and sound took is closed, and we keep looking for another. The chat and the battle go on without them.',
    tell: whoseNetwork(name),
    steps: NETWORK_STEPS,
  }),
  impossible: (name) => ({
    short: 'This browser can’t show other players.',
    title: 'This browser can’t show other players',
    what: `Pictures and sound need WebRTC, and this browser doesn’t have it, or something has switched it off. You won’t see or hear ${name}, and they won’t see or hear you. The chat works.`,
    tell: 'A privacy setting, an extension or a company’s policy can take WebRTC away, and Tor Browser has none. If Kla works in another browser, it’s this one.',
    steps: [
      'Switch off privacy extensions for this site, then reload the page.',
      'Or use a current version of Chrome, Edge, Firefox or Safari.',
    ],
  }),
  camera: () => ({
    short: 'Your browser hasn’t answered yet.',
    title: 'Your camera hasn’t started',
    what: 'Your browser has to allow the camera and microphone, and it hasn’t answered. You can play meanwhile: the other player sees a black picture.',
    tell: 'Look for its question near the address. If there is none, another program may hold the camera.',
    steps: [
      'Answer the browser’s question.',
      'Close other programs that use the camera.',
      'Then reload the page: your seat is kept.',
    ],
  }),
  entering: () => ({
    short: 'Kla hasn’t answered yet.',
    title: 'You’re not in the room yet',
    what: 'Kla has your request, but hasn’t sent the room.',
    tell: 'If other sites don’t load either, it’s your connection. If they do, Kla may be busy.',
    steps: ['Wait a moment: this page keeps asking.', 'Reload the page: your seat is kept.', 'Or leave the room.'],
  }),
  decision: (name) => ({
    short: 'The room hasn’t decided yet.',
    title: `${name} isn’t back`,
    what: `The time for ${name} to come back is over, and the room hasn’t said what follows.`,
    tell: 'If your chat messages stay unsent too, it’s your connection. If they go out, Kla may be busy.',
    steps: [
      'Wait a moment: the battle ends without you doing anything.',
      'Or leave the room and look for someone else.',
    ],
  }),
  watched: (name) => ({
    short: 'This is taking longer than usual.',
    title: 'The picture isn’t coming through',
    what: `Nothing of ${name}’s picture and sound reaches you, and the battle goes on.`,
    tell: `Often a VPN, a firewall, or the network of a company or school is in the way. If the other player’s picture comes through, it’s ${name}’s connection; if neither does, it’s yours.`,
    steps: [
      'Switch off your VPN, and extensions for this site.',
      'Try mobile data or another network.',
      'Then reload the page.',
    ],
  }),
  cards: () => ({
    short: 'They haven’t come yet.',
    title: 'Your GIFs haven’t come',
    what: 'The round goes on without them. If you don’t pick in time, we pick for you.',
    tell: 'If your chat messages stay unsent too, it’s your connection. If they go out, Kla may be busy.',
    steps: ['Wait for the next round: it deals new GIFs.', 'Or reload the page: your seat is kept.'],
  }),
  telling: (name) => ({
    short: 'Kla hasn’t answered yet.',
    title: 'Kla doesn’t know yet that you’re out',
    what: `No one sees or hears you, but ${name} isn’t blocked yet.`,
    tell: 'If other sites don’t load either, it’s your connection. If they do, Kla may be busy.',
    steps: [
      'Keep this tab open: it keeps trying.',
      'Check your Wi-Fi or mobile data, or try another network.',
      `If you have to close it, block ${name} in your settings later.`,
    ],
  }),
  lobby: () => ({
    short: 'The list of rooms hasn’t come yet.',
    title: 'The list of rooms hasn’t come',
    what: 'You’re connected to Kla, but it hasn’t sent the rooms.',
    tell: 'If other screens of Kla work, only the lobby is busy.',
    steps: ['Wait a moment: this page keeps asking.', 'Reload the page.'],
  }),
}
