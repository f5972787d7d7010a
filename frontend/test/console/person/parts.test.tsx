import { describe, expect, test } from '@jest/globals'
import { permissionsOf } from '@kla/proto/web'
import { renderToStaticMarkup } from 'react-dom/server'
import { HistoryEntries } from '../../../src/console/person/history.js'
import { Part } from '../../../src/console/person/part.js'
import { partsFor } from '../../../src/console/person/person.js'

describe("parts of a person's page", () => {
  const FOR_ALL = ['bans', 'tickets', 'sessions', 'history']
  const CONDUCT = ['reports', 'notes', 'decisions', 'battles', 'met']

  test.each([
    ['owner', false, [...FOR_ALL, ...CONDUCT, 'orders']],
    ['moderator', false, [...FOR_ALL, ...CONDUCT]],
    ['support', false, [...FOR_ALL, 'orders']],
    ['support', true, [...FOR_ALL, ...CONDUCT, 'orders']],
    ['viewer', false, [...FOR_ALL, ...CONDUCT]],
  ] as const)('are for a role: %s, child safety %s', (role, childSafety, names) => {
    const permissions = permissionsOf(role, childSafety)
    const parts = partsFor((permission) => permissions.includes(permission), false)
    expect(parts.map(({ name }) => name).sort()).toEqual([...names].sort())
  })

  test('do not load for a number that never was an account', () => {
    expect(partsFor(() => true, true)).toEqual([])
  })
})

describe('a part', () => {
  const draw = (query: { data?: unknown; error?: unknown; isFetching?: boolean }, empty: string | null = null) =>
    renderToStaticMarkup(
      <Part
        title="Bans"
        query={{ isFetching: false, refetch: () => undefined, ...query }}
        empty={empty}
        foot={<footer>The foot</footer>}
      >
        <p>The content</p>
      </Part>,
    )

  test('is a named region with its content and foot', () => {
    const markup = draw({ data: {} })
    const [, id] = /<section [^>]*aria-labelledby="([^"]+)"/.exec(markup) ?? []
    expect(markup).toContain(`<h2 id="${id}"`)
    expect(markup).toContain('The content')
    expect(markup).toContain('The foot')
  })

  test('says that it is empty, and keeps its foot', () => {
    const markup = draw({ data: {} }, 'Never banned.')
    expect(markup).toContain('Never banned.')
    expect(markup).toContain('The foot')
    expect(markup).not.toContain('The content')
  })

  test('says that it loads', () => {
    expect(draw({ isFetching: true }, 'Never banned.')).toMatch(/role="status".*Loading/)
  })

  test('offers a retry when it failed, without the content', () => {
    const markup = draw({ error: { status: 503, data: { error: 'Try again in a moment.' } } })
    expect(markup).toMatch(/role="alert".*Try again in a moment\..*We couldn&#x27;t load: bans\./)
    expect(markup).toMatch(/<button[^>]*>.*Try again/)
    expect(markup).not.toContain('The content')
  })
})

test('a history says who did what', () => {
  const at = '2026-11-21T08:30:00.000Z'
  const markup = renderToStaticMarkup(
    <HistoryEntries
      entries={[
        { seq: 2, at, actor: 'mod', action: 'bans.create' },
        { seq: 1, at, actor: null, action: 'people.read' },
      ]}
    />,
  )
  expect(markup).toMatch(/<strong>mod<\/strong> banned .*<strong>System<\/strong> read this page/)
})
