import { expect, test } from '@jest/globals'
import { renderToStaticMarkup } from 'react-dom/server'
import { Loaded } from '../../../src/features/settings/loaded.js'

const render = (state: { data?: string[]; isError?: boolean }) =>
  renderToStaticMarkup(
    <Loaded
      query={{ isError: false, isFetching: false, refetch: () => undefined, ...state }}
      texts={{
        loading: 'Loading your blocks…',
        failed: "We couldn't load your blocks",
        safe: 'They still apply.',
      }}
      height="4rem"
    >
      {(names) => <p>{names.join()}</p>}
    </Loaded>,
  )

test('says what is loading', () => {
  expect(render({})).toContain('Loading your blocks…')
})

test('says what failed, what still holds, and offers another try', () => {
  const failed = render({ isError: true })
  for (const words of ['We couldn&#x27;t load your blocks', 'They still apply.', 'Try again'])
    expect(failed).toContain(words)
})

test('keeps showing what it has when a refresh fails', () => {
  expect(render({ data: ['Vera'], isError: true })).toBe('<p>Vera</p>')
})
