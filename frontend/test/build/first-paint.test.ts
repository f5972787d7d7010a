import { expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'

const SCRIPT = readFileSync(fileURLToPath(new URL('../../public/first-paint.js', import.meta.url)), 'utf8')
const ADULT = { 'age-confirmed': 'true' }

interface Visit {
  path?: string
  /** What the browser keeps, whichever storage it lies in; null where it denies both. */
  kept?: Record<string, string> | null
}

/** What is fetched early, and whether the lobby is drawn, when somebody opens a page. */
function open({ path = '/gameroom', kept = ADULT }: Visit) {
  const seen = { fetched: 0, drawn: false }
  const storage = { getItem: (key: string) => kept?.[key] ?? null }
  const content = { querySelectorAll: () => ['a file of the lobby'] }
  const window = {
    get localStorage() {
      if (kept === null) throw new Error('denied')
      return storage
    },
    sessionStorage: storage,
  }
  const places: Record<string, object> = {
    'first-paint': { content },
    root: { append: () => (seen.drawn = true) },
  }
  runInNewContext(SCRIPT, {
    window,
    location: { pathname: path },
    document: {
      head: { append: (...links: unknown[]) => (seen.fetched = links.length) },
      getElementById: (id: string) => places[id],
    },
  })
  return seen
}

test('the lobby is drawn before its scripts are there', () => {
  expect(open({})).toEqual({ fetched: 1, drawn: true })
})

test.each([
  ['who has not said to be of age', {}],
  ['who comes back into a room', { ...ADULT, 'kla-room': '{"roomId":"a"}' }],
  ['whose browser denies its storage', null],
])('it is not drawn for somebody %s, and its files are fetched all the same', (_, kept) => {
  expect(open({ kept })).toEqual({ fetched: 1, drawn: false })
})

test.each(['/', '/join-room', '/watch', '/shop', '/gameroom/x'])('%s is left alone', (path) => {
  expect(open({ path })).toEqual({ fetched: 0, drawn: false })
})
