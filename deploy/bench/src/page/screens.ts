import { createBot, signIn, type Session } from '../bots/index.js'
import type { Visitor } from '../browser/player-context.js'

/** One address, and who comes to it. */
export interface Screen {
  readonly name: string
  /** Makes up somebody who has never been there, and where they go; `release` lets go of whoever they meet. */
  prepare(url: string): Promise<Visitor & { readonly path: string; release?(): Promise<unknown> }>
}

const LOBBY = '/gameroom'

let people = 0
const somebody = (url: string): Promise<Session> => signIn(url, `visitor ${++people}`)

export const SCREENS: readonly Screen[] = [
  { name: 'landing page, overlay up', prepare: async () => ({ ageConfirmed: false, path: '/' }) },
  { name: 'lobby, signed out', prepare: async () => ({ ageConfirmed: true, path: LOBBY }) },
  {
    name: 'lobby, signed in',
    prepare: async (url) => ({ session: await somebody(url), ageConfirmed: true, path: LOBBY }),
  },
  {
    name: 'room, by an invitation',
    async prepare(url) {
      const [session, host] = [await somebody(url), await somebody(url)]
      const bot = createBot({ session: host, gateways: [url] })
      await bot.client.connect()
      const { roomId } = await bot.must('create-room', {
        roomName: `Room of ${host.username}`,
        passcode: null,
        passcodeRequired: false,
        publicRoom: false,
        mode: 'rush',
        capacity: '2',
        category: 'default',
      })
      return { session, ageConfirmed: true, path: `/join-room?room=${roomId}`, release: () => bot.client.close() }
    },
  },
]
