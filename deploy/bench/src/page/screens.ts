import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { createBot, type Session, signIn } from '../bots/index.js'
import { ROOM_NAME } from '../bots/room-name.js'
import type { Visitor } from '../browser/chromium.js'

export interface Screen {
  readonly name: string
  /** `release` closes the opponent's connection. */
  prepare(url: string): Promise<Visitor & { readonly path: string; release?(): Promise<unknown> }>
}

const LOBBY = '/gameroom'

let players = 0

export const SCREENS: readonly Screen[] = [
  { name: 'landing page, overlay up', prepare: async () => ({ ageConfirmed: false, path: '/' }) },
  { name: 'lobby, signed out', prepare: async () => ({ ageConfirmed: true, path: LOBBY }) },
  {
    name: 'lobby, signed in',
    prepare: async (url) => ({ session: await signInVisitor(url), ageConfirmed: true, path: LOBBY }),
  },
  {
    name: 'room, by an invitation',
    async prepare(url) {
      const [session, host] = [await signInVisitor(url), await signInVisitor(url)]
      const bot = createBot({ session: host, gateways: [url] })
      await bot.client.connect()
      const { roomId } = await bot.must('create-room', {
        roomName: ROOM_NAME,
        passcode: null,
        passcodeRequired: false,
        publicRoom: false,
        mode: 'rush',
        capacity: '2',
        category: 'default',
        // Else the page would wait for a press.
        veiled: true,
      })
      return { session, ageConfirmed: true, path: `/join-room?room=${roomId}`, release: () => bot.client.close() }
    },
  },
]

const signInVisitor = (url: string): Promise<Session> => signIn(url, `visitor ${++players}`)

/** The same words without a script. */
export function floorPage(text: string): string {
  const paragraphs = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escaped(line)}</p>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>Kla</title>
<style>body { margin: 1rem; background: #0e0a12; color: #fff; font: 1rem/1.5 sans-serif }</style>
</head>
<body>
${paragraphs.join('\n')}
</body>
</html>
`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)

/** With its compressed form beside it. */
export async function writeFloor(webRoot: string, path: string, text: string): Promise<void> {
  const file = join(webRoot, path)
  const page = floorPage(text)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, page)
  await writeFile(`${file}.br`, await compress(page))
}

const compress = promisify(brotliCompress)
