import { NO_WEBSOCKET, OFFLINE, UNREACHABLE, WEBSOCKET_BLOCKED } from '../../texts/connection-help.js'

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
  'no-websocket': () => NO_WEBSOCKET,
  offline: () => OFFLINE,
  unreachable: () => UNREACHABLE,
  websocket: (host) => ({ ...WEBSOCKET_BLOCKED, steps: WEBSOCKET_BLOCKED.steps({ host }) }),
}
