/** What keeps the live connection from opening. */
export type Blocked = 'no-websocket' | 'offline' | 'unreachable' | 'websocket'

interface Surroundings {
  hasWebSocket: boolean
  onLine: boolean
  siteAnswers: () => Promise<boolean>
}

export async function whyNoConnection({ hasWebSocket, onLine, siteAnswers }: Surroundings): Promise<Blocked> {
  if (!hasWebSocket) return 'no-websocket'
  if (!onLine) return 'offline'
  return (await siteAnswers()) ? 'websocket' : 'unreachable'
}

interface Words {
  readonly title: string
  readonly tell: string
  readonly steps: string
}

export const BLOCKED_WORDS: Readonly<Record<Blocked, (host: string) => Words>> = {
  'no-websocket': () => ({
    title: 'This browser cannot open live connections.',
    tell: 'It has no WebSocket, or an extension has removed it.',
    steps: 'Update the browser, switch off its extensions for this site, or try another browser.',
  }),
  offline: () => ({
    title: 'This device is offline.',
    tell: 'No page can be loaded at the moment.',
    steps: 'Check your Wi-Fi or mobile data. This page connects again without a reload.',
  }),
  unreachable: () => ({
    title: 'Kla is not answering.',
    tell: 'If other sites do not load either, it is your connection. If they do, Kla may be down for a moment.',
    steps: 'Check your connection. This page keeps trying.',
  }),
  websocket: (host) => ({
    title: 'Something blocks the live connection to Kla.',
    tell: 'Kla’s pages load, but its live connection (WebSocket) does not open. Often a company or school network, a VPN, an antivirus program or a browser extension forbids it.',
    steps: `Try mobile data or another network, and switch off your VPN and extensions for this site. Your network's administrator can allow wss://${host}/realtime. This page keeps trying.`,
  }),
}
