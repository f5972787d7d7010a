import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { expect, test } from '@jest/globals'

const SCRIPT = readFileSync(fileURLToPath(new URL('../../public/first-paint.js', import.meta.url)), 'utf8')
const DRAWN = ['/', '/gameroom', '/join-room']
const ADULT = { 'age-confirmed': 'true' }
const SEATED = { ...ADULT, 'kla-room': '{"roomId":"a"}' }

interface Visit {
  /** A path with its query. */
  to?: string
  /** What the browser keeps, whichever storage it lies in; null where it denies both. */
  kept?: Record<string, string> | null
}

/** What is fetched early, what is drawn, and whose typefaces are used, when someone opens a page. */
function open({ to = '/gameroom', kept = ADULT }: Visit) {
  const seen = { fetched: 0, drawn: [] as unknown[] }
  const dataset: Record<string, string> = {}
  const storage = { getItem: (key: string) => kept?.[key] ?? null }
  const window = {
    get localStorage() {
      if (kept === null) throw new Error('denied')
      return storage
    },
    sessionStorage: storage,
  }
  const templates = DRAWN.map((path) => {
    const content = { path, querySelectorAll: () => ['a file of the screen'] }
    return { query: `template[data-path="${path}"]`, content }
  })
  const places: Record<string, object> = {
    root: { append: (content: unknown) => seen.drawn.push(content) },
    'age-gate': { content: 'the question of age' },
  }
  const { pathname, search } = new URL(to, 'https://kla.example')
  runInNewContext(SCRIPT, {
    window,
    URLSearchParams,
    CSS: { escape: (text: string) => text },
    location: { pathname, search },
    document: {
      documentElement: { dataset },
      head: { append: (...links: unknown[]) => (seen.fetched = links.length) },
      getElementById: (id: string) => places[id],
      querySelector: (query: string) => templates.find((template) => template.query === query) ?? null,
    },
  })
  const drawn = seen.drawn.map((content) =>
    typeof content === 'object' ? (content as { path: string }).path : content,
  )
  return { fetched: seen.fetched, drawn, typefaces: dataset.typefaces ?? 'own' }
}

test.each(['/', '/gameroom', '/join-room?room=a'])('shows %s before its scripts have loaded', (to) => {
  expect(open({ to })).toMatchObject({ fetched: 1, drawn: [new URL(to, 'https://kla.example').pathname] })
})

test.each([
  ['who returns to a room', { kept: SEATED }],
  ['whose invitation names no room', { to: '/join-room?room=' }],
])('shows nothing to a visitor %s, but preloads the files', (_, visit) => {
  expect(open(visit)).toMatchObject({ fetched: 1, drawn: [] })
})

test.each([
  ['who has not confirmed their age', {}],
  ['whose browser denies its storage', null],
])('shows the age gate to a visitor %s, over the landing page or alone', (_, kept) => {
  expect(open({ to: '/', kept }).drawn).toEqual(['/', 'the question of age'])
  for (const to of ['/gameroom', '/join-room?room=a', '/shop']) {
    expect(open({ to, kept }).drawn).toEqual(['the question of age'])
  }
})

test.each(['/watch', '/shop', '/gameroom/x'])('ignores %s', (to) => {
  expect(open({ to })).toMatchObject({ fetched: 0, drawn: [] })
})

test('uses web fonts at once only if an earlier visit cached them', () => {
  expect(open({}).typefaces).toBe('later')
  expect(open({ kept: null }).typefaces).toBe('later')
  expect(open({ kept: { ...ADULT, 'typefaces-fetched': 'true' } }).typefaces).toBe('own')
})
